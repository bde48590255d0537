// The rows of the list of receipts.

import { el } from "./dom.js";
import { countedDay, money, statusName } from "./format.js";
import { cell } from "./loading.js";
import { orderLink, problemLine } from "./parts.js";
import { carryOut } from "./row_actions.js";

/** @typedef {import("./types.js").Receipt} Receipt */
/** @typedef {import("./types.js").ReceiptOrder} ReceiptOrder */

/**
 * @typedef {object} Actions
 * @property {(receipt: Receipt, order: ReceiptOrder) => Promise<void>} book
 * @property {(receipt: Receipt) => void} pick
 * @property {(receipt: Receipt) => void} settle
 * @property {(receipt: Receipt) => Promise<void>} reopen
 */

/**
 * @param {Receipt} receipt
 * @param {Actions} actions
 */
export function receiptRow(receipt, actions) {
  return el(
    "tr",
    { "data-id": receipt.id },
    cell("Tag", "when", countedDay(receipt.gebucht_am)),
    cell(
      "Von",
      "who",
      el("span", {}, receipt.name),
      small(receipt.iban.replace(/(.{4})(?=.)/g, "$1 ")),
    ),
    cell("Zweck", "what", receipt.zweck),
    cell("Betrag", "sum", money(receipt.betrag, receipt.waehrung)),
    cell("Bestellung", "verdict", ...judged(receipt)),
    cell("Was tun?", "todo", controls(receipt, actions)),
  );
}

/** @param {string} text */
const small = (text) => (text ? el("small", {}, text) : null);

/**
 * What the receipt means, and for which order.
 *
 * @param {Receipt} receipt
 */
function judged(receipt) {
  const order = receipt.bestellung;
  const fits = receipt.urteil === "passt";
  return [
    receipt.urteil_text
      ? el("strong", { class: fits ? "good" : "hint" }, receipt.urteil_text)
      : null,
    order ? orderLine(order, receipt.zustand === "offen") : null,
    small(receipt.notiz),
  ];
}

/**
 * @param {ReceiptOrder} order
 * @param {boolean} open whether its receipt waits for a decision
 */
function orderLine(order, open) {
  return el(
    "span",
    {},
    orderLink(order.id, order.bestellnummer),
    el(
      "small",
      {},
      open
        ? `${order.kunde_name}, ${money(order.summe, "EUR")}, ${statusName(order.status)}`
        : order.kunde_name,
    ),
  );
}

/**
 * @param {Receipt} receipt
 * @param {Actions} actions
 */
function controls(receipt, actions) {
  const problem = problemLine();
  const box = el("div", { class: "controls" });
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ kind,
    /** @type {() => unknown} */ act,
  ) =>
    el(
      "button",
      { type: "button", class: kind, click: () => carryOut(act, box, problem) },
      label,
    );
  if (receipt.zustand !== "offen") {
    box.append(button("Zurücknehmen", "quiet", () => actions.reopen(receipt)));
  } else {
    box.append(
      ...suggestions(receipt).map((order, i) =>
        button(
          `Auf ${order.bestellnummer} buchen`,
          receipt.urteil === "passt" && i === 0 ? "small" : "small plain",
          () => actions.book(receipt, order),
        ),
      ),
      button("Andere Bestellung …", "quiet", () => actions.pick(receipt)),
      button("Erledigen …", "quiet", () => actions.settle(receipt)),
    );
  }
  box.append(problem);
  return box;
}

/**
 * The orders that wait for money and may be meant, the likeliest first.
 *
 * @param {Receipt} receipt
 */
function suggestions(receipt) {
  const all = receipt.bestellung
    ? [
        receipt.bestellung,
        ...receipt.vorschlaege.filter((o) => o.id !== receipt.bestellung?.id),
      ]
    : receipt.vorschlaege;
  return receipt.waehrung === "EUR"
    ? all.filter((order) => order.status === "zahlungOffen").slice(0, 3)
    : [];
}
