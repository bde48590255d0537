// The content of tiles with figures, whatever they link to.

import { el } from "./dom.js";
import { euro, number } from "./format.js";

/** @typedef {import("./types.js").Figures} Figures */

/**
 * The tiles of paid orders.
 *
 * @template T
 * @param {Figures} f
 * @param {(label: string, figure: string, more: string, status: string) => T} tile
 */
export const paidTiles = (f, tile) => [
  tile("Umsatz", euro(f.umsatz), "nur bezahlte Bestellungen", "bezahlt"),
  tile("Behalten", euro(f.behalten), "Umsatz ohne Erstattungen", "bezahlt"),
  tile("Bestellungen", number(f.bestellungen), "bezahlt", "bezahlt"),
  tile(
    "Durchschnitt",
    euro(f.durchschnitt),
    "je bezahlter Bestellung",
    "bezahlt",
  ),
];

/**
 * @param {string} label
 * @param {string} figure
 * @param {string} more
 */
export const written = (label, figure, more) => [
  el("span", { class: "label" }, label),
  el("strong", {}, figure),
  el("small", {}, more),
];
