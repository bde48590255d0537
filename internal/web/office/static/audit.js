// The audit log: what operators did, newest first.

import { byId, el } from "./dom.js";
import { instant } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { current, go, picked } from "./query.js";
import { read } from "./request.js";
import { showPaging } from "./tabs.js";

/** @typedef {import("./types.js").AuditEntry} AuditEntry */
/** @typedef {import("./types.js").AuditPage} AuditPage */

const action = byId("action", HTMLSelectElement);
const subject = byId("subject", HTMLInputElement);

const table = recordTable(6);
const load = useLoading(async (signal) => {
  table.wait();
  const query = picked(current(), ["aktion", "gegenstand", "cursor"]);
  /** @type {AuditPage} */
  const page = await read(`/api/verwaltung/protokoll?${query}`, { signal });
  showFilter(page);
  table.show(page.eintraege.map(row), "Hier steht noch nichts.");
  showPaging(page.weiter);
}, table.clear);

addEventListener("moved", load);
addEventListener("popstate", load);
action.addEventListener("change", filter);
byId("filter", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  filter();
});
load();

function filter() {
  go(
    { aktion: action.value, gegenstand: subject.value.trim(), cursor: "" },
    "push",
  );
}

/** @param {AuditPage} page */
function showFilter(page) {
  if (action.options.length === 1)
    action.append(
      ...page.aktionen.map((kind) =>
        el("option", { value: kind.aktion }, kind.bezeichnung),
      ),
    );
  action.value = current().get("aktion") ?? "";
  subject.value = current().get("gegenstand") ?? "";
}

/** @param {AuditEntry} entry */
function row(entry) {
  return el(
    "tr",
    { "data-id": entry.nr },
    cell("Nr.", "", String(entry.nr)),
    cell("Zeit", "when", instant(entry.zeit)),
    cell(
      "Wer",
      "who",
      el("span", {}, entry.wer),
      entry.sitzung && el("small", {}, `Sitzung ${entry.sitzung}`),
    ),
    cell("Aktion", "", entry.bezeichnung),
    cell("Gegenstand", "", about(entry)),
    cell("Änderung", "what", ...change(entry)),
  );
}

/** @param {AuditEntry} entry */
function about(entry) {
  if (!entry.gegenstand) return null;
  const query = new URLSearchParams({ gegenstand: entry.gegenstand });
  return el("a", { href: `/verwaltung/protokoll/?${query}` }, entry.gegenstand);
}

/** @param {AuditEntry} entry */
function change(entry) {
  if (!entry.von) return [entry.nach];
  return [`${entry.von} → ${entry.nach ?? "–"}`];
}
