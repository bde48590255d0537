// Parts of a form of which one is shown at a time, chosen by tabs.

import { byId, el } from "./dom.js";

/**
 * Puts tabs above the elements with a data-panel, which is the tab's label.
 *
 * @param {HTMLFormElement} form
 * @returns {() => void} shows the first part
 */
export function usePanels(form) {
  const panels = /** @type {HTMLElement[]} */ ([
    ...form.querySelectorAll("[data-panel]"),
  ]);
  const tabs = panels.map((panel, at) => {
    panel.id = `panel-${at}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${at}`);
    return el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${at}`,
        "aria-controls": panel.id,
        click: () => choose(at),
      },
      String(panel.dataset.panel),
    );
  });

  /** @param {number} chosen */
  const choose = (chosen) =>
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      byId(`panel-${at}`, HTMLElement).hidden = at !== chosen;
    });

  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const now = tabs.findIndex((tab) => tab.matches(":focus"));
    const next = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined || now < 0) return;
    event.preventDefault();
    const at = (next + tabs.length) % tabs.length;
    choose(at);
    tabs[at]?.focus();
  };

  // The browser points at the first field that is wrong, which may be in another part.
  form.addEventListener(
    "invalid",
    () => {
      const wrong = form.querySelector(":is(input, select, textarea):invalid");
      choose(
        Math.max(
          0,
          panels.findIndex((panel) => panel.contains(wrong)),
        ),
      );
    },
    true,
  );
  panels[0]?.before(
    el(
      "div",
      {
        role: "tablist",
        class: "panels",
        "aria-label": "Teile",
        keydown: (e) => step(/** @type {KeyboardEvent} */ (e)),
      },
      ...tabs,
    ),
  );
  choose(0);
  return () => choose(0);
}
