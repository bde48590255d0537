// The coupon at the checkout. One in use is in the basket, for all tabs; a code that
// is only in the field is not in use, and an empty field is no coupon.

import * as basket from "./basket.js";
import { checkoutText, mark, unmark } from "./form.js";
import { element, say } from "./page.js";
import { quote } from "./quote.js";
import { Refusal } from "./request.js";

/** @typedef {import("./quote.js").Quote} Quote */

/** @returns {HTMLInputElement} */
function field() {
  const found = element("#gutschein");
  if (!(found instanceof HTMLInputElement)) throw new Error("no field");
  return found;
}

/** Makes the field and its buttons work. */
export function offerCoupon() {
  if (typed() !== "") open();
  element("[data-coupon-use]").addEventListener("click", () => {
    if (typed() !== "") use();
  });
  field().addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the key must not send the order
    if (typed() !== "") use();
  });
  element("[data-coupon-remove]").addEventListener("click", () => {
    basket.setCoupon("");
    element("[data-coupon] summary").focus();
  });
}

/** Returns the code in the field, which is not in use yet. */
export function typed() {
  return field().value.trim();
}

function open() {
  const place = element("[data-coupon]");
  if (place instanceof HTMLDetailsElement) place.open = true;
}

/**
 * Writes into the field as the customer would, so that the page keeps it.
 * @param {string} text
 */
function write(text) {
  if (field().value === text) return;
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Puts the typed code to use, once the shop accepts it.
 * @returns {Promise<Quote | undefined>} what the basket costs with it; undefined: the field says why it does not hold
 */
export async function use() {
  const code = typed();
  try {
    const priced = await quote(undefined, code);
    if (priced.gutscheinCode === "") throw new Refusal(priced.gutscheinFehler);
    unmark(field());
    basket.setCoupon(code);
    return priced;
  } catch (error) {
    refuse(error instanceof Refusal ? error.code : "");
    field().focus();
  }
}

/**
 * Shows at the field why its code is refused. One that was in use no longer is.
 * @param {string} reason machine code of the refusal
 */
export function refuse(reason) {
  const { gutschein } = basket.load();
  if (gutschein !== "") {
    write(gutschein);
    basket.setCoupon("");
  }
  open();
  const problem =
    checkoutText(`problem.${reason}`) || checkoutText("problem.unknown");
  mark(field(), problem);
  say(problem);
}

/** Shows whether a coupon is in use. @param {Quote} priced */
export function showUse(priced) {
  const used = priced.gutscheinCode;
  if (used !== "") write("");
  else if (priced.gutscheinFehler) refuse(priced.gutscheinFehler);
  element("[data-coupon]").hidden = used !== "";
  element("[data-coupon-remove]").hidden = used === "";
  element("[data-coupon-said]").textContent =
    used && checkoutText("couponUsed", { Code: used });
}
