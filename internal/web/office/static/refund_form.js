// Refunds a payment, wholly or in part, after a confirmation.

import { refundWarning } from "./disputes.js";
import { el } from "./dom.js";
import { amount } from "./entry_form.js";
import { euro } from "./format.js";
import { problemLine } from "./parts.js";
import { carryOutRefund, refundsPath } from "./refunds.js";
import { send } from "./request.js";
import { carryOut } from "./row_actions.js";
import { newKey } from "./unique.js";

/** @typedef {import("./types.js").PaymentDetails} PaymentDetails */

/**
 * @param {PaymentDetails} payment
 * @param {(payment: PaymentDetails) => void} refresh
 * @returns {HTMLElement | string} nothing when there is no money left
 */
export function refundForm(payment, refresh) {
  if (!payment.rest) return "";
  const sum = el("input", {
    inputmode: "decimal",
    autocomplete: "off",
    required: true,
    value: payment.rest.toFixed(2).replace(".", ","),
  });
  const note = el("input", { maxlength: 200, autocomplete: "off" });
  const problem = problemLine();
  const sure = el("div", { class: "sure", role: "group" });
  const form = el(
    "form",
    {
      class: "refund",
      submit: (event) => {
        event.preventDefault();
        problem.hidden = true;
        confirm();
      },
      input: () => sure.replaceChildren(),
    },
    refundWarning(payment.konflikte),
    el("label", {}, "Betrag in € ", sum),
    el("label", {}, "Grund, nur für Sie ", note),
    problem,
    el("button", { class: "small plain" }, "Geld zurückgeben …"),
    sure,
  );

  /** Asks for confirmation: a refund by PayPal cannot be undone. */
  function confirm() {
    const wanted = amount(sum.value.trim());
    const spoken = typeof wanted === "number" ? euro(wanted) : sum.value;
    const body = { betrag: wanted, notiz: note.value.trim() };
    const request = newKey();
    question(sure, spoken, async (yes) => {
      yes.disabled = true;
      const headers = { "Idempotency-Key": request };
      const ask = async () =>
        (await send("POST", refundsPath(payment.id), body, headers)).zahlung;
      const act = () => carryOutRefund(payment, ask, refresh);
      await carryOut(act, form, problem);
      yes.disabled = false;
    });
  }
  return form;
}

/**
 * Asks whether to give a sum back.
 *
 * @param {HTMLElement} sure where the question is shown
 * @param {string} spoken
 * @param {(yes: HTMLButtonElement) => void} confirmed
 */
function question(sure, spoken, confirmed) {
  const yes = el(
    "button",
    { type: "button", class: "small", click: () => confirmed(yes) },
    `Ja, ${spoken} zurückgeben`,
  );
  sure.replaceChildren(
    el(
      "p",
      {},
      `${spoken} gehen über PayPal an den Käufer zurück. Der Status der Bestellung bleibt, wie er ist.`,
    ),
    yes,
    el(
      "button",
      { type: "button", class: "quiet", click: () => sure.replaceChildren() },
      "Abbrechen",
    ),
  );
  yes.focus();
}
