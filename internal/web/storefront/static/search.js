// Suggestions below the search field: a combobox with a list, as in the ARIA
// Authoring Practices. Without scripts it is a field of a form.

import { say } from "./page.js";
import { read } from "./request.js";

/** @typedef {{name: string, adresse: string, bild: string, preis: string}} Suggestion */

const pause = 120; // milliseconds without a key before the server is asked

const form = document.querySelector("form.search");
const field = form?.querySelector("input");
const list = form?.querySelector("[role=listbox]");
if (
  form instanceof HTMLFormElement &&
  field instanceof HTMLInputElement &&
  list instanceof HTMLElement
)
  suggest(form, field, list);

/** @param {HTMLFormElement} form @param {HTMLInputElement} field @param {HTMLElement} list */
function suggest(form, field, list) {
  let timer = 0;
  /** @type {AbortController | undefined} */
  let asking;
  field.role = "combobox";
  field.ariaAutoComplete = "list";
  field.autocomplete = "off";
  field.setAttribute("aria-controls", list.id);
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    field.ariaExpanded = "false";
    choose(field, list, -1);
  };
  close();
  field.addEventListener("input", () => {
    clearTimeout(timer);
    asking?.abort();
    if (field.value.trim() === "") return close();
    asking = new AbortController();
    const { signal } = asking;
    timer = setTimeout(() => ask(signal), pause);
  });
  field.addEventListener("keydown", (event) =>
    press(event, field, list, close),
  );
  field.addEventListener("blur", close);
  form.addEventListener("submit", (event) => {
    const option = list.querySelector("[aria-selected=true]");
    if (!option || list.hidden) return;
    event.preventDefault();
    go(option);
  });
  // The field keeps the focus while an option is pressed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option =
      event.target instanceof Element && event.target.closest("li");
    if (option) go(option);
  });

  /** @param {AbortSignal} signal */
  async function ask(signal) {
    const query = new URLSearchParams({
      q: field.value,
      sprache: document.documentElement.lang,
    });
    try {
      /** @type {{vorschlaege: Suggestion[]}} */
      const { vorschlaege } = await read(`/api/suche?${query}`, { signal });
      if (signal.aborted || document.activeElement !== field) return;
      show(field, list, vorschlaege);
      if (vorschlaege.length === 0) return close();
      const { one, other } = form.dataset;
      const text = vorschlaege.length === 1 ? one : other;
      say((text ?? "").replace("{N}", String(vorschlaege.length)));
    } catch (error) {
      if (!signal.aborted) console.info("no suggestions", error);
    }
  }
}

/** @param {HTMLInputElement} field @param {HTMLElement} list @param {Suggestion[]} suggestions */
function show(field, list, suggestions) {
  choose(field, list, -1);
  list.replaceChildren(...suggestions.map(option));
  list.hidden = suggestions.length === 0;
  field.ariaExpanded = String(!list.hidden);
}

/** @param {Suggestion} suggestion @param {number} place */
function option(suggestion, place) {
  const item = document.createElement("li");
  item.role = "option";
  item.id = `suggestion-${place}`;
  item.ariaSelected = "false";
  item.dataset.address = suggestion.adresse;
  const picture = new Image(40, 40);
  picture.src = suggestion.bild;
  picture.alt = "";
  const name = document.createElement("span");
  name.textContent = suggestion.name;
  const price = document.createElement("span");
  price.className = "cost";
  price.textContent = suggestion.preis;
  item.append(picture, name, " ", price);
  return item;
}

/**
 * @param {KeyboardEvent} event @param {HTMLInputElement} field
 * @param {HTMLElement} list @param {() => void} close
 */
function press(event, field, list, close) {
  if (list.hidden) return;
  const options = [...list.children];
  const chosen = options.findIndex((o) => o.ariaSelected === "true");
  switch (event.key) {
    case "ArrowDown":
      choose(field, list, chosen + 1 < options.length ? chosen + 1 : -1);
      break;
    case "ArrowUp":
      choose(field, list, chosen === -1 ? options.length - 1 : chosen - 1);
      break;
    case "Escape":
      close();
      break;
    default:
      return;
  }
  event.preventDefault();
}

/**
 * Marks the option at a place, or none; the focus stays in the field.
 * @param {HTMLInputElement} field @param {HTMLElement} list @param {number} place
 */
function choose(field, list, place) {
  [...list.children].forEach((option, i) => {
    option.ariaSelected = String(i === place);
    if (i === place) option.scrollIntoView({ block: "nearest" });
  });
  if (place < 0) field.removeAttribute("aria-activedescendant");
  else field.setAttribute("aria-activedescendant", `suggestion-${place}`);
}

/** @param {Element} option */
function go(option) {
  if (option instanceof HTMLElement && option.dataset.address)
    location.assign(option.dataset.address);
}
