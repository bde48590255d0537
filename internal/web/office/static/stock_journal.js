// What came and went of a product, in a drawer.

import { byId, el } from "./dom.js";
import { number } from "./format.js";
import { orderLink, signed } from "./parts.js";
import { read } from "./request.js";
import { guarded } from "./row_actions.js";

/** @typedef {import("./types.js").Product} Product */
/** @typedef {import("./types.js").StockEntry} StockEntry */

/** @type {Record<string, string>} */
const kinds = {
  bestellung: "Bestellung",
  storno: "Storno",
  wiederaufnahme: "Wieder aufgenommen",
  freigabe: "Zahlung ohne Geld beendet",
  aenderung: "Gebucht",
  zaehlung: "Gezählt",
  ende: "Nicht mehr gezählt",
};

/** @returns {(product: Product) => void} shows the journal of a product */
export function useJournal() {
  const dialog = byId("journal", HTMLDialogElement);
  const list = byId("journal-list", HTMLUListElement);
  const more = byId("journal-more", HTMLButtonElement);
  let from = "";
  /** @type {string | null} */
  let next = null;

  const load = () =>
    guarded(byId("journal-problem", HTMLElement), async () => {
      const page = await read(next ? `${from}?cursor=${next}` : from);
      next = page.weiter;
      list.append(...page.buchungen.map(entry));
      more.hidden = next === null;
      if (!list.childElementCount)
        list.append(el("li", {}, "Noch keine Buchung."));
    });
  more.addEventListener("click", load);
  return (product) => {
    from = `/api/verwaltung/produkte/${product.slug}/bestand`;
    next = null;
    more.hidden = true;
    list.replaceChildren();
    byId("journal-title", HTMLElement).textContent =
      `Journal: ${product.name_de}`;
    dialog.showModal();
    load();
  };
}

/** @param {StockEntry} e */
function entry(e) {
  const sign = e.menge > 0 ? "+" : "";
  return el(
    "li",
    {},
    el(
      "span",
      {},
      el("strong", {}, `${sign}${number(e.menge)}`),
      ` ${kinds[e.art] ?? e.art} `,
      e.order_id && e.bestellnummer
        ? orderLink(e.order_id, e.bestellnummer)
        : null,
      e.partie ? `, Partie ${e.partie}` : null,
    ),
    e.notiz ? el("span", {}, e.notiz) : null,
    signed(e.wer, e.zeit),
  );
}
