// Builds elements. Text always becomes text, so nothing that a customer wrote is
// ever read as HTML.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | EventListener>} [attributes]
 *   functions are listeners, true is an attribute without a value, false is none
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...present(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  /** @type {(Node | string)[]} */
  const kept = [];
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false)
      kept.push(child);
  }
  return kept;
}

/**
 * The element with an id that the page is known to have.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`#${id} is missing`);
  return element;
}

/**
 * Announces a change to people who cannot see it.
 *
 * @param {string} text
 */
export function announce(text) {
  const news = byId("news", HTMLElement);
  bringUp(news);
  news.textContent = text;
}

/**
 * Moves an element into the dialog that is open, if one is: screen readers and the
 * keyboard then reach nothing else on the page.
 *
 * @param {HTMLElement} element
 */
export function bringUp(element) {
  const place = document.querySelector("dialog[open]") ?? document.body;
  if (element.parentElement === place) return;
  place.append(element);
  place.addEventListener("close", () => document.body.append(element), {
    once: true,
  });
}
