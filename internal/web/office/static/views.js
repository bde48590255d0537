// Filters that are kept under a name, in this browser.

import { byId, el } from "./dom.js";
import { current, filterQuery, visit } from "./query.js";

const key = "kontor.ansichten";

/** @returns {Record<string, string>} the filters' query by name */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

export function useViews() {
  const select = byId("views", HTMLSelectElement);
  const dialog = byId("view", HTMLDialogElement);
  const name = byId("view-name", HTMLInputElement);
  fill(select);
  select.addEventListener("change", () => {
    const query = load()[select.value];
    select.value = "";
    if (query !== undefined) visit(new URLSearchParams(query), "push");
  });
  byId("keep-view", HTMLButtonElement).addEventListener("click", () =>
    dialog.showModal(),
  );
  // When the dialog's close event arrives, the filters may be others already.
  dialog.addEventListener("submit", (event) => {
    const named = name.value.trim();
    const keep = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (keep?.value !== "keep" || !named) return;
    const query = filterQuery(current()).toString();
    const kept = { ...load(), [named]: query };
    if (!query) delete kept[named];
    localStorage.setItem(key, JSON.stringify(kept));
    name.value = "";
    fill(select);
  });
}

/** @param {HTMLSelectElement} select */
function fill(select) {
  const names = Object.keys(load()).sort((a, b) => a.localeCompare(b, "de"));
  select.replaceChildren(
    el("option", { value: "" }, "Ansichten"),
    ...names.map((name) => el("option", { value: name }, name)),
  );
  select.hidden = names.length === 0;
}
