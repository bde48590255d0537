// The filters in use, each with a button that removes it.

import { byId, el } from "./dom.js";
import { countedDay, euro, number, statusName } from "./format.js";
import { current, filters, go } from "./query.js";

/**
 * A filter in words.
 *
 * @type {Record<string, (value: string) => string>}
 */
const words = {
  status: (value) => `Status: ${statusName(value)}`,
  q: (value) => `Suche: ${value}`,
  von: (value) => `ab ${dayText(value)}`,
  bis: (value) => `bis ${dayText(value)}`,
  land: (value) => `Land: ${chosenText("land", value)}`,
  zahlungsart: (value) => `Zahlungsart: ${chosenText("zahlungsart", value)}`,
  betrag_von: (value) => `ab ${amountText(value)}`,
  betrag_bis: (value) => `bis ${amountText(value)}`,
  gutschein: (value) => `Gutschein: ${value}`,
  versand: (value) => `Versand: ${chosenText("versand", value)}`,
  hinweis: (value) => `Hinweis: ${chosenText("hinweis", value)}`,
};

export function showChips() {
  const shown = current();
  const active = filters.filter((name) => shown.get(name));
  byId("chips", HTMLUListElement).replaceChildren(
    ...active.map((name) => el("li", {}, chip(name, shown.get(name) ?? ""))),
  );
  byId("reset", HTMLButtonElement).hidden = active.length === 0;
  const folded = active.filter((name) => name !== "status" && name !== "q");
  const count = byId("active", HTMLElement);
  count.textContent = number(folded.length);
  count.hidden = folded.length === 0;
}

/**
 * @param {string} name
 * @param {string} value
 */
function chip(name, value) {
  const text = words[name]?.(value) ?? value;
  const remove = () => {
    go({ [name]: "", cursor: "" }, "push");
    byId("q", HTMLInputElement).focus();
  };
  return el(
    "button",
    {
      type: "button",
      class: "chip",
      "aria-label": `${text}: Filter entfernen`,
      click: remove,
    },
    text,
  );
}

/**
 * The text of a choice of the form; what the form does not offer is shown as it is.
 *
 * @param {string} name
 * @param {string} value
 */
function chosenText(name, value) {
  const field = byId("filters", HTMLFormElement).elements.namedItem(name);
  const options = field instanceof HTMLSelectElement ? [...field.options] : [];
  return options.find((option) => option.value === value)?.text ?? value;
}

/** @param {string} value a day, unless somebody wrote the address by hand */
const dayText = (value) =>
  Number.isNaN(Date.parse(`${value}T12:00:00Z`)) ? value : countedDay(value);

/** @param {string} value in euro, with a comma or a point */
function amountText(value) {
  const amount = Number(value.replace(",", "."));
  return Number.isNaN(amount) ? value : euro(amount);
}
