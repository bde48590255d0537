// What a buyer may say besides what an order needs.

import { fieldsOf } from "./fields.js";
import { typedIn } from "./form.js";

/** The fields of the address for invoices. */
const billing = ["firma", "name", "strasse", "plz", "ort"];

/** Opens the part of the form with these fields if something is in them. @param {HTMLFormElement} form */
export function showParticulars(form) {
  const part = form.querySelector("[data-more]");
  if (!(part instanceof HTMLDetailsElement)) return;
  if (fieldsOf(form).some((field) => part.contains(field) && field.value)) {
    part.open = true;
  }
}

/**
 * Returns what is typed there, as an order names it; nothing that is empty.
 * @param {HTMLFormElement} form
 */
export function particularsOf(form) {
  const kunde = typed(form, "", ["firma", "ustId", "telefon"]);
  const rechnung = typed(form, "rechnung.", billing);
  if (Object.keys(rechnung).length > 0) {
    Object.assign(rechnung, typed(form, "rechnung.", ["land"]));
    return { kunde, rechnung, ...typed(form, "", ["nachricht"]) };
  }
  return { kunde, ...typed(form, "", ["nachricht"]) };
}

/** @param {HTMLFormElement} form @param {string} prefix @param {string[]} names */
function typed(form, prefix, names) {
  return Object.fromEntries(
    names
      .map((name) => [name, typedIn(form, prefix + name)])
      .filter(([, value]) => value !== ""),
  );
}
