// The checkout: prices the basket for the country, and places the order.

import * as basket from "./basket.js";
import {
  checkAll,
  checkoutText,
  checkWhenLeft,
  forgetTyped,
  keepTyped,
  suitCountry,
  typedIn,
} from "./form.js";
import { showBasket } from "./lines.js";
import { quote, Refusal, read } from "./quote.js";
import { language } from "./texts.js";

/** @typedef {import("./quote.js").Quote} Quote */

const attemptKey = `${document.documentElement.dataset.shop}_bestellversuch`;
const form = document.getElementById("checkout");
const contents = document.querySelector("main [data-basket]");

if (form instanceof HTMLFormElement && contents instanceof HTMLElement) {
  begin(form, contents);
}

/** @param {string} selector @returns {HTMLElement} */
function element(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
}

/** @param {HTMLFormElement} form @param {HTMLElement} contents */
function begin(form, contents) {
  const land = form.elements.namedItem("land");
  if (land instanceof HTMLSelectElement) land.value = basket.load().land;
  keepTyped(form);
  if (land instanceof HTMLSelectElement) basket.setCountry(land.value);
  suitCountry(form);
  checkWhenLeft(form);

  /** What is shown, and so what is ordered. @type {Quote | undefined} */
  let shown;
  const refresh = showBasket(contents, (priced) => {
    shown = priced;
    tellCoupon(priced);
    contents.dispatchEvent(new Event("shown"));
  });
  basket.changes.addEventListener("change", refresh);
  refresh();

  form.addEventListener("change", (event) => {
    if (event.target === land) {
      basket.setCountry(typedIn(form, "land"));
      suitCountry(form);
    }
    showMethod(form);
  });
  showMethod(form);
  useCoupon();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    place(form, shown);
  });
}

/** Shows the button of the chosen payment method, and only that. @param {HTMLFormElement} form */
async function showMethod(form) {
  const chosen = () => typedIn(form, "zahlungsart");
  element("[data-place]").hidden = chosen() === "paypal";
  element("[data-paypal-off]").hidden = true;
  if (chosen() !== "paypal") {
    element("[data-paypal]").hidden = true;
    return;
  }
  const ready = await payPalIsSetUp();
  if (chosen() !== "paypal") return;
  element("[data-paypal]").hidden = !ready;
  element("[data-paypal-off]").hidden = ready;
}

async function payPalIsSetUp() {
  try {
    return (await fetch("/api/paypal/config")).ok;
  } catch {
    return false;
  }
}

function useCoupon() {
  const field = document.getElementById("gutschein");
  if (!(field instanceof HTMLInputElement)) return;
  const use = () => {
    if (field.value.trim() !== "") basket.setCoupon(field.value);
  };
  element("[data-coupon-use]").addEventListener("click", use);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the order is not meant
    use();
  });
  element("[data-coupon-remove]").addEventListener("click", () => {
    field.value = "";
    basket.setCoupon("");
    field.closest("details")?.querySelector("summary")?.focus();
  });
}

/** @param {Quote} priced */
function tellCoupon(priced) {
  const said = element("[data-coupon-said]");
  const given = basket.load().gutschein !== "";
  element("[data-coupon-remove]").hidden = !given;
  element("[data-coupon]").hidden = priced.gutscheinCode !== "";
  said.className = priced.gutscheinFehler ? "wrong" : "";
  said.textContent = priced.gutscheinFehler
    ? checkoutText(`problem.${priced.gutscheinFehler}`)
    : priced.gutscheinCode &&
      checkoutText("couponUsed", { Code: priced.gutscheinCode });
}

/** Whether an order is on its way, so that a second click sends none. */
let placing = false;

