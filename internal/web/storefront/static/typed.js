// The input at the checkout: kept in this tab until the order is placed, for the
// person who typed it.

import { fieldsOf } from "./fields.js";

const shop = document.documentElement.dataset.shop;
const storageKey = `${shop}_kasse`;

/** Where the key of an order under way is kept. */
export const attemptKey = `${shop}_bestellversuch`;

const address = ["strasse", "plz", "ort"];

/** Keeps the input over a reload and a change of the language. @param {HTMLFormElement} form */
export function keepTyped(form) {
  const kept = load();
  const mine = form.dataset.customer ?? "";
  const before = kept.kunde ?? "";
  if (before !== "" && before !== mine) forgetTyped();
  else if (before === mine) fill(form, kept);
  else if (Object.keys(kept).length > 0) {
    join(kept);
    fill(form, kept);
    remember(form); // from now on it is the customer's
  }
  form.addEventListener("input", () => remember(form));
}

/** @returns {Record<string, unknown>} */
function load() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null") ?? {};
  } catch {
    return {}; // nothing is kept in this browser
  }
}

/**
 * Leaves out, when a guest has signed in, what would empty a field that the page
 * filled. An address counts as a whole, with its country.
 * @param {Record<string, unknown>} kept
 */
function join(kept) {
  const moved = address.some((name) => kept[name]);
  for (const name of ["name", "email"]) if (!kept[name]) delete kept[name];
  if (!moved) for (const name of ["land", ...address]) delete kept[name];
}

/** @param {HTMLFormElement} form @param {Record<string, unknown>} kept */
function fill(form, kept) {
  for (const field of fieldsOf(form)) {
    const value = kept[field.name];
    if (typeof value !== "string") continue;
    if (field instanceof HTMLInputElement && field.type === "radio") {
      if (field.value === value && !field.disabled) field.checked = true;
    } else field.value = value;
  }
}

/** @param {HTMLFormElement} form */
function remember(form) {
  const typed = Object.fromEntries(new FormData(form));
  typed.kunde = form.dataset.customer ?? "";
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(typed));
  } catch {
    // Nothing is kept in this browser.
  }
}

/** Forgets the input: the order is placed, or another person may use the tab. */
export function forgetTyped() {
  try {
    sessionStorage.removeItem(storageKey);
    sessionStorage.removeItem(attemptKey);
  } catch {
    // Nothing was kept.
  }
}
