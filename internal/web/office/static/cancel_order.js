// Asks about an order all of whose money went back: is it not to be cancelled?

import { announce, el } from "./dom.js";
import { read } from "./request.js";
import { actions } from "./row_actions.js";
import { setStatus } from "./status.js";
import { offerUndo } from "./undo.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").Payment} Payment */

/**
 * Cancels an order, whatever its state, and offers to undo that.
 *
 * @param {number} id
 * @param {(order: Order) => unknown} changed shows the order anew
 */
export async function cancelOrder(id, changed) {
  /** @type {Order} */
  const order = (await read(`/api/verwaltung/orders/${id}`)).order;
  const saved = await setStatus(order, "storniert");
  await changed(saved);
  announce(`Gespeichert: ${saved.bestellnummer} ist storniert.`);
  offerUndo(`${saved.bestellnummer}: storniert`, async () => {
    await changed(await setStatus(saved, order.status));
  });
}

/**
 * The question at an order.
 *
 * @param {Order} order
 * @param {Payment | null} payment the order's
 * @param {(order: Order) => void} changed shows the order anew
 * @returns {HTMLElement[]} empty: there is nothing to ask
 */
export function cancelQuestion(order, payment, changed) {
  if (!payment?.storno_offen) return [];
  return [
    el(
      "div",
      { class: "hint explained" },
      el(
        "strong",
        {},
        "Das Geld ist ganz zurückgegeben. Die Bestellung stornieren?",
      ),
      actions([
        [
          "Bestellung stornieren",
          `Bestellung stornieren: ${order.bestellnummer}`,
          () => cancelOrder(order.id, changed),
        ],
      ]),
    ),
  ];
}
