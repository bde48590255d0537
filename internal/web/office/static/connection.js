// The shop's connection with PayPal on the page of payments: whether PayPal accepts the
// shop's credentials and knows its webhook.

import { el } from "./dom.js";
import { instant } from "./format.js";
import { read } from "./request.js";

/**
 * @typedef {object} Connection
 * @property {{ stand: "unbekannt" | "angenommen" | "abgelehnt", seit: string | null, grund: string | null, rat: string | null }} zugang
 * @property {{ stand: string, text: string }} webhook
 * @property {string | null} geprueft_at
 */

/**
 * Shows the connection in its place, which pages of shops without PayPal do not have.
 *
 * @param {AbortSignal} signal
 */
export async function showConnection(signal) {
  const place = document.getElementById("connection");
  if (!place) return;
  /** @type {Connection} */
  const connection = await read("/api/verwaltung/zahlungen/verbindung", {
    signal,
  });
  place.replaceChildren(
    ...access(connection.zugang),
    webhook(connection.webhook),
    ...(connection.geprueft_at
      ? [
          el(
            "p",
            { class: "muted" },
            `Zuletzt geprüft: ${instant(connection.geprueft_at)}.`,
          ),
        ]
      : []),
  );
}

/** @param {Connection["zugang"]} zugang */
function access({ stand, seit, grund, rat }) {
  if (stand === "unbekannt" || !seit)
    return [
      el("p", { class: "hint" }, "PayPal hat dem Shop noch nicht geantwortet."),
    ];
  if (stand === "angenommen")
    return [
      el(
        "p",
        { class: "good" },
        el("strong", {}, "PayPal nimmt die Zugangsdaten an"),
        `, seit ${instant(seit)}.`,
      ),
    ];
  return [
    el(
      "p",
      { class: "problem", role: "alert" },
      el("strong", {}, grund),
      `, seit ${instant(seit)}. Käufer können gerade nur überweisen.`,
    ),
    el("p", { class: "todo" }, rat),
  ];
}

/** @param {Connection["webhook"]} webhook */
function webhook({ stand, text }) {
  return el("p", { class: stand === "eingerichtet" ? "muted" : "hint" }, text);
}
