// A shop that is only tried out offers a test order while it has none. It
// is placed like a customer's.

import { announce, byId } from "./dom.js";
import { Refusal, read, send } from "./request.js";
import { guarded } from "./row_actions.js";

/** @typedef {import("./types.js").Product} Product */

const customer = {
  name: "Erika Mustermann",
  email: "erika@example.org",
  strasse: "Heidestraße 17",
  plz: "51147",
  ort: "Köln",
};

/**
 * @param {() => unknown} placed
 * @returns {(empty: boolean) => void} shows the offer, where the page has one
 */
export function useTestOrder(placed) {
  const offer = document.getElementById("test-order");
  if (!offer) return () => {};
  const button = byId("place-test-order", HTMLButtonElement);
  button.addEventListener("click", async () => {
    button.disabled = true;
    await guarded(byId("test-order-problem", HTMLElement), async () => {
      const { bestellnummer } = await place();
      await placed();
      announce(`Testbestellung ${bestellnummer} angelegt.`);
    });
    button.disabled = false;
  });
  return (empty) => {
    offer.hidden = !empty;
  };
}

/** Orders two of the first product that is for sale, at what they cost now. */
async function place() {
  const { produkte } = await read("/api/verwaltung/produkte");
  const product = produkte.find((/** @type {Product} */ p) => p.aktiv);
  if (!product)
    throw new Refusal("", 0, "Im Sortiment ist nichts, was im Verkauf ist.");
  const land = "de";
  const priced = await send("POST", "/api/warenkorb", {
    land,
    artikel: [{ slug: product.slug, menge: 2 }],
  });
  const { anzeige: _, ...order } = priced;
  return send("POST", "/api/orders", {
    ...order,
    land,
    kunde: customer,
    zahlungsart: "ueberweisung",
  });
}
