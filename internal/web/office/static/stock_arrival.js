// Received goods, booked one after the other.

import { byId, el } from "./dom.js";
import { number, plural } from "./format.js";
import { Refusal, send } from "./request.js";
import { carryOut } from "./row_actions.js";
import { newKey } from "./unique.js";

/** @typedef {import("./types.js").Product} Product */

/** @param {() => Promise<void>} changed */
export function useArrival(changed) {
  const form = byId("arrival", HTMLFormElement);
  const problem = byId("arrival-problem", HTMLElement);
  const arrived = byId("arrived", HTMLElement);
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  /** @type {Product[]} */
  let products = [];
  let request = newKey(); // what is sent twice counts once

  form.addEventListener("input", () => {
    request = newKey();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    arrived.textContent = "";
    carryOut(book, form, problem);
  });

  async function book() {
    const product = find(products, field("produkt").value.trim());
    const pieces = Number(field("menge").value);
    const answer = await send(
      "POST",
      `/api/verwaltung/produkte/${product.slug}/bestand`,
      {
        aenderung: pieces,
        partie: field("partie").value,
        notiz: field("notiz").value,
        anfrage: request,
      },
    );
    request = newKey();
    arrived.textContent = `${product.name_de}: ${plural(pieces, "Stück", "Stück")} eingebucht, jetzt ${number(answer.bestand)}.`;
    for (const name of ["produkt", "menge", "partie"]) field(name).value = "";
    field("produkt").focus();
    await changed();
  }

  return {
    /** @param {Product[]} all */
    offer(all) {
      products = all;
      byId("products", HTMLDataListElement).replaceChildren(
        ...all.map((product) =>
          el("option", { value: product.name_de }, product.slug),
        ),
      );
    },
    /** @param {string} slug */
    choose(slug) {
      field("produkt").value = slug;
      request = newKey();
      field("menge").focus();
    },
  };
}

/**
 * The product that is meant by a name, a slug, a number or a barcode.
 *
 * @param {Product[]} products @param {string} wanted
 */
function find(products, wanted) {
  const lower = wanted.toLowerCase();
  const same = (/** @type {Product} */ p) =>
    [p.slug, p.name_de, p.artikelnummer, p.gtin].some(
      (text) => text.toLowerCase() === lower,
    );
  const exact = products.filter(same);
  const found = exact.length
    ? exact
    : products.filter((p) => p.name_de.toLowerCase().includes(lower));
  if (found.length > 1)
    throw new Refusal(
      "mehrdeutig",
      0,
      `Zu „${wanted}“ passen ${number(found.length)} Produkte. Das Kürzel ist eindeutig.`,
    );
  if (!found[0])
    throw new Refusal("unbekannt", 0, `Zu „${wanted}“ passt kein Produkt.`);
  return found[0];
}
