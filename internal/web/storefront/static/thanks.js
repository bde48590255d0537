// Buttons to copy and print what the customer needs for paying.

import { say } from "./page.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  if (button instanceof HTMLButtonElement && navigator.clipboard) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy ?? "");
  const before = button.textContent;
  button.textContent = button.dataset.copied ?? before;
  say(button.textContent ?? "");
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}

const print = document.querySelector("[data-print]");
if (print instanceof HTMLButtonElement) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
