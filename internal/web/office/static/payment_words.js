// What the states of a payment mean, and what the operator has to do about them.

import { instant } from "./format.js";

/** @typedef {import("./types.js").Payment} Payment */

/** @type {Record<string, string>} */
const names = {
  klaerung: "Zu klären",
  erstattung_noetig: "Wird erstattet",
  erstattung_laeuft: "Erstattung läuft",
  einzug_laeuft: "Einzug läuft",
  wartet_auf_zahlung: "Wartet auf PayPal",
  angelegt: "Wartet auf Käufer",
  neu: "Begonnen",
  abgeschlossen: "Bezahlt",
  erstattet: "Erstattet",
  abgelehnt: "Abgelehnt",
  abgelaufen: "Abgelaufen",
  verworfen: "Ersetzt",
};

export const paymentStates = Object.keys(names);

/** @param {string} state */
export const paymentStateName = (state) => names[state] ?? state;

/**
 * @param {Payment} payment
 * @returns {string} empty: nothing, and nothing goes on
 */
export function whatToDo(payment) {
  if (!payment.rat) return "";
  if (!payment.naechster_versuch || payment.status === "abgeschlossen")
    return payment.rat;
  return `${payment.rat} Der Shop fragt wieder nach: ${instant(payment.naechster_versuch)}.`;
}

/** @param {string} state */
export const refundStateName = (state) =>
  ({
    laeuft: "läuft",
    erstattet: "erstattet",
    gescheitert: "gescheitert",
  })[state] ?? state;

/** @type {Record<string, string>} */
const captureNames = {
  COMPLETED: "vollständig",
  PENDING: "noch in Prüfung bei PayPal",
  DECLINED: "abgelehnt",
  FAILED: "fehlgeschlagen",
  REFUNDED: "ganz erstattet",
  PARTIALLY_REFUNDED: "teilweise erstattet",
};

/**
 * @param {string} state as PayPal names it
 * @returns {string} in German
 */
export const captureStateName = (state) => captureNames[state] ?? "unbekannt";
