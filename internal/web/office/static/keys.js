// Keys for quick hands. Everything they do can be done without them.

import { byId } from "./dom.js";

export function useKeys() {
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const at = event.target;
    if (
      at instanceof HTMLElement &&
      at.matches("input:not([type=checkbox]), select, textarea")
    )
      return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** @type {Record<string, () => void>} */
const actions = {
  j: () => move(1),
  k: () => move(-1),
  x: () => rowAtFocus()?.querySelector("input")?.click(),
  "/": () => byId("q", HTMLInputElement).focus(),
  "?": () => byId("help", HTMLDialogElement).showModal(),
};

function rowAtFocus() {
  return document.activeElement?.closest("tr[data-id]") ?? null;
}

/** @param {1 | -1} step */
function move(step) {
  const rows = [...document.querySelectorAll("tr[data-id]")];
  const here = rowAtFocus();
  const at = here ? rows.indexOf(here) : -1;
  const next =
    rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  const link = next?.querySelector("a");
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}
