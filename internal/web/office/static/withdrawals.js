// The withdrawals, as customers declared them, with the orders that they mean.

import { addDays, dayName } from "./days.js";
import { el } from "./dom.js";
import { dayAt, instant } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { orderLink } from "./parts.js";
import { current, picked } from "./query.js";
import { read } from "./request.js";
import { showPaging } from "./tabs.js";

/** @typedef {import("./types.js").Withdrawal} Withdrawal */

const table = recordTable(5);
const load = useLoading(async (signal) => {
  table.wait();
  const query = picked(current(), ["cursor"]);
  const page = await read(`/api/verwaltung/widerrufe?${query}`, { signal });
  table.show(page.widerrufe.map(row), "Noch kein Widerruf.");
  showPaging(page.weiter);
}, table.clear);

addEventListener("moved", load);
addEventListener("popstate", load);
load();

/** @param {Withdrawal} withdrawal */
function row(withdrawal) {
  return el(
    "tr",
    { "data-id": withdrawal.id },
    cell("Eingang", "when", instant(withdrawal.eingang_at)),
    cell(
      "Von",
      "who",
      el("span", {}, withdrawal.name),
      el("small", {}, withdrawal.email),
    ),
    cell("Vertrag", "verdict", ...contract(withdrawal)),
    cell("Grund", "what", withdrawal.grund),
    cell("Was tun?", "what", ...advice(withdrawal)),
  );
}

/** @param {Withdrawal} withdrawal */
function contract(withdrawal) {
  if (!withdrawal.order_id) return [el("span", {}, withdrawal.vertrag)];
  return [orderLink(withdrawal.order_id, withdrawal.bestellnummer)];
}

const term = 14; // days, § 357 BGB

/** @param {Withdrawal} withdrawal */
const arrived = (withdrawal) => dayAt(withdrawal.eingang_at);

/** @param {Withdrawal} withdrawal */
const cancelling = (withdrawal) =>
  withdrawal.bestellstatus === "storniert"
    ? "Die Bestellung ist schon storniert."
    : "Bestellung stornieren.";

/** @param {Withdrawal} withdrawal */
function advice(withdrawal) {
  const subject = withdrawal.bestellnummer || withdrawal.vertrag;
  return [
    withdrawal.order_id
      ? `${cancelling(withdrawal)} Geld bis ${dayName(addDays(arrived(withdrawal), term))} zurückgeben, oder wenn die Ware zurück ist. `
      : "Zu Nummer und E-Mail-Adresse gibt es keine Bestellung: beim Kunden nachfragen. ",
    el(
      "a",
      {
        href: `mailto:${encodeURIComponent(withdrawal.email)}?subject=${encodeURIComponent(`Widerruf ${subject}`)}`,
      },
      "Antworten",
    ),
  ];
}
