// The refunds of a payment: ordered, under way, done, or failed and waiting for a
// decision.

import { announce, el } from "./dom.js";
import { euro } from "./format.js";
import { signed } from "./parts.js";
import { refundStateName } from "./payment_words.js";
import { Refusal, read, send } from "./request.js";
import { actions } from "./row_actions.js";

/** @typedef {import("./types.js").PaymentDetails} PaymentDetails */
/** @typedef {import("./types.js").Refund} Refund */
/** @typedef {(payment: PaymentDetails) => void} Refresh */

/** @param {number} payment */
export const refundsPath = (payment) =>
  `/api/verwaltung/zahlungen/${payment}/erstattungen`;

/** Refusals after which the payment is no longer as it is shown. */
const outdating = ["erstattung_abgelehnt", "schon_erstattet"];

/**
 * Has PayPal asked for a refund, announces what came of it, and shows the payment as it
 * is then.
 *
 * @param {PaymentDetails} payment
 * @param {() => Promise<PaymentDetails>} ask
 * @param {Refresh} refresh
 */
export async function carryOutRefund(payment, ask, refresh) {
  try {
    const now = await ask();
    announce(
      now.erstattungen.some((r) => r.zustand === "laeuft")
        ? "Angefordert: PayPal hat die Erstattung noch nicht bestätigt."
        : `Zurückgegeben: noch ${euro(now.rest)} im Shop.`,
    );
    refresh(now);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || !outdating.includes(refusal.code))
      throw refusal;
    const { zahlung } = await read(`/api/verwaltung/zahlungen/${payment.id}`);
    refresh(zahlung);
    announce(refusal.message);
  }
}

/**
 * One refund in the list of a payment's.
 *
 * @param {PaymentDetails} payment
 * @param {Refund} refund
 * @param {Refresh} refresh
 */
export function refundEntry(payment, refund, refresh) {
  const failed = refund.rat !== null;
  return el(
    "li",
    {},
    el(
      "span",
      failed ? { class: "bad" } : {},
      `${euro(refund.betrag)}: ${refundStateName(refund.zustand)}`,
      refund.erledigt_at ? ", erledigt" : "",
      refund.notiz ? `, ${refund.notiz}` : "",
    ),
    refund.grund_text ? el("p", { class: "hint" }, refund.grund_text) : "",
    refund.rat ? el("p", { class: "todo" }, refund.rat) : "",
    refund.paypal_debug_id
      ? el("p", { class: "hint" }, `Debug-Nummer: ${refund.paypal_debug_id}`)
      : "",
    failed ? decisions(payment, refund, refresh) : "",
    signed(refund.wer, refund.created_at),
  );
}

/**
 * @param {PaymentDetails} payment
 * @param {Refund} refund
 * @param {Refresh} refresh
 */
function decisions(payment, refund, refresh) {
  const path = `${refundsPath(payment.id)}/${refund.id}`;
  const sum = euro(refund.betrag);
  return actions([
    [
      "Erneut versuchen",
      `Erneut versuchen: ${sum} zurückgeben`,
      () =>
        carryOutRefund(
          payment,
          async () => (await send("POST", `${path}/erneut`)).zahlung,
          refresh,
        ),
    ],
    [
      "Als erledigt vermerken",
      `Als erledigt vermerken: Erstattung von ${sum}`,
      async () => {
        refresh((await send("POST", `${path}/erledigen`)).zahlung);
        announce("Vermerkt: erledigt.");
      },
    ],
  ]);
}
