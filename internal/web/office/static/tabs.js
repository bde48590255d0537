// Tabs that choose what a list shows, with a count for each, and the way to older
// entries. Both are in the page's address.

import { byId, el } from "./dom.js";
import { number } from "./format.js";
import { current, go } from "./query.js";

/**
 * @param {string} name of the filter in the address
 * @param {[value: string, label: string, count: number][]} tabs
 * @param {string} chosen
 */
export function showTabs(name, tabs, chosen) {
  const tab = (
    /** @type {string} */ value,
    /** @type {string} */ label,
    /** @type {number} */ count,
  ) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(chosen === value),
        click: () => go({ [name]: value, cursor: "" }, "push"),
      },
      label,
      " ",
      el("span", { class: "count" }, number(count)),
    );
  byId("tabs", HTMLElement).replaceChildren(
    ...tabs.map(([value, label, count]) => tab(value, label, count)),
  );
}

/** @param {string | null} next the cursor of older entries; null: there are none */
export function showPaging(next) {
  const button = (/** @type {string} */ label, /** @type {string} */ cursor) =>
    el(
      "button",
      {
        type: "button",
        class: "quiet",
        click: () => {
          go({ cursor }, "push");
          scrollTo({ top: 0 });
        },
      },
      label,
    );
  const paging = byId("paging", HTMLElement);
  paging.replaceChildren();
  if (current().get("cursor")) paging.append(button("Zu den neuesten", ""));
  if (next) paging.append(button("Ältere", next));
}
