// One payment through PayPal: its state, its journal, and its refunds.

import { disputeEntry } from "./disputes.js";
import { announce, el } from "./dom.js";
import { euro, instant, money } from "./format.js";
import { signed } from "./parts.js";
import {
  captureStateName,
  paymentStateName,
  whatToDo,
} from "./payment_words.js";
import { refundForm } from "./refund_form.js";
import { refundEntry } from "./refunds.js";
import { send } from "./request.js";
import { actions } from "./row_actions.js";
import { settleForm } from "./settle_form.js";

/** @typedef {import("./types.js").PaymentDetails} PaymentDetails */
/** @typedef {import("./dom.js").Child} Child */

export const paymentPath = "/api/verwaltung/zahlungen";

/**
 * The parts of a page that show a payment. They show it anew when it changes.
 *
 * @param {PaymentDetails} payment
 * @param {(payment: PaymentDetails) => void} changed
 */
export function paymentPanel(payment, changed) {
  const panel = el("div", { class: "payment" });
  const fill = (/** @type {PaymentDetails} */ now) =>
    panel.replaceChildren(
      ...facts(now),
      ...part("Konflikte", now.konflikte.map(disputeEntry)),
      refundForm(now, refresh),
      settleForm(now, refresh),
      actions([
        [
          "Erneut prüfen",
          `Erneut prüfen: ${now.vorgang_nr}`,
          async () => {
            const checked = await recheck(now.id);
            announce(`Geprüft: ${paymentStateName(checked.status)}.`);
            refresh(checked);
          },
        ],
      ]),
      ...part(
        "Erstattungen",
        now.erstattungen.map((r) => refundEntry(now, r, refresh)),
      ),
      ...part("Journal", now.verlauf.map(step)),
    );
  const refresh = (/** @type {PaymentDetails} */ now) => {
    fill(now);
    changed(now);
  };
  fill(payment);
  return panel;
}

/**
 * Has the shop read the state of a payment at PayPal.
 *
 * @param {number} id
 * @returns {Promise<PaymentDetails>}
 */
export async function recheck(id) {
  return (await send("POST", `${paymentPath}/${id}/pruefen`, {})).zahlung;
}

/**
 * @param {PaymentDetails} payment
 * @returns {HTMLElement[]}
 */
function facts(payment) {
  const todo = whatToDo(payment);
  const state = `${paymentStateName(payment.status)} seit ${instant(payment.status_seit)}`;
  const list = el("dl", { class: "facts" });
  for (const [label, value] of known(payment))
    if (value) list.append(el("dt", {}, label), el("dd", {}, value));
  const mode = document.querySelector("main")?.dataset.paypal;
  return [
    ...(mode ? [el("p", { class: "mode" }, mode)] : []),
    el("p", {}, el("strong", { class: tone(payment.status) }, state)),
    ...(payment.grund_text
      ? [el("p", { class: "hint" }, payment.grund_text)]
      : []),
    ...(todo ? [el("p", { class: "todo" }, todo)] : []),
    list,
  ];
}

/**
 * @param {PaymentDetails} payment
 * @returns {[label: string, value: string | null][]}
 */
function known(payment) {
  const capture = payment.einzug;
  return [
    ["Vorgang", payment.vorgang_nr],
    ["Summe", euro(payment.summe)],
    ["PayPal-Bestellung", payment.paypal_order_id],
    [
      "Einzug",
      capture &&
        `${capture.paypal_capture_id}, ${captureStateName(capture.status)}`,
    ],
    ["Eingezogen", capture && money(capture.betrag, capture.waehrung)],
    ["Zurückgegeben", payment.erstattet ? euro(payment.erstattet) : null],
    [
      "Bei PayPal zurückgegeben",
      payment.extern_erstattet ? euro(payment.extern_erstattet) : null,
    ],
    [
      "Davon nach einem Konflikt zurückgekommen",
      payment.gewonnen ? euro(payment.gewonnen) : null,
    ],
    ["Noch im Shop", payment.rest ? euro(payment.rest) : null],
    ["Debug-Nummer", payment.paypal_debug_id],
  ];
}

/**
 * @param {string} state
 * @returns {string} a class
 */
export function tone(state) {
  if (state === "abgeschlossen" || state === "erstattet") return "good";
  return state === "klaerung" ? "bad" : "hint";
}

/**
 * @param {string} title
 * @param {HTMLElement[]} entries
 */
function part(title, entries) {
  if (!entries.length) return [];
  return [el("h3", {}, title), el("ol", { class: "entries" }, ...entries)];
}

/** @param {PaymentDetails["verlauf"][number]} entry */
function step(entry) {
  const reached = paymentStateName(entry.nach);
  const move = entry.von
    ? `${paymentStateName(entry.von)} → ${reached}`
    : reached;
  return el(
    "li",
    {},
    el("span", {}, entry.grund_text ? `${move} (${entry.grund_text})` : move),
    signed(entry.wer, entry.zeit),
  );
}
