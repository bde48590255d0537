// What is done with several orders at once, with a result for each.

import { Refusal } from "./api.js";
import { announce, byId, el } from "./dom.js";
import { plural, statusName } from "./format.js";
import { setStatus } from "./status.js";

/** @typedef {import("./types.js").Order} Order */

/**
 * @param {() => Order[]} chosen
 * @param {(order: Order) => void} changed shows one order anew
 */
export function useBulk(chosen, changed) {
  const form = byId("bulk", HTMLFormElement);
  const results = byId("results", HTMLDialogElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const status = String(new FormData(form).get("status"));
    const list = byId("result-list", HTMLUListElement);
    list.replaceChildren();
    byId("result-title", HTMLElement).textContent =
      `Status auf „${statusName(status)}“ setzen`;
    results.showModal();
    const failures = await changeAll(chosen(), status, changed, (entry) =>
      list.append(entry),
    );
    announce(
      failures
        ? `${plural(failures, "Bestellung", "Bestellungen")} nicht geändert.`
        : "Alle Bestellungen geändert.",
    );
  });
}

/**
 * @param {Order[]} orders
 * @param {string} status
 * @param {(order: Order) => void} changed
 * @param {(entry: HTMLLIElement) => void} report
 * @returns {Promise<number>} how many failed
 */
async function changeAll(orders, status, changed, report) {
  let failures = 0;
  for (const order of orders) {
    try {
      changed(await setStatus(order, status));
      report(
        el("li", {}, el("strong", {}, order.bestellnummer), " gespeichert"),
      );
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      failures++;
      report(
        el(
          "li",
          { class: "problem" },
          el("strong", {}, order.bestellnummer),
          ` ${refusal.message}`,
        ),
      );
    }
  }
  return failures;
}

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
