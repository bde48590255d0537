// The checkout's form: what is typed is checked when a field is left.

import { fieldsOf } from "./fields.js";
import { textsOf } from "./page.js";

/** @typedef {import("./fields.js").Field} Field */

/** The texts of the checkout. */
export const checkoutText = textsOf("checkout-texts");

const digits = /** @type {Record<string, number>} */ ({
  de: 5,
  at: 4,
  ch: 4,
  lu: 4,
});

/** @param {HTMLFormElement} form @param {string} name */
export function typedIn(form, name) {
  return String(new FormData(form).get(name) ?? "").trim();
}

/** Sets hint and length of the postcode for the chosen country. @param {HTMLFormElement} form */
export function suitCountry(form) {
  const n = digits[typedIn(form, "land")] ?? 5;
  const field = form.elements.namedItem("plz");
  if (field instanceof HTMLInputElement) {
    field.pattern = `[0-9]{${n}}`;
    field.dataset.wrong = `wrong.postcode${n}`;
    if (field.hasAttribute("aria-invalid")) check(field);
  }
  const hint = document.getElementById("plz-hint");
  if (hint) hint.textContent = checkoutText(`hint.${n}`);
}

/** Checks fields that were left, and clears a message as soon as its field is correct. @param {HTMLFormElement} form */
export function checkWhenLeft(form) {
  form.addEventListener("focusout", (event) => {
    const field = event.target;
    if (
      field instanceof HTMLInputElement &&
      canBeWrong(field) &&
      field.value !== ""
    ) {
      check(field);
    }
  });
  form.addEventListener("input", (event) => {
    const field = event.target;
    if (
      field instanceof HTMLInputElement &&
      field.hasAttribute("aria-invalid")
    ) {
      check(field);
    }
  });
}

/** @param {Field} field */
function isRight(field) {
  const value = field.value.trim();
  if (field.required && value === "") return false;
  if (field.type === "email") return /^\S+@\S+\.\S+$/.test(value);
  if (field instanceof HTMLInputElement && field.pattern) {
    return new RegExp(`^(?:${field.pattern})$`).test(value);
  }
  return true;
}

/** Whether the form itself checks a field. @param {Field} field */
const canBeWrong = (field) => "wrong" in field.dataset;

/** Checks a field and shows any mistake below it. @param {Field} field @returns {boolean} whether it is right */
export function check(field) {
  const right = isRight(field);
  if (right) unmark(field);
  else mark(field, checkoutText(field.dataset.wrong ?? ""));
  return right;
}

/** Shows a mistake below its field. @param {Field} field @param {string} text */
export function mark(field, text) {
  const id = `${field.id}-wrong`;
  const message = document.getElementById(id) ?? document.createElement("p");
  message.id = id;
  message.className = "wrong";
  message.textContent = text;
  (field.closest("[data-row]") ?? field).after(message);
  field.setAttribute("aria-invalid", "true");
  describe(field, id, true);
}

/** Removes the mistake shown below a field. @param {Field} field */
export function unmark(field) {
  const id = `${field.id}-wrong`;
  document.getElementById(id)?.remove();
  field.removeAttribute("aria-invalid");
  describe(field, id, false);
  settle(field);
}

/** Removes a corrected field from the list of mistakes. @param {Field} field */
function settle(field) {
  const link = document.querySelector(`.errors a[href="#${field.id}"]`);
  const summary = link?.closest(".errors");
  link?.closest("li")?.remove();
  if (summary instanceof HTMLElement && !summary.querySelector("li")) {
    summary.hidden = true;
  }
}

/** @param {Field} field @param {string} id @param {boolean} on */
function describe(field, id, on) {
  const ids = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((other) => other !== "" && other !== id);
  if (on) ids.unshift(id);
  if (ids.length > 0) field.setAttribute("aria-describedby", ids.join(" "));
  else field.removeAttribute("aria-describedby");
}

/**
 * Checks all fields and lists the mistakes, with links to the fields.
 * @param {HTMLFormElement} form @param {HTMLElement} summary
 */
export function checkAll(form, summary) {
  const wrong = fieldsOf(form).filter(
    (field) => canBeWrong(field) && !check(field),
  );
  summary.hidden = wrong.length === 0;
  if (wrong.length === 0) return true;
  summary.querySelector("ul")?.replaceChildren(
    ...wrong.map((field) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#${field.id}`;
      link.textContent = checkoutText(field.dataset.wrong ?? "");
      link.addEventListener("click", (event) => {
        event.preventDefault();
        field.focus();
      });
      item.append(link);
      return item;
    }),
  );
  summary.focus();
  return false;
}

/**
 * Shows that the payment is being waited for, in place of the form.
 * @param {HTMLFormElement} form @param {HTMLElement} waiting
 */
export function showWaiting(form, waiting) {
  form.hidden = true;
  waiting.hidden = false;
  waiting.focus();
}
