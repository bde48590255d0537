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

/** @type {Record<string, string>} */
const unclear = {
  "Geld zu einer Zahlung, die das Journal nicht kennt":
    "PayPal hat Geld eingenommen, zu dem der Shop keinen Warenkorb kennt. Im PayPal-Konto nach der PayPal-Bestellung suchen und mit dem Käufer klären, wofür es ist, oder es dort erstatten.",
  "Betrag oder Währung weicht ab":
    "PayPal hat etwas anderes eingezogen, als vereinbart war. Eine Bestellung gibt es deshalb nicht. Den Einzug im PayPal-Konto ansehen und dort erstatten.",
  "Der Warenkorb ist nicht mehr vorhanden":
    "Das Geld kam, als der Warenkorb schon gelöscht war. Mit dem Käufer klären, was er wollte, oder im PayPal-Konto erstatten.",
  "Seit 24 Stunden nicht zu klären":
    "PayPal gibt seit einem Tag keine eindeutige Antwort. Im PayPal-Konto nach der Vorgangsnummer suchen; dem Support von PayPal hilft die Debug-Nummer.",
  "PayPal kennt die Vorgangsnummer schon, aber keinen Einzug dazu":
    "Im PayPal-Konto nach der Vorgangsnummer suchen: Dort steht, ob Geld kam und wohin es gehört.",
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    "Für die Erstattung fehlte Guthaben auf dem PayPal-Konto. Bitte aufladen.",
};

const stillUnclear =
  "Der Shop bringt diese Zahlung nicht allein zu Ende. Im PayPal-Konto nachsehen, ob Geld kam, und es dort erstatten oder mit dem Käufer klären.";

/**
 * @param {Payment} payment
 * @returns {string} empty: nothing, and nothing goes on
 */
export function whatToDo(payment) {
  switch (payment.status) {
    case "klaerung":
      return `${unclear[payment.grund ?? ""] ?? stillUnclear} Danach hier „Erneut prüfen“.`;
    case "erstattung_noetig":
    case "erstattung_laeuft":
      return "Nichts zu tun: Das Geld wird zu keiner Bestellung, der Shop gibt es von selbst zurück.";
    case "einzug_laeuft":
    case "wartet_auf_zahlung":
      return `Nichts zu tun: Der Shop fragt von selbst wieder bei PayPal nach${again(payment)}.`;
    default:
      return "";
  }
}

/** @param {Payment} payment */
const again = (payment) =>
  payment.naechster_versuch ? `, ${instant(payment.naechster_versuch)}` : "";

/** @param {string} state */
export const refundStateName = (state) =>
  ({
    laeuft: "läuft",
    erstattet: "erstattet",
    gescheitert: "gescheitert",
  })[state] ?? state;
