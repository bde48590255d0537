// Goods that are cut to length are priced by the metre in the editor, and by the piece
// in the shop.

import { byId } from "./dom.js";
import { amount, price } from "./entry_form.js";
import { euro } from "./format.js";

/**
 * @param {HTMLFormElement} form
 * @returns {() => void} shows the price of what the form was filled with
 */
export function useMetrePrice(form) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const piece = field("preis");
  const metre = byId("metre", HTMLInputElement);
  const problem = byId("metre-problem", HTMLElement);

  let wanted = ""; // for a metre, as it was written last

  /** The centimetres of a piece; 0: the goods are not cut to length. */
  const length = () => {
    const cm = Number(amount(field("inhalt").value.trim()));
    return field("schnittware").checked && Number.isInteger(cm) && cm > 0
      ? cm
      : 0;
  };

  /** @param {string} text empty: nothing is wrong */
  const refuse = (text) => {
    metre.setCustomValidity(text);
    problem.textContent = text;
    problem.hidden = text === "";
  };

  const fromPiece = () => {
    const cm = length();
    const euros = Number(amount(piece.value.trim() || "-"));
    byId("metre-field", HTMLElement).hidden = cm === 0;
    byId("price-label", HTMLElement).textContent = cm
      ? `Endpreis je ${cm} cm in €`
      : "Endpreis in €";
    piece.readOnly = metre.required = cm > 0;
    metre.value = cm && euros >= 0 ? price((euros * 100) / cm) : "";
    wanted = metre.value || wanted;
    refuse("");
  };

  const fromMetre = () => {
    const cm = length();
    const cents = Math.round(Number(amount(metre.value.trim() || "-")) * 100);
    wanted = metre.value;
    if (!(cents >= 0)) return refuse("Bitte einen Betrag wie 12,90 eintragen.");
    piece.value = price((cents * cm) / 1e4);
    refuse((cents * cm) % 100 === 0 ? "" : indivisible(cents, cm));
  };

  metre.addEventListener("input", fromMetre);
  field("schnittware").addEventListener("change", () => {
    const unit = field("inhalt_einheit");
    if (field("schnittware").checked) unit.value ||= "cm";
    fromPiece();
  });
  field("inhalt").addEventListener("input", () => {
    const kept = wanted;
    fromPiece();
    if (!length() || !kept) return;
    metre.value = kept; // what a metre costs stays
    fromMetre();
  });
  return () => {
    wanted = "";
    fromPiece();
  };
}

/**
 * Why a price cannot be shared out, and the nearest ones that can.
 *
 * @param {number} cents for a metre
 * @param {number} cm of a piece
 */
function indivisible(cents, cm) {
  const step = 100 / divisor(100, cm);
  const lower = Math.floor(cents / step) * step;
  const possible = [lower, lower + step].filter((some) => some > 0);
  return (
    `${euro(cents / 100)} je Meter lässt sich nicht in ${cm}-cm-Stücke teilen; ` +
    `möglich ${possible.length > 1 ? "sind" : "ist"} ${possible.map((some) => euro(some / 100)).join(" und ")}.`
  );
}

/**
 * The greatest common divisor.
 *
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b));
