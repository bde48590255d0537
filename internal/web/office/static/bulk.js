// Actions on several orders at once, with a result for each.

import { announce, byId, el } from "./dom.js";
import { plural, statusName } from "./format.js";
import { Refusal } from "./request.js";
import { setStatus } from "./status.js";
import { offerUndo } from "./undo.js";

/** @typedef {import("./types.js").Order} Order */

/** @typedef {{ order: Order, status: string }} Wish an order, and what its status is to be */

/**
 * @param {() => Order[]} chosen
 * @param {(order: Order) => void} changed shows one order anew
 */
export function useBulk(chosen, changed) {
  const form = byId("bulk", HTMLFormElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const status = String(new FormData(form).get("status"));
    const title = `Status auf „${statusName(status)}“ setzen`;
    const wishes = chosen().map((order) => ({ order, status }));
    const { said, back } = await grant(title, wishes, changed);
    announce(said);
    if (back.length)
      offerUndo(
        `${plural(back.length, "Bestellung", "Bestellungen")}: ${statusName(status)}`,
        async () => (await grant("Änderung zurücknehmen", back, changed)).said,
      );
  });
}

/**
 * Sets states one after the other, and shows the result of each.
 *
 * @param {string} title
 * @param {Wish[]} wishes
 * @param {(order: Order) => void} changed
 * @returns {Promise<{ said: string, back: Wish[] }>} how it went, and what takes
 *   back those that were set
 */
async function grant(title, wishes, changed) {
  const list = byId("result-list", HTMLUListElement);
  const results = byId("results", HTMLDialogElement);
  list.replaceChildren();
  byId("result-title", HTMLElement).textContent = title;
  if (!results.open) results.showModal();
  /** @type {Wish[]} */
  const back = [];
  for (const { order, status } of wishes) {
    try {
      const now = await setStatus(order, status);
      changed(now);
      if (order.status !== status)
        back.push({ order: now, status: order.status });
      list.append(result(order, `ist ${statusName(status)}`));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      list.append(result(order, refusal.message, "problem"));
    }
  }
  const failures = list.querySelectorAll(".problem").length;
  const said = failures
    ? `${plural(failures, "Bestellung", "Bestellungen")} nicht geändert.`
    : "Alle Bestellungen geändert.";
  return { said, back };
}

/**
 * @param {Order} order
 * @param {string} text
 * @param {string} kind
 */
const result = (order, text, kind = "") =>
  el("li", { class: kind }, el("strong", {}, order.bestellnummer), ` ${text}`);

/** @param {Order[]} orders that are chosen */
export function showBulk(orders) {
  byId("bulk", HTMLFormElement).hidden = orders.length === 0;
  byId("chosen", HTMLElement).textContent = plural(
    orders.length,
    "ausgewählt",
    "ausgewählt",
  );
  const ids = orders.map((order) => order.id).join(",");
  byId("slips", HTMLAnchorElement).href =
    `/verwaltung/lieferscheine/?ids=${ids}`;
  for (const kind of ["csv", "xlsx"]) {
    byId(`chosen-${kind}`, HTMLAnchorElement).href =
      `/api/verwaltung/orders.${kind}?ids=${ids}`;
  }
}
