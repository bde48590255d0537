// The groups of variants: named in four languages, with what their products differ in.

import { byId, el } from "./dom.js";
import { remove, useEditor } from "./editor.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { read } from "./request.js";
import { actions } from "./row_actions.js";

/** @typedef {import("./types.js").Group} Group */

const path = "/api/verwaltung/produktgruppen";
const table = recordTable(3);

/** @type {Record<string, string>} */
const features = {
  farbe: "Farbe",
  groesse: "Größe",
  laenge: "Länge",
  staerke: "Stärke",
  muster: "Muster",
};

/** @type {Group[]} */
let entries = [];

const load = useLoading(async (signal) => {
  table.wait();
  entries = (await read(path, { signal })).produktgruppen;
  table.show(
    entries.map(row),
    "Noch keine Gruppen. „Als Variante kopieren“ bei den Produkten legt die erste an.",
  );
}, table.clear);

/** @type {import("./editor.js").Kind<Group>} */
const kind = {
  path,
  key: "slug",
  member: "produktgruppe",
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

/** @param {Group} entry */
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
    cell(
      "Merkmale",
      "",
      [entry.merkmal1, entry.merkmal2]
        .filter(Boolean)
        .map((feature) => features[feature])
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
