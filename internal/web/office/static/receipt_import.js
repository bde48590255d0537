// Reads statements in: chosen, or dropped on the page.

import { byId, el } from "./dom.js";
import { number, plural } from "./format.js";
import { Refusal, read } from "./request.js";

/** @param {() => void} imported is called after each file that was read */
export function useImport(imported) {
  const form = byId("import", HTMLFormElement);
  const field = byId("statement", HTMLInputElement);
  field.addEventListener("change", async () => {
    const files = [...(field.files ?? [])];
    await readAll(files, imported);
    field.value = ""; // the same file may be chosen again
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("over");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    readAll([...(event.dataTransfer?.files ?? [])], imported);
  });
}

/**
 * @param {File[]} files
 * @param {() => void} imported
 */
async function readAll(files, imported) {
  const results = byId("import-results", HTMLUListElement);
  results.replaceChildren();
  for (const file of files) {
    const entry = el("li", {}, `${file.name} wird gelesen …`);
    results.append(entry);
    try {
      const answer = await read("/api/verwaltung/kontoauszuege", {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream" },
        body: file,
      });
      entry.replaceChildren(el("strong", {}, file.name), ` ${brought(answer)}`);
      imported();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      entry.className = "problem";
      entry.textContent = `${file.name}: ${refusal.message}`;
    }
  }
}

/** @param {{ gelesen: number, neu: number, bekannt: number, abgaenge: number }} answer */
function brought(answer) {
  return [
    `${plural(answer.gelesen, "Buchung", "Buchungen")} gelesen`,
    plural(answer.neu, "neuer Eingang", "neue Eingänge"),
    answer.bekannt ? `${number(answer.bekannt)} schon bekannt` : "",
    answer.abgaenge ? plural(answer.abgaenge, "Abgang", "Abgänge") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
