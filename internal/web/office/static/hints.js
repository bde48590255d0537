// What the shop noticed about an order, and what to make of it.

import { el } from "./dom.js";

/** @type {Record<string, string>} */
const meanings = {
  summe:
    "Die einzelnen Beträge der Bestellung ergeben nicht ihre Summe. Vor dem Versand nachrechnen.",
  preis:
    "Bestellt wurde zu einem anderen Preis, als jetzt im Sortiment steht. Meist hat er sich während des Einkaufs geändert.",
  artikel:
    "Den Artikel gibt es im Sortiment nicht, oder er ist nicht im Verkauf.",
  menge:
    "Von diesem Artikel sind weniger als ein halbes Stück bestellt, gerundet also keines. Beim Kunden nachfragen.",
  gratis:
    "Diese Position kostet nichts, obwohl der Shop sie nicht verschenkt. Vor dem Versand klären, ob sie zu bezahlen ist.",
  versand:
    "Die Versandkosten sind nicht die, die der Shop für dieses Land und diesen Warenwert nimmt. Vor dem Versand nachrechnen.",
  rabatt:
    "Gutschein und Boni erklären diesen Rabatt nicht. Vor dem Versand nachrechnen.",
  dublette:
    "Dieselbe Adresse hat kurz vorher dasselbe bestellt. Beim Kunden nachfragen, bevor beides verschickt wird.",
  doppelt:
    "Der Käufer hat vermutlich nicht gesehen, dass seine Zahlung über PayPal gelang, und noch einmal bestellt. Beim Kunden nachfragen, bevor beides verschickt wird.",
  alias:
    "Der Gutschein gilt einmal pro Person, und die Adresse ist vermutlich nur eine andere Schreibweise einer früheren.",
  mail: "Die Adresse bekam in kurzer Zeit viele E-Mails, vielleicht von Fremden veranlasst. Unter E-Mails lässt sich die angehaltene von Hand senden.",
  probe: "Nichts verschicken: Hier wurde nur geprobt.",
};

const orderNumber = /[A-Z0-9]+-\d{4}-\d{4,}/;

/** @param {import("./types.js").Hint} hint */
export function explained(hint) {
  const other = orderNumber.exec(hint.text)?.[0];
  return el(
    "div",
    { class: "hint explained" },
    el("strong", {}, hint.text),
    el("p", {}, meanings[hint.art]),
    other
      ? el(
          "a",
          { href: `/verwaltung/?q=${encodeURIComponent(other)}` },
          `${other} ansehen`,
        )
      : null,
  );
}
