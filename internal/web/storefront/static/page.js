// What the page has: its texts, which the server puts into it in the page's language,
// and its elements.

/**
 * Returns a function that returns a text with its values filled in: "{Name}"
 * becomes values.Name. A text that the page does not have is empty.
 * @param {string} id of the element that has the texts
 */
export function textsOf(id) {
  /** @type {Record<string, string>} */
  const texts = JSON.parse(document.getElementById(id)?.textContent ?? "{}");
  /** @param {string} key @param {Record<string, string | number>} [values] */
  return (key, values = {}) =>
    (texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) =>
      String(values[name] ?? whole),
    );
}

/** The texts of every page. */
export const text = textsOf("texts");

/** Says something to screen readers. @param {string} message */
export function say(message) {
  const status = document.querySelector("[data-status]");
  if (status) status.textContent = message;
}

/** The language of the page, for the API. */
export const language = document.documentElement.lang;

/**
 * Finds what the page always has.
 * @param {string} selector @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function element(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
}
