// How many pieces there really are, corrected unless somebody bought meanwhile.

import { announce, byId, el } from "./dom.js";
import { number } from "./format.js";
import { read, send } from "./request.js";
import { carryOut } from "./row_actions.js";

/** @typedef {import("./types.js").Product} Product */
/** @typedef {import("./types.js").Stock} Stock */

/**
 * @param {() => Promise<void>} changed
 * @returns {(product: Product) => Promise<void>} asks how many there are
 */
export function useCount(changed) {
  const dialog = byId("count", HTMLDialogElement);
  const form = byId("count-form", HTMLFormElement);
  const problem = byId("count-problem", HTMLElement);
  const lots = /** @type {HTMLSelectElement} */ (
    form.elements.namedItem("partie")
  );
  /** @type {Product | undefined} */
  let product;
  /** @type {Stock["partien"]} */
  let seen = [];

  const address = () => `/api/verwaltung/produkte/${product?.slug}/bestand`;
  const refresh = async () => {
    /** @type {Stock} */
    const stock = await read(address());
    seen = stock.partien;
    lots.replaceChildren(
      ...(seen.length ? seen : [{ partie: "", bestand: null }]).map(option),
    );
  };
  byId("count-cancel", HTMLButtonElement).addEventListener("click", () =>
    dialog.close(),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    carryOut(save, form, problem);
  });

  async function save() {
    const data = new FormData(form);
    const partie = String(data.get("partie"));
    const lot = seen.find((one) => one.partie === partie);
    try {
      await send("POST", address(), {
        bestand: Number(data.get("bestand")),
        erwartet: lot?.bestand ?? null,
        partie,
        notiz: String(data.get("notiz")),
      });
    } catch (refusal) {
      await refresh(); // so that the next attempt counts on what there is now
      lots.value = partie;
      throw refusal;
    }
    dialog.close();
    announce(`Gezählt: ${product?.name_de}.`);
    await changed();
  }

  return async (shown) => {
    product = shown;
    problem.hidden = true;
    form.reset();
    await refresh();
    byId("count-title", HTMLElement).textContent = `${shown.name_de} zählen`;
    dialog.showModal();
  };
}

/** @param {{ partie: string, bestand: number | null }} lot */
function option({ partie, bestand }) {
  const left =
    bestand === null ? "noch nicht gezählt" : `jetzt ${number(bestand)}`;
  return el("option", { value: partie }, `${partie || "ohne Partie"}, ${left}`);
}
