// The catalogue: written and changed, in four languages.

import { announce, byId, el } from "./dom.js";
import { changeAtOnce, remove, useEditor } from "./editor.js";
import { euro, number, plural } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { useMetrePrice } from "./metre_price.js";
import { usePanels } from "./panels.js";
import { demoMark, problemLine } from "./parts.js";
import { contentOf, pictureOf, restore, usePhoto } from "./photo.js";
import { offer, showDuties } from "./product_form.js";
import { current, go } from "./query.js";
import { read, send } from "./request.js";
import { actions, carryOut } from "./row_actions.js";
import { useCopies } from "./variant_copy.js";

/** @typedef {import("./types.js").Product} Product */

const path = "/api/verwaltung/produkte";
const table = recordTable(7);
const search = byId("q", HTMLInputElement);
const lacking = byId("lacking", HTMLInputElement);

const step = 100; // rows that are shown at once, and each time more are asked for

/** @type {Product[]} */
let products = [];
let most = step;

const load = useLoading(async (signal) => {
  table.wait();
  products = (await read(path, { signal })).produkte;
  byId("demo-remove", HTMLButtonElement).hidden = !products.some((p) => p.demo);
  await Promise.all([
    offer("categories", "/api/verwaltung/kategorien", "kategorien", signal),
    offer("makers", "/api/verwaltung/hersteller", "hersteller", signal),
    offer("groups", "/api/verwaltung/produktgruppen", "produktgruppen", signal),
  ]);
  show();
}, table.clear);

/** @type {import("./editor.js").Kind<Product>} */
const kind = {
  path,
  key: "slug",
  member: "produkt",
  label: (product) => product.name_de,
  load: async () => {
    await load();
    return products;
  },
  whole: async (product) => (await read(address(product))).produkt,
  filled: (product) => {
    showDuties(product);
    showFirst();
    showMetrePrice();
    copied.show(product);
    const measured = product !== null && product.inhalt !== null;
    byId("measured", HTMLElement).hidden = !measured;
    return measured ? ["grundpreis", "grundpreis_einheit"] : [];
  },
  prepare: () => copied.beginGroup(),
};
const form = byId("edit-form", HTMLFormElement);
const showFirst = usePanels(form);
const showMetrePrice = useMetrePrice(form);
const copied = useCopies();
const editor = useEditor(kind);
const showPhoto = usePhoto(load);

byId("new", HTMLButtonElement).addEventListener("click", () =>
  editor.show(null),
);
lacking.addEventListener("change", show);
byId("demo-remove", HTMLButtonElement).addEventListener("click", () =>
  byId("demo", HTMLDialogElement).showModal(),
);
byId("demo", HTMLDialogElement).addEventListener("close", async () => {
  if (byId("demo", HTMLDialogElement).returnValue !== "ja") return;
  const gone = await send("DELETE", "/api/verwaltung/beispieldaten");
  announce(`${plural(gone.produkte, "Produkt", "Produkte")} entfernt.`);
  await load();
});
byId("find", HTMLFormElement).addEventListener("submit", (event) =>
  event.preventDefault(),
);
search.addEventListener("input", () => {
  most = step;
  go({ q: search.value.trim() }, "replace");
});
addEventListener("moved", show);
addEventListener("popstate", show);
load();

/** Shows the products that the address asks for. */
function show() {
  const wanted = current().get("q") ?? "";
  if (document.activeElement !== search) search.value = wanted;
  const words = wanted.toLowerCase().split(/\s+/);
  const found = products.filter((product) => {
    const text = `${product.slug} ${product.name_de} ${product.name_en} ${product.name_fr} ${product.name_it} ${product.kategorie_slug}`;
    return (
      words.every((word) => text.toLowerCase().includes(word)) &&
      (!lacking.checked || product.abgeleitet.fehlt.length > 0)
    );
  });
  table.show(
    found.slice(0, most).map(row),
    products.length
      ? "Kein Produkt passt zu dieser Suche."
      : "Noch keine Produkte. Das erste erscheint im Shop, sobald es gespeichert ist.",
  );
  showMore(found.length - most);
  byId("found", HTMLElement).textContent =
    found.length === products.length
      ? plural(found.length, "Produkt", "Produkte")
      : `${number(found.length)} von ${plural(products.length, "Produkt", "Produkten")}`;
}

