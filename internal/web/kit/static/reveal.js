// Buttons that show the content of a password field. Without scripts they
// stay hidden, and the field works as it is.

for (const button of document.querySelectorAll("button[data-reveals]")) {
  const field = document.getElementById(
    button.getAttribute("data-reveals") ?? "",
  );
  if (
    button instanceof HTMLButtonElement &&
    field instanceof HTMLInputElement
  ) {
    offerToReveal(button, field);
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLInputElement} field
 */
function offerToReveal(button, field) {
  /** @param {boolean} shown */
  const show = (shown) => {
    field.type = shown ? "text" : "password";
    button.textContent = shown ? "Verbergen" : "Anzeigen";
  };
  button.addEventListener("click", () => {
    show(field.type === "password");
    field.focus();
  });
  // Password managers only keep what was sent from a password field.
  field.form?.addEventListener("submit", () => show(false));
  button.hidden = false;
}