/** @param {HTMLFormElement} form @param {Quote | undefined} shown */
async function place(form, shown) {
  const refused = element("[data-refused]");
  refused.hidden = true;
  if (placing || !checkAll(form, element("[data-errors]"))) return;
  if (typedIn(form, "zahlungsart") !== "ueberweisung") return;
  placing = true;
  const button = element("[data-place]");
  const wording = button.textContent;
  button.textContent = checkoutText("placing");
  button.setAttribute("aria-disabled", "true");
  let sent = false;
  try {
    const order = orderOf(form, await agreed(shown));
    sent = true;
    await send(order);
  } catch (error) {
    tellRefusal(refused, error, sent);
    if (error instanceof Refusal && error.code === "preise_geaendert") {
      basket.changes.dispatchEvent(new Event("change"));
    }
  } finally {
    placing = false;
    button.textContent = wording;
    button.removeAttribute("aria-disabled");
  }
}

/**
 * Returns what the basket costs, provided that it is what the customer saw.
 * @param {Quote | undefined} shown
 */
async function agreed(shown) {
  const now = await quote();
  if (now.artikel.length === 0) throw new Refusal("keine_artikel");
  if (now.gutscheinFehler) throw new Refusal(now.gutscheinFehler);
  if (
    now.summe !== shown?.summe ||
    now.artikel.length !== shown.artikel.length
  ) {
    throw new Refusal("preise_geaendert");
  }
  return now;
}

/** @param {HTMLFormElement} form @param {Quote} priced */
function orderOf(form, priced) {
  return JSON.stringify({
    land: typedIn(form, "land"),
    kunde: {
      name: typedIn(form, "name"),
      email: typedIn(form, "email"),
      strasse: typedIn(form, "strasse"),
      plz: typedIn(form, "plz"),
      ort: typedIn(form, "ort"),
    },
    artikel: priced.artikel.map(
      ({ slug, name, kategorie, menge, preis, gratis }) => ({
        slug,
        name,
        kategorie,
        menge,
        preis,
        gratis,
      }),
    ),
    zwischensumme: priced.zwischensumme,
    versandkosten: priced.versandkosten,
    rabattGesamt: priced.rabattGesamt,
    summe: priced.summe,
    zahlungsart: typedIn(form, "zahlungsart"),
    treuebonusVerwendet: priced.treuebonusVerwendet,
    aboRabattVerwendet: priced.aboRabattVerwendet,
    gutscheinCode: priced.gutscheinCode,
    sprache: language,
  });
}

/** Sends the order, and goes to the page that thanks for it. @param {string} body */
async function send(body) {
  const answer = await fetch("/api/orders", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": keyOf(body),
    },
    body,
  });
  await read(answer);
  forgetAttempt();
  forgetTyped();
  basket.empty();
  const prefix = language === "de" ? "" : `/${language}`;
  location.assign(prefix + (answer.headers.get("Location") ?? "/"));
}

/**
 * Returns the key of this order: the same for the same order, so that a second
 * click or a reload before the answer does not order twice.
 * @param {string} body
 */
function keyOf(body) {
  try {
    const last = JSON.parse(sessionStorage.getItem(attemptKey) ?? "{}");
    if (last.body === body && typeof last.key === "string") return last.key;
  } catch {
    // A new attempt, then.
  }
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  try {
    sessionStorage.setItem(attemptKey, JSON.stringify({ key, body }));
  } catch {
    // Then only this click is safe.
  }
  return key;
}

function forgetAttempt() {
  try {
    sessionStorage.removeItem(attemptKey);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Says why nothing was ordered, or that nobody can tell.
 * @param {HTMLElement} refused @param {unknown} error
 * @param {boolean} sent whether the order was on its way
 */
function tellRefusal(refused, error, sent) {
  const refusal = error instanceof Refusal ? error : undefined;
  const known = refusal && checkoutText(`problem.${refusal.code}`);
  const unsure = sent && !known && (refusal?.status ?? 500) >= 500;
  element("[data-refused-title]").textContent = checkoutText("problem.title");
  element("[data-refused-text]").textContent = unsure
    ? checkoutText("problem.unsure")
    : `${known || checkoutText("problem.unknown")} ${checkoutText("problem.kept")}`;
  element("[data-refused-title]").hidden = unsure;
  refused.hidden = false;
  refused.focus();
}