/** @param {number} hidden how many more there are */
function showMore(hidden) {
  const more = () => {
    const next = byId("rows", HTMLElement).childElementCount;
    most += step;
    show();
    // Where the reader was, not at the top of the page.
    byId("rows", HTMLElement).children[next]?.querySelector("a")?.focus();
  };
  byId("paging", HTMLElement).replaceChildren(
    ...(hidden > 0
      ? [
          el(
            "button",
            { type: "button", class: "quiet", click: more },
            `Weitere zeigen (${number(hidden)})`,
          ),
        ]
      : []),
  );
}

/** @param {Product} product */
function row(product) {
  return el(
    "tr",
    { "data-id": product.slug },
    cell(
      "Bild",
      "picture",
      el("img", {
        src: pictureOf(product),
        alt: "",
        width: 48,
        height: 48,
        loading: "lazy",
      }),
    ),
    cell(
      "Name",
      "who",
      name(product),
      product.demo ? demoMark() : null,
      el("small", {}, product.slug),
      product.abgeleitet.fehlt.length
        ? el("small", {}, `es fehlt: ${product.abgeleitet.fehlt.join(", ")}`)
        : null,
    ),
    cell("Kategorie", "", product.kategorie_slug),
    cell(
      "Preis",
      "sum",
      euro(product.preis),
      product.schnittware && el("small", {}, `je ${product.inhalt} cm`),
    ),
    cell(
      "Grundpreis",
      "sum",
      product.grundpreis === null
        ? "–"
        : `${euro(product.grundpreis)} je ${product.grundpreis_einheit}`,
    ),
    cell("Zustand", "verdict", ...switches(product)),
    cell("Was tun?", "todo", controls(product)),
  );
}

/** @param {Product} product */
const name = (product) =>
  product.aktiv
    ? el(
        "a",
        { href: `/produkt/${encodeURIComponent(product.slug)}` },
        product.name_de,
      )
    : el("span", {}, product.name_de);

/**
 * A box that is saved as soon as it is ticked.
 *
 * @param {Product} product
 */
function switches(product) {
  const problem = problemLine();
  const box = el("div", { class: "switches" });
  /**
   * @param {"aktiv" | "bestseller_label"} flag
   * @param {string} label
   */
  const toggle = (flag, label) => {
    const on = product[flag];
    const said = `${product.name_de}: ${label} ${on ? "aus" : "an"}`;
    const save = () =>
      changeAtOnce(kind, product, { [flag]: !on }, { [flag]: on }, said);
    return el(
      "label",
      { class: "check" },
      el("input", {
        type: "checkbox",
        checked: on,
        "aria-label": `${product.name_de}: ${label}`,
        change: () => carryOut(save, box, problem),
      }),
      label,
    );
  };
  box.append(
    toggle("aktiv", "Verkauf"),
    toggle("bestseller_label", "Bestseller"),
  );
  return [box, problem];
}

/**
 * Deletes a product; undoing it restores its texts, which lists lack, and its own
 * pictures too, but no reduction: what it cost would have to be higher than it did.
 *
 * @param {Product} product
 */
async function removeProduct(product) {
  const whole = (await read(address(product))).produkt;
  const kept = await Promise.all(
    product.bilder.map(async (picture) => ({
      picture,
      file: await contentOf(picture),
    })),
  );
  const restorable = {
    ...whole,
    version: product.version,
    ermaessigt: false,
    alt_de: "", // come with the pictures
    alt_en: "",
    alt_fr: "",
    alt_it: "",
  };
  await remove(kind, restorable, async () => {
    for (const { picture, file } of kept) await restore(product, picture, file);
  });
}

/** Offers a new product that begins as a copy. @param {Product} product */
async function copyProduct(product) {
  const like = (await read(address(product))).produkt;
  editor.copy(copied.of(like, products), `Neue Variante von ${like.name_de}`);
}

/** @param {Product} product */
const address = (product) => `${path}/${encodeURIComponent(product.slug)}`;

/** @param {Product} product */
function controls(product) {
  return actions([
    ["Ändern", `${product.name_de} ändern`, () => editor.open(product)],
    ["Bilder", `Bilder von ${product.name_de}`, () => showPhoto(product)],
    [
      "Als Variante kopieren",
      `${product.name_de} als Variante kopieren`,
      () => copyProduct(product),
    ],
    ["Löschen", `${product.name_de} löschen`, () => removeProduct(product)],
  ]);
}
