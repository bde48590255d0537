// What is left of the products: goods come in, pieces are counted, and a journal says what came and went.

import { announce, byId, el } from "./dom.js";
import { number, plural } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { read, send } from "./request.js";
import { actions } from "./row_actions.js";
import { useArrival } from "./stock_arrival.js";
import { useCount } from "./stock_count.js";
import { useJournal } from "./stock_journal.js";

/** @typedef {import("./types.js").Product} Product */

const path = "/api/verwaltung/produkte";
const most = 100; // rows at once
const table = recordTable(3);
const search = byId("q", HTMLInputElement);
const which = byId("which", HTMLSelectElement);
const few = Number(which.dataset.few); // pieces, up to which a product is running out

/** @type {Product[]} */
let products = [];

const load = useLoading(async (signal) => {
  table.wait();
  products = (await read(path, { signal })).produkte;
  arrival.offer(products);
  show();
}, table.clear);
const arrival = useArrival(load);
const count = useCount(load);
const showJournal = useJournal();

byId("find", HTMLFormElement).addEventListener("submit", (event) =>
  event.preventDefault(),
);
search.addEventListener("input", show);
which.addEventListener("change", show);
load();

/** @type {Record<string, (left: number | null) => boolean>} */
const selects = {
  gezaehlt: (left) => left !== null,
  knapp: (left) => left !== null && left > 0 && left <= few,
  ausverkauft: (left) => left === 0,
  ungezaehlt: (left) => left === null,
};

function show() {
  const words = search.value.trim().toLowerCase().split(/\s+/);
  const found = products.filter((product) => {
    const text =
      `${product.slug} ${product.name_de} ${product.artikelnummer} ${product.gtin}`.toLowerCase();
    return (
      selects[which.value]?.(product.abgeleitet.bestand) &&
      words.every((word) => text.includes(word))
    );
  });
  table.show(
    found.slice(0, most).map(row),
    products.some((product) => product.abgeleitet.bestand !== null)
      ? "Kein Produkt passt dazu."
      : "Noch wird kein Produkt gezählt. Der erste Wareneingang beginnt damit.",
  );
  const all = plural(found.length, "Produkt", "Produkte");
  byId("found", HTMLElement).textContent =
    found.length > most ? `${number(most)} von ${all}` : all;
}

/** @param {Product} product */
function row(product) {
  const left = product.abgeleitet.bestand;
  const name = product.name_de;
  /** @type {[string, string, () => unknown][]} */
  const todo = [
    ["Einbuchen", `${name} einbuchen`, () => arrival.choose(product.slug)],
    ["Zählen", `${name} zählen`, () => count(product)],
    ["Journal", `Journal von ${name}`, () => showJournal(product)],
  ];
  if (left !== null)
    todo.push(["Nicht mehr zählen", `${name} nicht mehr zählen`, end]);
  return el(
    "tr",
    { "data-id": product.slug },
    cell("Name", "who", name, el("small", {}, product.slug)),
    cell(
      "Bestand",
      "sum",
      left === null ? "–" : el("strong", {}, number(left)),
    ),
    cell("Was tun?", "todo", actions(todo)),
  );

  async function end() {
    await send("POST", `${path}/${product.slug}/bestand`, { bestand: null });
    announce(`${name} wird nicht mehr gezählt.`);
    await load();
  }
}
