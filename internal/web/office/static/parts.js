// Small parts that several pages show.

import { el } from "./dom.js";
import { instant, since } from "./format.js";

/** How long ago something was, and when. @param {string} at */
export const ago = (at) =>
  el("time", { datetime: at, title: instant(at) }, since(at));

/** Who did something, and when. @param {string} who @param {string} at */
export const signed = (who, at) => el("small", {}, `${who} · `, ago(at));

/** Leads to an order in the list. @param {number} id @param {string | null} number */
export const orderLink = (id, number) =>
  el("a", { href: `/verwaltung/?o=${id}` }, number);

/** Marks what came with the demo, which a shop that is open to the public must not have. */
export const demoMark = () =>
  el(
    "small",
    { class: "demo", title: "Kam mit dem Beispielsortiment" },
    "Demo",
  );

/** An empty place for the reason of a failure. */
export const problemLine = () =>
  el("p", { class: "problem", role: "alert", hidden: true });

/**
 * Closes a drawer when the page beside it is clicked.
 *
 * @param {HTMLDialogElement} drawer
 */
export function closeFromOutside(drawer) {
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer) drawer.close();
  });
}
