// The fields of an entry: filled from it, and read as the API wants them.

import { fieldsOf } from "./fields.js";

/**
 * Puts an entry into the fields of its names; the key cannot be changed.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, unknown> | null} entry null: the fields are as the page has them
 * @param {string} key empty: all can be changed
 */
export function fill(form, entry, key) {
  form.reset();
  for (const field of fieldsOf(form)) {
    if (field instanceof HTMLInputElement)
      field.readOnly = field.name === key && entry !== null;
    if (!entry) continue;
    const value = entry[field.name];
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = value === true;
    else
      field.value =
        field.dataset.kind === "price" && typeof value === "number"
          ? price(value)
          : spelled(value);
  }
}

/** An amount as German writers spell prices. @param {number} euros */
export const price = (euros) => euros.toFixed(2).replace(".", ",");

/** @param {unknown} value */
function spelled(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value
      .map((part) =>
        typeof part === "object" ? `${part.prozent} ${part.faser}` : part,
      )
      .join(", ");
  return typeof value === "number"
    ? String(value).replace(".", ",")
    : String(value);
}

/**
 * The fields as the API wants them, without those that are disabled.
 *
 * @param {HTMLFormElement} form
 */
export function bodyOf(form) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const field of fieldsOf(form)) {
    if (field.disabled) continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      body[field.name] = field.checked;
    else body[field.name] = typed(field.value.trim(), field.dataset);
  }
  return body;
}

/**
 * @param {string} text
 * @param {DOMStringMap} how the data attributes of the field
 */
function typed(text, how) {
  if (text === "" && how.empty === "null") return null;
  if (how.kind === "words") return text.split(/[\s,]+/).filter(Boolean);
  if (how.kind === "shares") return shares(text);
  if (how.kind !== "number" && how.kind !== "price") return text;
  return text === "" ? 0 : amount(text);
}

/**
 * The fibres of a textile, as in "75 schurwolle, 25 polyamid".
 *
 * @param {string} text
 * @returns {{ faser: string, prozent: number }[] | string} the text when it is
 *   something else, which the shop then refuses
 */
function shares(text) {
  const parts = text ? text.split(",") : [];
  const found = parts.map((part) =>
    part.trim().match(/^(\d+)\s*%?\s+([a-zäöüß/-]+)$/i),
  );
  if (found.includes(null)) return text;
  return found.map((match) => ({
    faser: String(match?.[2]).toLowerCase(),
    prozent: Number(match?.[1]),
  }));
}

const german = /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/;
const english = /^-?\d+\.\d{1,2}$/; // with three digits, the dot could be a German one

/**
 * A number as German writers spell it, or English ones where that cannot be
 * mistaken.
 *
 * @param {string} text
 * @returns {number | string} the text when it is none, which the shop then refuses
 */
export function amount(text) {
  if (german.test(text))
    return Number(text.replaceAll(".", "").replace(",", "."));
  return english.test(text) ? Number(text) : text;
}
