// Ends the case of money that becomes no order: the operator notes what was done
// about it outside the shop.

import { announce, el } from "./dom.js";
import { money } from "./format.js";
import { problemLine } from "./parts.js";
import { send } from "./request.js";
import { carryOut } from "./row_actions.js";

/** @typedef {import("./types.js").PaymentDetails} PaymentDetails */

/**
 * @param {PaymentDetails} payment
 * @param {(payment: PaymentDetails) => void} refresh
 * @returns {HTMLElement | string} nothing when there is no case with money
 */
export function settleForm(payment, refresh) {
  const capture = payment.einzug;
  if (payment.status !== "klaerung" || !capture) return "";
  const note = el("input", {
    maxlength: 1000,
    autocomplete: "off",
    required: true,
  });
  const problem = problemLine();
  const button = el(
    "button",
    { class: "small plain" },
    "Als erledigt vermerken",
  );
  const form = el(
    "form",
    {
      class: "settle",
      submit: (event) => {
        event.preventDefault();
        problem.hidden = true;
        settle();
      },
    },
    el(
      "p",
      {},
      `${money(capture.betrag, capture.waehrung)} bleiben im PayPal-Konto, ohne Bestellung im Shop. Der Vermerk steht im Journal und lässt sich nicht zurücknehmen.`,
    ),
    el("label", {}, "Was wurde damit gemacht? ", note),
    problem,
    button,
  );

  async function settle() {
    button.disabled = true;
    const act = async () => {
      const path = `/api/verwaltung/zahlungen/${payment.id}/erledigen`;
      const answer = await send("POST", path, { notiz: note.value.trim() });
      announce("Vermerkt: von Hand erledigt.");
      refresh(answer.zahlung);
    };
    await carryOut(act, form, problem);
    button.disabled = false;
  }
  return form;
}
