// Reads a table of products: tried first, then taken over.

import { announce, byId, el } from "./dom.js";
import { plural } from "./format.js";
import { read } from "./request.js";
import { carryOut } from "./row_actions.js";

/** @typedef {{ zeile: number, spalte: string, wert: string, text: string }} Mistake */
/** @typedef {{ zeilen: number, neu: number, geaendert: number, unveraendert: number, fehler: Mistake[], hinweise: string[], stand: number }} Result */

const form = byId("import", HTMLFormElement);
const field = byId("table", HTMLInputElement);
const problem = byId("import-problem", HTMLElement);
const result = byId("import-result", HTMLElement);
const apply = byId("apply", HTMLButtonElement);

/** @type {Blob | undefined} the file, which may be corrected and chosen again meanwhile */
let table;
let stand = 0;

form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("change", () => carryOut(probe, form, problem));
apply.addEventListener("click", () => carryOut(takeOver, form, problem));

async function probe() {
  hide();
  const file = field.files?.[0];
  if (!file) return;
  table = new Blob([await file.arrayBuffer()]);
  field.value = "";
  byId("chosen", HTMLElement).textContent = file.name;
  const answer = await send("probe=1");
  stand = answer.stand;
  show(answer, "würde");
  const changes = answer.neu + answer.geaendert;
  apply.hidden = answer.fehler.length > 0 || changes === 0;
  apply.textContent = `${plural(changes, "Produkt", "Produkte")} übernehmen`;
}

async function takeOver() {
  const answer = await send(`stand=${stand}`);
  hide();
  show(answer, "ist");
}

function hide() {
  result.hidden = true;
  apply.hidden = true;
}

/**
 * @param {string} query
 * @returns {Promise<Result>}
 */
function send(query) {
  return read(`/api/verwaltung/produkte/import?${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: table,
  });
}

/**
 * @param {Result} answer
 * @param {"würde" | "ist"} how
 */
function show(answer, how) {
  const wrong = answer.fehler.length;
  const done = how === "ist" ? "Übernommen" : "Geprüft, noch nichts geändert";
  const summary = `${done}: ${plural(answer.zeilen, "Zeile", "Zeilen")}, ${answer.neu} neu, ${answer.geaendert} geändert, ${answer.unveraendert} unverändert${wrong ? `, ${plural(wrong, "Fehler", "Fehler")}` : ""}.`;
  byId("import-summary", HTMLElement).textContent = summary;
  announce(summary);
  byId("import-wrong", HTMLElement).hidden = wrong === 0;
  byId("import-mistakes", HTMLTableSectionElement).replaceChildren(
    ...answer.fehler.map(mistake),
  );
  byId("import-hints", HTMLUListElement).replaceChildren(
    ...answer.hinweise.map((hint) => el("li", {}, hint)),
  );
  result.hidden = false;
}

/** @param {Mistake} wrong */
const mistake = (wrong) =>
  el(
    "tr",
    {},
    el("td", { "data-label": "Zeile" }, String(wrong.zeile)),
    el("td", { "data-label": "Spalte" }, wrong.spalte || "–"),
    el("td", { "data-label": "Wert" }, wrong.wert || "–"),
    el("td", { "data-label": "Was nicht stimmt" }, wrong.text),
  );
