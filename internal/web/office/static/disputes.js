// What buyers contest at PayPal or at their bank.

import { el } from "./dom.js";
import { instant, money } from "./format.js";
import { ago } from "./parts.js";

/** @typedef {import("./types.js").Dispute} Dispute */

/** Whether PayPal has not decided. @param {Dispute} dispute */
const open = (dispute) => dispute.ausgang_text === null;

/**
 * One dispute in the list of a payment's.
 *
 * @param {Dispute} dispute
 */
export function disputeEntry(dispute) {
  return el(
    "li",
    { class: "dispute" },
    el("span", dispute.rat ? { class: "bad" } : {}, title(dispute)),
    el("p", { class: "hint" }, dispute.grund_text),
    dispute.ausgang_text
      ? el("p", { class: "hint" }, dispute.ausgang_text)
      : "",
    dispute.gewonnen
      ? el(
          "p",
          { class: "good" },
          `${money(dispute.gewonnen, "EUR")} sind zurückgekommen.`,
        )
      : "",
    dispute.rat ? el("p", { class: "todo" }, dispute.rat) : "",
    centre(dispute),
    el("small", {}, ago(dispute.created_at)),
  );
}

/** @param {Dispute} dispute */
function title(dispute) {
  const sum =
    dispute.betrag !== null && dispute.waehrung
      ? money(dispute.betrag, dispute.waehrung)
      : "Betrag unbekannt";
  const due =
    open(dispute) && dispute.frist
      ? `, Antwort bis ${instant(dispute.frist)}`
      : "";
  return `${sum}: ${dispute.stand_text}${due}`;
}

/** @param {Dispute} dispute */
const centre = (dispute) =>
  el(
    "a",
    { href: dispute.link, target: "_blank", rel: "noreferrer" },
    `Konflikt ${dispute.paypal_id} bei PayPal ansehen`,
  );

/**
 * A warning for who is about to give money back that the buyer contests.
 *
 * @param {Dispute[]} disputes
 */
export function refundWarning(disputes) {
  if (!disputes.some(open)) return "";
  return el(
    "p",
    { class: "todo" },
    "Zu dieser Zahlung läuft ein Konflikt. Geld besser in der Konfliktlösung von PayPal zurückgeben: Von hier aus lehnt PayPal es meist ab, oder der Käufer bekommt es doppelt.",
  );
}

/**
 * The open disputes about money that the shop does not know.
 *
 * @param {Dispute[]} disputes
 */
export function strayDisputes(disputes) {
  if (!disputes.length) return [];
  return [
    el(
      "p",
      { class: "todo" },
      "Zu Geld, das der Shop nicht kennt, läuft bei PayPal ein Konflikt. Vielleicht gehört es zu einem anderen Geschäft auf demselben Konto.",
    ),
    el("ol", { class: "entries" }, ...disputes.map(disputeEntry)),
  ];
}
