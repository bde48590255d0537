// The tabs, the search and the other filters above the list.

import { showChips } from "./chips.js";
import { byId } from "./dom.js";
import { fieldsOf } from "./fields.js";
import { statusName } from "./format.js";
import { current, filterQuery, go, visit } from "./query.js";
import { showTabs } from "./tabs.js";

/** @typedef {import("./types.js").Counts} Counts */

const pause = 200; // milliseconds after the last key before a search begins

export function useFilters() {
  const form = byId("filters", HTMLFormElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form.addEventListener("input", (event) => {
    if (
      !(event.target instanceof HTMLInputElement) ||
      event.target.type !== "search"
    )
      return;
    clearTimeout(timer);
    timer = setTimeout(() => apply(form, "replace"), pause);
  });
  form.addEventListener("change", (event) => {
    if (
      event.target instanceof HTMLInputElement &&
      event.target.type === "search"
    )
      return;
    apply(form, "push");
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    apply(form, "push");
  });
  byId("more", HTMLButtonElement).addEventListener("click", () => {
    unfold(byId("more", HTMLElement).ariaExpanded === "false");
  });
  byId("reset", HTMLButtonElement).addEventListener("click", () => {
    visit(new URLSearchParams(), "push");
  });
}

/** @param {boolean} open whether the rest of the filters is shown */
function unfold(open) {
  byId("fields", HTMLElement).hidden = !open;
  byId("more", HTMLButtonElement).ariaExpanded = String(open);
}

/**
 * @param {HTMLFormElement} form
 * @param {"push" | "replace"} how
 */
function apply(form, how) {
  /** @type {Record<string, string>} */
  const changes = { cursor: "" };
  if (!form.checkValidity()) {
    unfold(true); // or nobody sees the wrong field
    form.reportValidity();
    return;
  }
  for (const { name, value } of fieldsOf(form)) changes[name] = value.trim();
  go(changes, how);
}

/** Fills the fields from the address. */
export function showFilters() {
  const shown = current();
  for (const field of byId("filters", HTMLFormElement).elements) {
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
    )
      continue;
    if (field.name && document.activeElement !== field)
      field.value = shown.get(field.name) ?? "";
  }
  showChips();
  for (const kind of ["csv", "xlsx"]) {
    byId(`export-${kind}`, HTMLAnchorElement).href =
      `/api/verwaltung/orders.${kind}?${filterQuery(shown)}`;
  }
}

/** @param {Counts} counts of all orders, whatever the filter */
export function showStatusTabs(counts) {
  showTabs(
    "status",
    [
      ["", "Alle", counts.alle],
      ["zahlungOffen", statusName("zahlungOffen"), counts.zahlungOffen],
      ["bezahlt", statusName("bezahlt"), counts.bezahlt],
      ["storniert", statusName("storniert"), counts.storniert],
    ],
    current().get("status") ?? "",
  );
}
