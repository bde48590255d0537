// The questions before a decision on a receipt: which order it pays, or what was
// done with it instead.

import { byId, el } from "./dom.js";
import { euro, money } from "./format.js";
import { read } from "./request.js";
import { guarded } from "./row_actions.js";

/** @typedef {import("./types.js").Receipt} Receipt */
/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").OrderPage} OrderPage */

const pause = 200; // milliseconds after the last key before a search begins
const offered = 8;

/** @param {Receipt} receipt */
const described = (receipt) =>
  [money(receipt.betrag, receipt.waehrung), receipt.name, receipt.zweck]
    .filter(Boolean)
    .join(" · ");

/**
 * Lets the operator choose among the orders that wait for money.
 *
 * @param {(receipt: Receipt, order: Order) => Promise<void>} book
 * @returns {(receipt: Receipt) => void} asks for the order of a receipt
 */
export function usePicker(book) {
  const dialog = byId("pick", HTMLDialogElement);
  const search = byId("pick-search", HTMLInputElement);
  const list = byId("pick-orders", HTMLUListElement);
  const problem = byId("pick-problem", HTMLElement);
  /** @type {Receipt | undefined} */
  let receipt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;

  const find = () =>
    guarded(problem, async () => {
      const mine = ++asked;
      const orders = await openOrders(search.value.trim());
      if (mine !== asked) return; // a later search is under way
      list.replaceChildren(
        ...orders.map((order) => choice(order, () => choose(order))),
      );
      if (!orders.length)
        list.append(el("li", {}, "Keine offene Bestellung passt."));
    });

  /** @param {Order} order */
  const choose = (order) =>
    guarded(problem, async () => {
      if (!receipt) return;
      await book(receipt, order);
      dialog.close();
    });

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, pause);
  });
  return (chosen) => {
    receipt = chosen;
    byId("pick-receipt", HTMLElement).textContent = described(chosen);
    search.value = "";
    list.replaceChildren();
    dialog.showModal();
    find();
  };
}

/**
 * The orders that wait for money and match what was typed.
 *
 * @param {string} typed
 */
async function openOrders(typed) {
  const query = new URLSearchParams({
    status: "zahlungOffen",
    q: typed,
    limit: String(offered),
  });
  /** @type {OrderPage} */
  const page = await read(`/api/verwaltung/orders?${query}`);
  return page.orders;
}

/**
 * @param {Order} order
 * @param {() => void} choose
 */
const choice = (order, choose) =>
  el(
    "li",
    {},
    el(
      "button",
      { type: "button", class: "plain", click: choose },
      el("strong", {}, order.bestellnummer),
      el("span", {}, order.kunde_name),
      el("span", { class: "sum" }, euro(order.summe)),
    ),
  );

/**
 * Lets the operator note what was done about a receipt that pays no order.
 *
 * @param {(receipt: Receipt, what: "erledigen", body: object, said: string) => Promise<void>} decide
 * @returns {(receipt: Receipt) => void} asks for the note
 */
export function useSettling(decide) {
  const dialog = byId("settle", HTMLDialogElement);
  const note = byId("settle-note", HTMLTextAreaElement);
  const problem = byId("settle-problem", HTMLElement);
  /** @type {Receipt | undefined} */
  let receipt;
  byId("settle-cancel", HTMLButtonElement).addEventListener("click", () =>
    dialog.close(),
  );
  byId("settle-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    guarded(problem, async () => {
      if (!receipt) return;
      const said = `${money(receipt.betrag, receipt.waehrung)} ohne Buchung erledigt.`;
      await decide(receipt, "erledigen", { notiz: note.value.trim() }, said);
      dialog.close();
    });
  });
  return (chosen) => {
    receipt = chosen;
    byId("settle-receipt", HTMLElement).textContent = described(chosen);
    note.value = "";
    problem.hidden = true;
    dialog.showModal();
  };
}
