// A product's own picture: replaces the drawn one, until it is removed.

import { announce, byId } from "./dom.js";
import { Refusal, read, request } from "./request.js";
import { guarded } from "./row_actions.js";
import { offerUndo } from "./undo.js";

/** @typedef {import("./types.js").Product} Product */

const path = "/api/verwaltung/produkte";
const large = "-1200.jpg"; // the end of the address of the largest size

/**
 * The picture as shoppers see it.
 *
 * @param {Product} product
 */
export const pictureOf = (product) =>
  product.bild ??
  `/bilder/${encodeURIComponent(product.kategorie_slug)}/${encodeURIComponent(product.slug)}.svg`;

/**
 * @param {() => Promise<unknown>} changed shows the products anew
 * @returns {(product: Product) => void} asks for the picture of a product
 */
export function usePhoto(changed) {
  const dialog = byId("photo", HTMLDialogElement);
  const image = byId("photo-now", HTMLImageElement);
  const field = byId("photo-file", HTMLInputElement);
  const problem = byId("photo-problem", HTMLElement);
  const removal = byId("photo-remove", HTMLButtonElement);
  /** @type {Product | undefined} */
  let shown;

  /** @param {Product} product */
  const show = (product) => {
    shown = product;
    byId("photo-title", HTMLElement).textContent = `Bild: ${product.name_de}`;
    image.src = pictureOf(product);
    image.alt = product.bild ? "eigenes Bild" : "gezeichnetes Bild";
    removal.hidden = product.bild === null;
    problem.hidden = true;
    field.value = "";
    if (!dialog.open) dialog.showModal();
  };

  field.addEventListener("change", () =>
    guarded(problem, async () => {
      const file = field.files?.[0];
      if (!file || !shown) return;
      show(await upload(shown, file));
      announce("Bild gespeichert.");
      await changed();
    }),
  );
  removal.addEventListener("click", () =>
    guarded(problem, async () => {
      if (!shown) return;
      const product = shown;
      const photo = await contentOf(product);
      show(
        (await read(`${address(product)}/bild`, { method: "DELETE" })).produkt,
      );
      await changed();
      if (!photo) return;
      offerUndo("Eigenes Bild entfernt.", async () => {
        const restored = await upload(product, photo);
        if (dialog.open) show(restored);
        await changed();
      });
    }),
  );
  return show;
}

/** @param {Product} product */
const address = (product) => `${path}/${encodeURIComponent(product.slug)}`;

/**
 * @param {Product} product
 * @param {Blob} file
 * @returns {Promise<Product>}
 */
export async function upload(product, file) {
  const answer = await read(`${address(product)}/bild`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });
  return answer.produkt;
}

/**
 * The own picture as it is stored, so that it can be put back.
 *
 * @param {Product} product
 * @returns {Promise<Blob | null>} null: it has none, or the shop cannot send it
 */
export async function contentOf(product) {
  if (product.bild === null) return null;
  try {
    const answer = await request(product.bild.replace(/-\d+\.jpg$/, large));
    return answer.blob();
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status > 0) return null;
    throw refusal;
  }
}
