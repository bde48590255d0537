// The operator's note on an order. A text that is not saved yet outlasts every
// change that is shown meanwhile.

import { announce, el } from "./dom.js";
import { statusName } from "./format.js";
import { problemLine } from "./parts.js";
import { Refusal, read, send } from "./request.js";
import { ifUnchanged } from "./version.js";

/** @typedef {import("./types.js").Order} Order */

/**
 * The note as it was typed into a drawer; null: it is as it was saved.
 *
 * @param {HTMLElement} drawer
 * @param {Order} order that will be shown
 * @returns {string | null}
 */
export function unsaved(drawer, order) {
  const field = drawer.querySelector("textarea");
  return field &&
    field.dataset.order === String(order.id) &&
    field.value !== field.defaultValue
    ? field.value
    : null;
}

/**
 * @param {Order} order
 * @param {string | null} draft what was typed before
 * @param {(order: Order) => void} refresh shows the order anew
 */
export function noteForm(order, draft, refresh) {
  const text = el(
    "textarea",
    {
      rows: 3,
      maxlength: 1000,
      "aria-label": "Interne Notiz",
      "data-order": order.id,
    },
    order.notiz,
  );
  if (draft !== null) text.value = draft;
  const problem = problemLine();
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const saved = await keep(order, text.value);
      text.defaultValue = text.value;
      refresh(saved);
      announce("Notiz gespeichert.");
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      problem.textContent = await explain(refusal, order);
      problem.hidden = false;
    }
  };
  return el(
    "form",
    { class: "note", submit: save },
    text,
    problem,
    el("button", { class: "quiet" }, "Notiz speichern"),
  );
}

/**
 * @param {Order} order
 * @param {string} notiz
 * @returns {Promise<Order>}
 */
async function keep(order, notiz) {
  const answer = await send(
    "PATCH",
    `/api/verwaltung/orders/${order.id}`,
    { notiz },
    ifUnchanged(order),
  );
  return answer.order;
}

/**
 * Shows what somebody else changed meanwhile; the next attempt then goes ahead.
 *
 * @param {Refusal} refusal
 * @param {Order} order
 */
async function explain(refusal, order) {
  if (refusal.status !== 412) return refusal.message;
  /** @type {Order} */
  const now = (await read(`/api/verwaltung/orders/${order.id}`)).order;
  order.version = now.version;
  const theirs = now.notiz ? `„${now.notiz}“` : "leer";
  return `Jemand anderes war schneller: Der Status ist „${statusName(now.status)}“, die Notiz ${theirs}. Noch einmal speichern ersetzt sie durch diesen Text.`;
}
