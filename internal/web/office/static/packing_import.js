// Numbers of parcels from a file: shown first, then entered.

import { byId, el } from "./dom.js";
import { plural } from "./format.js";
import { read } from "./request.js";
import { carryOut } from "./row_actions.js";

/** @typedef {{ zeile: number, bestellnummer: string, nummer: string | null, ergebnis: "neu" | "bekannt" | "fehler", error: string | null }} Line */
/** @typedef {{ vorschau: boolean, pruefsumme: string, zeilen: Line[] }} Result */

const path = "/api/verwaltung/sendungen/import";

/** @param {() => void} entered is called after parcels were entered */
export function useParcelImport(entered) {
  const form = byId("import", HTMLFormElement);
  const field = byId("table", HTMLInputElement);
  const confirm = byId("confirm", HTMLButtonElement);
  const problem = byId("import-problem", HTMLElement);
  /** @type {Blob | undefined} */
  let file;
  let sum = "";

  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("change", () => carryOut(preview, form, problem));
  confirm.addEventListener("click", () => carryOut(enter, form, problem));

  async function preview() {
    hide();
    const chosen = field.files?.[0];
    if (!chosen) return;
    file = new Blob([await chosen.arrayBuffer()]);
    field.value = "";
    const answer = await sendFile("");
    sum = answer.pruefsumme;
    show(answer);
    const fresh = answer.zeilen.filter(({ ergebnis }) => ergebnis === "neu");
    confirm.hidden = fresh.length === 0;
    confirm.textContent = `${plural(fresh.length, "Sendung", "Sendungen")} eintragen`;
  }

  async function enter() {
    const answer = await sendFile(`?bestaetigt=${sum}`);
    confirm.hidden = true;
    show(answer);
    entered();
  }

  function hide() {
    confirm.hidden = true;
    byId("import-lines", HTMLElement).hidden = true;
    byId("import-summary", HTMLElement).textContent = "";
  }

  /** @param {string} query @returns {Promise<Result>} */
  const sendFile = (query) =>
    read(`${path}${query}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
}

/** @param {Result} answer */
function show(answer) {
  const n = (/** @type {string} */ kind) =>
    answer.zeilen.filter(({ ergebnis }) => ergebnis === kind).length;
  byId("import-summary", HTMLElement).textContent =
    `${answer.vorschau ? "Geprüft, noch nichts eingetragen" : "Eingetragen"}: ${plural(n("neu"), "neue Sendung", "neue Sendungen")}, ${n("bekannt")} schon bekannt, ${n("fehler")} mit Fehler.`;
  byId("lines", HTMLTableSectionElement).replaceChildren(
    ...answer.zeilen.map((line) =>
      el(
        "tr",
        {},
        el("td", { "data-label": "Zeile" }, String(line.zeile)),
        el("td", { "data-label": "Bestellung" }, line.bestellnummer || "–"),
        el("td", { "data-label": "Sendung" }, line.nummer ?? "–"),
        el(
          "td",
          {
            "data-label": "Ergebnis",
            class: line.ergebnis === "fehler" ? "failed" : "",
          },
          line.error ??
            { neu: "neu", bekannt: "schon bekannt", fehler: "" }[line.ergebnis],
        ),
      ),
    ),
  );
  byId("import-lines", HTMLElement).hidden = answer.zeilen.length === 0;
}
