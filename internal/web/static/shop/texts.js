// The page's texts, which the server puts into it in the page's language.

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/**
 * Returns a text with its values filled in: "{Name}" becomes values.Name.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  return (texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) =>
    String(values[name] ?? whole),
  );
}

/** Says something to screen readers. @param {string} message */
export function say(message) {
  const status = document.querySelector("[data-status]");
  if (status) status.textContent = message;
}

/** The language of the page, for the API. */
export const language = document.documentElement.lang;
