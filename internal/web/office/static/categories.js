// The categories: named in four languages, put in order.

import { byId, el } from "./dom.js";
import { remove, useEditor } from "./editor.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { read } from "./request.js";
import { actions } from "./row_actions.js";

/** @typedef {import("./types.js").Category} Category */

const path = "/api/verwaltung/kategorien";
const table = recordTable(4);

/** @type {Category[]} */
let entries = [];

const load = useLoading(async (signal) => {
  table.wait();
  entries = (await read(path, { signal })).kategorien;
  table.show(
    entries.map(row),
    "Noch keine Kategorien. Ein Produkt legt seine Kategorie auch selbst an.",
  );
}, table.clear);

/** @type {import("./editor.js").Kind<Category>} */
const kind = {
  path,
  key: "slug",
  member: "kategorie",
  label: (entry) => entry.name_de,
  load: async () => {
    await load();
    return entries;
  },
};
const editor = useEditor(kind);

byId("new", HTMLButtonElement).addEventListener("click", () =>
  editor.show(null),
);
load();

/** @param {Category} entry */
function row(entry) {
  return el(
    "tr",
    { "data-id": entry.slug },
    cell(
      "Name",
      "who",
      el("strong", {}, entry.name_de),
      el("small", {}, entry.slug),
    ),
    cell("Stelle", "", String(entry.position)),
    cell(
      "Pflichtangaben",
      "",
      [entry.textil ? "Fasern" : "", entry.grundpreis_art ? "Inhalt" : ""]
        .filter(Boolean)
        .join(", ") || "–",
    ),
    cell(
      "Was tun?",
      "todo",
      actions([
        ["Ändern", `${kind.label(entry)} ändern`, () => editor.show(entry)],
        ["Löschen", `${kind.label(entry)} löschen`, () => remove(kind, entry)],
      ]),
    ),
  );
}
