// The rows of the order list.

import { el } from "./dom.js";
import { asOrdered, countryName, euro, methodName, plural } from "./format.js";
import { ago } from "./parts.js";
import { go } from "./query.js";
import { statusControl } from "./status.js";

/** @typedef {import("./types.js").Order} Order */

/**
 * @param {Order} order
 * @param {boolean} selected
 * @param {(order: Order, row: HTMLElement) => void} changed
 * @returns {HTMLTableRowElement}
 */
export function orderRow(order, selected, changed) {
  const row = el(
    "tr",
    { "data-id": order.id },
    el(
      "td",
      { class: "choice" },
      el("input", {
        type: "checkbox",
        checked: selected,
        "aria-label": `${order.bestellnummer} auswählen`,
      }),
    ),
    el("td", { class: "number" }, orderLink(order)),
    el("td", { class: "when" }, ago(order.created_at)),
    el(
      "td",
      { class: "who" },
      el("span", {}, order.kunde_name),
      el("small", {}, order.kunde_email),
    ),
    el("td", { class: "what" }, contents(order), ...hints(order)),
    el("td", { class: "where" }, countryName(order.land)),
    el("td", { class: "how" }, methodName(order.zahlungsart)),
    el("td", { class: "sum" }, euro(order.summe)),
    el(
      "td",
      { class: "state" },
      statusControl(order, (now) => changed(now, row)),
    ),
  );
  return row;
}

/** @param {Order} order */
function orderLink(order) {
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    go({ o: String(order.id) }, "push");
  };
  const query = new URLSearchParams(location.search);
  query.set("o", String(order.id));
  return el("a", { href: `?${query}`, click: open }, order.bestellnummer);
}

/** How many articles the row of an order names. */
const named = 3;

/** @param {Order} order */
function contents(order) {
  const names = order.artikel
    .slice(0, named)
    .map((item) => `${item.menge} × ${item.name_de}`)
    .join(", ");
  const rest = order.artikel.length - named;
  const more = rest > 0 ? ` und ${plural(rest, "weiterer", "weitere")}` : "";
  const all = order.artikel.map(
    (item) => `${item.menge} × ${item.name_de}${asOrdered(item)}`,
  );
  return el("span", { title: all.join("\n") }, names + more);
}

/** @param {Order} order */
function hints(order) {
  return order.hinweise.map((hint) =>
    el("small", { class: "hint" }, hint.text),
  );
}
