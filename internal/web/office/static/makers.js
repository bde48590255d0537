// The makers: who made a product, and who answers for it within the European Union.

import { byId, el } from "./dom.js";
import { remove, useEditor } from "./editor.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { read } from "./request.js";
import { actions } from "./row_actions.js";

/** @typedef {import("./types.js").Maker} Maker */

const path = "/api/verwaltung/hersteller";
const table = recordTable(4);

/** @type {Maker[]} */
let entries = [];

const load = useLoading(async (signal) => {
  table.wait();
  entries = (await read(path, { signal })).hersteller;
  table.show(
    entries.map(row),
    "Noch keine Hersteller. Jedes Produkt braucht einen, bevor es öffentlich verkauft wird.",
  );
}, table.clear);

/** @type {import("./editor.js").Kind<Maker>} */
const kind = {
  path,
  key: "slug",
  member: "hersteller",
  label: (entry) => entry.name,
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

/** @param {Maker} entry */
function row(entry) {
  return el(
    "tr",
    { "data-id": entry.slug },
    cell(
      "Name",
      "who",
      el("strong", {}, entry.name),
      el("small", {}, entry.slug),
    ),
    cell(
      "Anschrift",
      "what",
      entry.anschrift || "fehlt",
      el("small", {}, entry.land),
    ),
    cell("Kontakt", "", entry.kontakt || "fehlt"),
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
