// The fields of forms.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** Returns the fields of a form that have a name. @param {HTMLFormElement} form @returns {Field[]} */
export function fieldsOf(form) {
  return [...form.elements]
    .filter(
      (e) =>
        (e instanceof HTMLInputElement ||
          e instanceof HTMLSelectElement ||
          e instanceof HTMLTextAreaElement) &&
        e.name !== "",
    )
    .map((e) => /** @type {Field} */ (e));
}
