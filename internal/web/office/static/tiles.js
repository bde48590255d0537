// The figures above the list. Each is a button that shows the orders behind it.

import { byId, el } from "./dom.js";
import { age, euro, number, plural } from "./format.js";
import { current, go, picked } from "./query.js";
import { Refusal, read } from "./request.js";
import { paidTiles, written } from "./tile.js";

/** @typedef {import("./types.js").Figures} Figures */

let asked = 0;

/**
 * Loads the figures of the days that are shown; if that fails, a text takes their
 * place.
 */
export async function showTiles() {
  const place = byId("tiles", HTMLElement);
  const mine = ++asked;
  const days = picked(current(), ["von", "bis"]);
  try {
    /** @type {Figures} */
    const figures = await read(`/api/verwaltung/kennzahlen?${days}`);
    if (mine === asked) place.replaceChildren(...tiles(figures));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (mine === asked)
      place.replaceChildren(
        el("p", { class: "muted" }, `Keine Kennzahlen: ${refusal.message}`),
      );
  }
}

/** @param {Figures} f */
function tiles(f) {
  return [
    ...paidTiles(f, tile),
    tile("Zahlung offen", euro(f.offen.summe), openText(f), "zahlungOffen"),
    tile(
      "Storniert",
      number(f.storniert.anzahl),
      euro(f.storniert.summe),
      "storniert",
    ),
  ];
}

/** @param {Figures} f */
function openText(f) {
  if (!f.offen.anzahl) return "keine offen";
  const days = f.offen.aelteste ? age(f.offen.aelteste) : 0;
  const oldest = days
    ? `älteste seit ${plural(days, "Tag", "Tagen")}`
    : "älteste von heute";
  return `${plural(f.offen.anzahl, "Bestellung", "Bestellungen")}, ${oldest}`;
}

/**
 * @param {string} label
 * @param {string} figure
 * @param {string} more
 * @param {string} status
 */
function tile(label, figure, more, status) {
  const chosen = current().get("status") === status;
  const show = () => go({ status: chosen ? "" : status, cursor: "" }, "push");
  return el(
    "button",
    {
      type: "button",
      class: `tile ${status}`,
      "aria-pressed": String(chosen),
      click: show,
    },
    ...written(label, figure, more),
  );
}
