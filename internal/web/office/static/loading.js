// Loads what a page shows: bars for rows that are being loaded, and a failure
// says what went wrong and offers to try again.

import { byId, el } from "./dom.js";
import { Refusal } from "./request.js";

/**
 * @param {(signal: AbortSignal) => Promise<void>} load fetches and shows
 * @param {() => void} [clear] shows that rows are being loaded, or nothing at all
 * @returns {() => Promise<void>} loads; an earlier loading that still runs is given up
 */
export function useLoading(load, clear = () => {}) {
  const trouble = byId("trouble", HTMLElement);
  /** @type {AbortController | undefined} */
  let loading;
  const run = async () => {
    loading?.abort();
    loading = new AbortController();
    trouble.hidden = true;
    byId("nothing", HTMLElement).hidden = true;
    try {
      await load(loading.signal);
    } catch (refusal) {
      if (refusal instanceof DOMException) return;
      if (!(refusal instanceof Refusal)) throw refusal;
      clear();
      byId("trouble-text", HTMLElement).textContent = refusal.message;
      trouble.hidden = false;
    }
  };
  byId("again", HTMLButtonElement).addEventListener("click", () => run());
  return run;
}

/**
 * The table of a page, whose rows come from the shop.
 *
 * @param {number} columns
 */
export function recordTable(columns) {
  const table = byId("records", HTMLTableElement);
  const rows = byId("rows", HTMLTableSectionElement);
  const nothing = byId("nothing", HTMLElement);
  return {
    wait() {
      table.setAttribute("aria-busy", "true");
      if (rows.childElementCount) return;
      table.hidden = false;
      rows.replaceChildren(...skeleton(6, columns));
    },
    /**
     * @param {HTMLTableRowElement[]} shown
     * @param {string} none the text when there are none
     */
    show(shown, none) {
      table.removeAttribute("aria-busy");
      const at = rows.contains(document.activeElement) ? focused() : "";
      rows.replaceChildren(...shown);
      if (at) rows.querySelector(at)?.querySelector("button")?.focus();
      table.hidden = shown.length === 0;
      nothing.textContent = none;
      nothing.hidden = shown.length > 0;
    },
    clear() {
      table.removeAttribute("aria-busy");
      rows.replaceChildren();
      table.hidden = true;
    },
  };
}

/** @returns {string} a selector of the row that has the focus; empty: none */
function focused() {
  const id = document.activeElement?.closest("tr")?.dataset.id;
  return id === undefined ? "" : `tr[data-id="${CSS.escape(id)}"]`;
}

/**
 * Placeholders for rows that are being loaded.
 *
 * @param {number} n
 * @param {number} columns
 */
export function skeleton(n, columns) {
  return Array.from({ length: n }, () =>
    el(
      "tr",
      { class: "skeleton", "aria-hidden": "true" },
      ...Array.from({ length: columns }, () => el("td", {}, el("span"))),
    ),
  );
}

/**
 * A cell that names its column where the table's head is not shown.
 *
 * @param {string} label
 * @param {string} kind a class; empty: none
 * @param {...import("./dom.js").Child} children
 */
export function cell(label, kind, ...children) {
  return el("td", { class: kind, "data-label": label }, ...children);
}
