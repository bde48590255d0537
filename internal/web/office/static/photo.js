// A product's own pictures: added, described, put in order, removed. While there is
// none, a drawn one is shown.

import { announce, byId, el } from "./dom.js";
import { read, request, send } from "./request.js";
import { guarded } from "./row_actions.js";
import { offerUndo } from "./undo.js";

/** @typedef {import("./types.js").Product} Product */
/** @typedef {import("./types.js").Picture} Picture */

const path = "/api/verwaltung/produkte";
const languages = /** @type {const} */ ([
  ["alt_de", "Deutsch", "de"],
  ["alt_en", "Englisch", "en"],
  ["alt_fr", "Französisch", "fr"],
  ["alt_it", "Italienisch", "it"],
]);

/**
 * The picture that lists show.
 *
 * @param {Product} product
 */
export const pictureOf = (product) =>
  product.bild ??
  `/bilder/${encodeURIComponent(product.kategorie_slug)}/${encodeURIComponent(product.slug)}.svg`;

/**
 * @param {() => Promise<unknown>} changed shows the products anew
 * @returns {(product: Product) => void} asks for the pictures of a product
 */
export function usePhoto(changed) {
  const dialog = byId("photo", HTMLDialogElement);
  const list = byId("photo-list", HTMLOListElement);
  const drawn = byId("photo-drawn", HTMLElement);
  const field = byId("photo-file", HTMLInputElement);
  const problem = byId("photo-problem", HTMLElement);
  /** @type {Product | undefined} */
  let shown;

  /** @param {Product} product */
  const show = (product) => {
    shown = product;
    byId("photo-title", HTMLElement).textContent = `Bilder: ${product.name_de}`;
    drawn.hidden = product.bilder.length > 0;
    byId("photo-now", HTMLImageElement).src = pictureOf(product);
    list.replaceChildren(...product.bilder.map((picture) => entry(picture)));
    problem.hidden = true;
    field.value = "";
    if (!dialog.open) dialog.showModal();
  };

  /** @param {() => Promise<any>} act returns the answer with the product */
  const save = (act, said = "Gespeichert.") =>
    guarded(problem, async () => {
      show((await act()).produkt);
      announce(said);
      await changed();
    });

  /** @param {Picture} picture */
  const entry = (picture) => {
    const product = /** @type {Product} */ (shown);
    const one = `${address(product)}/bilder/${picture.position}`;
    const last = picture.position === product.bilder.length;
    const move = (/** @type {number} */ position) => () =>
      save(() => send("PATCH", one, { position }), `Jetzt Bild ${position}.`);
    return el(
      "li",
      {},
      el("img", {
        src: picture.bild,
        alt: picture.alt_de || product.name_de,
        width: 96,
        height: 96,
      }),
      el(
        "div",
        { class: "controls" },
        button(`Bild ${picture.position} nach vorn`, "Nach vorn", {
          disabled: picture.position === 1,
          click: move(picture.position - 1),
        }),
        button(`Bild ${picture.position} nach hinten`, "Nach hinten", {
          disabled: last,
          click: move(picture.position + 1),
        }),
        button(`Bild ${picture.position} löschen`, "Löschen", {
          click: () => remove(product, picture, one),
        }),
      ),
      description(picture, one),
    );
  };

  /**
   * What the picture shows, in four languages.
   *
   * @param {Picture} picture
   * @param {string} one
   */
  const description = (picture, one) => {
    const fields = languages.map(([name, label, lang]) =>
      el(
        "label",
        {},
        `${label} `,
        el("input", {
          name,
          lang,
          maxlength: 500,
          autocomplete: "off",
          value: picture[name],
        }),
      ),
    );
    const texts = () =>
      Object.fromEntries(
        fields.map((label) => {
          const input = label.querySelector("input");
          return [input?.name, input?.value.trim()];
        }),
      );
    return el(
      "details",
      {},
      el("summary", {}, "Was zu sehen ist"),
      ...fields,
      button(
        `Beschreibung von Bild ${picture.position} speichern`,
        "Speichern",
        {
          click: () => save(() => send("PATCH", one, texts())),
        },
      ),
    );
  };

  /**
   * @param {Product} product
   * @param {Picture} picture
   * @param {string} one
   */
  const remove = (product, picture, one) =>
    guarded(problem, async () => {
      const file = await contentOf(picture);
      show((await read(one, { method: "DELETE" })).produkt);
      await changed();
      offerUndo("Bild gelöscht.", async () => {
        const restored = await restore(product, picture, file);
        if (dialog.open) show(restored);
        await changed();
      });
    });

  field.addEventListener("change", () =>
    guarded(problem, async () => {
      const product = shown;
      if (!product) return;
      const files = [...(field.files ?? [])]; // showing the first empties the field
      for (const file of files) show(await upload(product, file));
      announce("Bild gespeichert.");
      await changed();
    }),
  );
  return show;
}

/**
 * @param {string} spoken
 * @param {string} label
 * @param {Record<string, boolean | EventListener>} attributes
 */
const button = (spoken, label, attributes) =>
  el(
    "button",
    {
      type: "button",
      class: "quiet small",
      "aria-label": spoken,
      ...attributes,
    },
    label,
  );

/** @param {Product} product */
const address = (product) => `${path}/${encodeURIComponent(product.slug)}`;

/**
 * Adds a picture after the others.
 *
 * @param {Product} product
 * @param {Blob} file
 * @returns {Promise<Product>}
 */
export async function upload(product, file) {
  const answer = await read(`${address(product)}/bilder`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });
  return answer.produkt;
}

/**
 * Adds a picture that was removed, with what it shows and where it was.
 *
 * @param {Product} product
 * @param {Picture} picture
 * @param {Blob} file
 * @returns {Promise<Product>}
 */
export async function restore(product, picture, file) {
  const { bilder } = await upload(product, file);
  const { position, bild, gross, ...texts } = picture;
  const answer = await send(
    "PATCH",
    `${address(product)}/bilder/${bilder.length}`,
    { ...texts, position: Math.min(position, bilder.length) },
  );
  return answer.produkt;
}

/**
 * A picture as it is stored, so that it can be put back.
 *
 * @param {Picture} picture
 * @returns {Promise<Blob>}
 */
export const contentOf = async (picture) =>
  (await request(picture.gross)).blob();
