// The account's page: providers are added and removed, and the account deleted.
// All else on it works without scripts.

import { textsOf } from "./page.js";
import { Refusal, send } from "./request.js";
import { forgetTyped } from "./typed.js";

const text = textsOf("account-texts");

/**
 * Shows what went wrong and, if that helps, how to continue.
 * @param {HTMLElement} place @param {unknown} error @param {string} provider
 */
function showProblem(place, error, provider) {
  const code = error instanceof Refusal ? error.code : "";
  const again = document.getElementById("again");
  if (code === "neu_anmelden" && again instanceof HTMLTemplateElement) {
    place.replaceChildren(again.content.cloneNode(true));
  } else {
    const values = { Provider: provider };
    place.textContent = text(code, values) || text("failed", values);
  }
  place.hidden = false;
  place.focus();
}

/** @param {string} selector @param {(button: HTMLButtonElement) => Promise<void>} act */
function useWays(selector, act) {
  const place = document.querySelector("[data-ways-problem]");
  for (const button of document.querySelectorAll(selector)) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await act(button);
      } catch (error) {
        button.disabled = false;
        if (place instanceof HTMLElement)
          showProblem(place, error, button.dataset.provider ?? "");
      }
    });
  }
}

useWays("[data-add-way]", async ({ dataset }) => {
  const { adresse } = await send(
    "POST",
    `/api/konto/verknuepfen/${dataset.addWay}`,
    { weiter: text("return") },
  );
  location.assign(adresse);
});

useWays("[data-remove-way]", async ({ dataset }) => {
  await send("DELETE", `/api/konto/anbieter/${dataset.removeWay}`);
  location.assign(text("return"));
});

for (const leave of document.querySelectorAll("[data-leave]")) {
  leave.addEventListener("submit", forgetTyped);
}

const form = document.querySelector("[data-erase]");
const word = document.getElementById("word");
const problem = document.querySelector("[data-erase-problem]");
if (
  form instanceof HTMLFormElement &&
  word instanceof HTMLInputElement &&
  problem instanceof HTMLElement
) {
  form.hidden = false;
  if (form.closest("details")?.open) word.focus();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    erase(word, problem);
  });
}

/** @param {HTMLInputElement} word @param {HTMLElement} problem */
async function erase(word, problem) {
  // Customers type the word in their own language; the API knows one.
  const typed = word.value.trim().toUpperCase();
  const bestaetigung = typed === text("word") ? "LÖSCHEN" : "";
  problem.hidden = true;
  word.removeAttribute("aria-invalid");
  try {
    const { behalten } = await send("DELETE", "/api/konto", { bestaetigung });
    forgetTyped();
    showErased(behalten.bestellungen);
  } catch (error) {
    if (bestaetigung === "") word.setAttribute("aria-invalid", "true");
    showProblem(problem, error, "");
  }
}

/** @param {number} kept how many orders stay */
function showErased(kept) {
  const template = document.getElementById("erased");
  const main = document.querySelector("main");
  if (!(template instanceof HTMLTemplateElement) || !main) return;
  main.replaceChildren(template.content.cloneNode(true));
  const line = main.querySelector("[data-kept]");
  if (line) line.textContent = text("kept", { N: kept });
  main.querySelector("h1")?.focus();
  history.replaceState(null, "", text("return"));
}
