// The status of an order, saved as soon as it is chosen.

import { announce, el } from "./dom.js";
import { statuses, statusName } from "./format.js";
import { problemLine } from "./parts.js";
import { Refusal, read, send } from "./request.js";
import { offerUndo } from "./undo.js";
import { ifUnchanged } from "./version.js";

/** @typedef {import("./types.js").Order} Order */

const path = "/api/verwaltung/orders/";

/**
 * A list of all states, the order's own chosen.
 *
 * @param {Order} order
 * @param {(order: Order) => void} changed shows the order anew
 * @returns {HTMLElement}
 */
export function statusControl(order, changed) {
  const problem = problemLine();
  const select = el(
    "select",
    {
      class: `status ${order.status}`,
      "aria-label": `Status von ${order.bestellnummer}`,
      change: () => save(),
    },
    ...statuses.map((status) =>
      el(
        "option",
        { value: status, selected: status === order.status },
        statusName(status),
      ),
    ),
  );
  const box = el("div", { class: "statusbox" }, select, problem);

  async function save() {
    const before = order.status;
    const wanted = select.value;
    box.setAttribute("aria-busy", "true");
    problem.hidden = true;
    try {
      const saved = await setStatus(order, wanted);
      changed(saved);
      announce(
        `Gespeichert: ${saved.bestellnummer} hat den Status „${statusName(wanted)}“.`,
      );
      offerUndo(`${saved.bestellnummer}: ${statusName(wanted)}`, async () =>
        changed(await setStatus(saved, before)),
      );
    } catch (refusal) {
      select.value = before;
      problem.textContent = await explain(refusal, order, changed);
      problem.hidden = false;
    } finally {
      box.removeAttribute("aria-busy");
    }
  }
  return box;
}

/**
 * Saves a status, unless the order was changed since it was read.
 *
 * @param {Order} order
 * @param {string} status
 * @returns {Promise<Order>} the order as it is now
 */
export async function setStatus(order, status) {
  const answer = await send(
    "PATCH",
    path + order.id,
    { status },
    ifUnchanged(order),
  );
  return answer.order;
}

/**
 * @param {unknown} refusal
 * @param {Order} order
 * @param {(order: Order) => void} changed
 */
async function explain(refusal, order, changed) {
  if (!(refusal instanceof Refusal)) throw refusal;
  if (refusal.status !== 412) return refusal.message;
  const now = (await read(path + order.id)).order;
  setTimeout(() => changed(now), 4000);
  return `Jemand anderes war schneller: Der Status ist jetzt „${statusName(now.status)}“.`;
}
