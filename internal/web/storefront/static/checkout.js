// The checkout: prices the basket for the country, and places the order.

import * as basket from "./basket.js";
import * as coupon from "./coupon.js";
import {
  checkAll,
  checkoutText,
  checkWhenLeft,
  showWaiting,
  suitCountry,
  typedIn,
} from "./form.js";
import { showBasket } from "./lines.js";
import { element, language } from "./page.js";
import { particularsOf, showParticulars } from "./particulars.js";
import * as payPal from "./paypal.js";
import { quote } from "./quote.js";
import { json, Refusal, request } from "./request.js";
import { attemptKey, forgetTyped, keepTyped } from "./typed.js";
import { newKey } from "./unique.js";

/** @typedef {import("./quote.js").Quote} Quote */

/** Whether the buyer has approved the payment and now reviews the order. */
let approved = false;

const form = document.getElementById("checkout");
const contents = document.querySelector("main [data-basket]");

if (form instanceof HTMLFormElement && contents instanceof HTMLElement) {
  begin(form, contents);
}

/** @param {HTMLFormElement} form @param {HTMLElement} contents */
function begin(form, contents) {
  const land = rememberCountry(form);
  checkWhenLeft(form);

  /** The quote on the page, which an order accepts. @type {Quote | undefined} */
  let shown;
  const page = paymentPage(form, () => shown);
  const refresh = showBasket(contents, (priced) => {
    const first = shown === undefined;
    shown = priced;
    coupon.showUse(priced);
    payPal.showTotal(priced.summe);
    allowOrder(priced.artikel.length > 0);
    form.classList.toggle("nothing", priced.artikel.length === 0);
    contents.dispatchEvent(new Event("shown"));
    if (first) goOn(form, page);
  });
  basket.changes.addEventListener("change", () => {
    payPal.withdraw(page);
    refresh();
  });
  refresh();

  form.addEventListener("input", () => payPal.withdraw(page));
  form.addEventListener("change", (event) => {
    if (event.target === land) {
      basket.setCountry(typedIn(form, "land"));
      suitCountry(form);
    }
    if (
      event.target instanceof HTMLInputElement &&
      event.target.name === "zahlungsart"
    ) {
      showMethod(form, page);
    }
  });
  showMethod(form, page);
  coupon.offerCoupon();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    place(form, page, shown);
  });
  // The second click of a double click has not seen what the first one changed.
  element("[data-place]").addEventListener("click", (event) => {
    if (event.detail > 1) event.preventDefault();
  });
  allowOrder(true);
}

/**
 * The address and the basket are of the same country, also on a later visit.
 * @param {HTMLFormElement} form
 */
function rememberCountry(form) {
  const land = form.elements.namedItem("land");
  if (land instanceof HTMLSelectElement && !("known" in land.dataset)) {
    land.value = basket.load().land;
  }
  keepTyped(form);
  showParticulars(form);
  if (land instanceof HTMLSelectElement) basket.setCountry(land.value);
  suitCountry(form);
  return land;
}

/**
 * Enables or disables the button that orders. The page arrives with it disabled: without
 * its script the form would be sent with the address in the URL.
 * @param {boolean} allowed
 */
function allowOrder(allowed) {
  const button = element("[data-place]");
  if (button instanceof HTMLButtonElement) button.disabled = !allowed;
}

/**
 * What the payment with PayPal needs of the page.
 * @param {HTMLFormElement} form @param {() => Quote | undefined} shown
 * @returns {payPal.Page}
 */
function paymentPage(form, shown) {
  const refused = element("[data-refused]");
  const note = element("[data-note]");
  const waiting = element("[data-waiting]");
  /** @type {payPal.Page} */
  const page = {
    ready: () => {
      if (!shown()?.artikel.length) {
        page.report(new Refusal("keine_artikel"));
        return false;
      }
      if (!checkAll(form, element("[data-errors]"))) return false;
      if (coupon.typed() === "") return true;
      applyCoupon(page);
      return false;
    },
    order: async () => orderOf(form, await agreed(shown())),
    clear: () => {
      note.hidden = refused.hidden = true;
    },
    report: (error) => {
      page.clear();
      showRefusal(refused, error, false);
    },
    note: (text) => {
      page.clear();
      note.textContent = text;
      note.hidden = false;
    },
    wait: (text) => {
      element("[data-waiting-text]").textContent = text;
      if (waiting.hidden) showWaiting(form, waiting);
    },
    resume: () => {
      waiting.hidden = true;
      form.hidden = false;
    },
    approved: (is) => {
      const panel = element("[data-approved]");
      approved = is;
      panel.hidden = !is;
      showMethod(form, page);
      if (is) panel.focus();
    },
    thank,
  };
  return page;
}

/** @param {HTMLFormElement} form @param {payPal.Page} page */
async function goOn(form, page) {
  try {
    await payPal.goOn(page, () => {
      const way = form.querySelector('[name="zahlungsart"][value="paypal"]');
      if (way instanceof HTMLInputElement) way.checked = !way.disabled;
      return showMethod(form, page);
    });
  } catch (error) {
    page.report(error);
  }
}

/**
 * Shows the button of the chosen payment method, and only that.
 * @param {HTMLFormElement} form @param {payPal.Page} page
 */
async function showMethod(form, page) {
  const place = element("[data-paypal]");
  const wanted = () => typedIn(form, "zahlungsart") === "paypal" && !approved;
  element("[data-place]").hidden = wanted();
  place.hidden = !wanted();
  page.clear();
  if (!wanted() || place.childElementCount > 0) return;
  page.note(checkoutText("paypal.loading"));
  try {
    await payPal.showButton(place, await payPal.settings(), page);
    const note = element("[data-note]");
    if (note.textContent === checkoutText("paypal.loading")) note.hidden = true;
  } catch (error) {
    if (!wanted()) return;
    const code = error instanceof Refusal ? error.code : "";
    page.note(checkoutText(`problem.${code}`) || checkoutText("paypal.failed"));
  }
}

/**
 * Uses the coupon that is only typed, and asks the customer to confirm what that
 * changes.
 * @param {payPal.Page} page
 */
async function applyCoupon(page) {
  const priced = await coupon.use();
  if (!priced) return;
  const Total = priced.anzeige.summe;
  const values = { Code: priced.gutscheinCode, Total };
  page.note(checkoutText("couponConfirm", values));
}

/** Whether an order is under way, so that a second click sends none. */
let placing = false;

/** @param {HTMLFormElement} form @param {payPal.Page} page @param {Quote | undefined} shown */
async function place(form, page, shown) {
  page.clear();
  if (placing || !checkAll(form, element("[data-errors]"))) return;
  if (typedIn(form, "zahlungsart") === "paypal" && !approved) return;
  placing = true;
  const button = element("[data-place]");
  const wording = button.textContent;
  button.textContent = checkoutText("placing");
  button.setAttribute("aria-disabled", "true");
  let sent = false;
  try {
    if (coupon.typed() !== "") return await applyCoupon(page);
    if (approved) return await payPal.confirm(page);
    const order = orderOf(form, await agreed(shown));
    sent = true;
    await send(order);
  } catch (error) {
    showRefusal(element("[data-refused]"), error, sent);
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
  const { kunde, ...besides } = particularsOf(form);
  return {
    land: typedIn(form, "land"),
    kunde: {
      name: typedIn(form, "name"),
      email: typedIn(form, "email"),
      strasse: typedIn(form, "strasse"),
      plz: typedIn(form, "plz"),
      ort: typedIn(form, "ort"),
      ...kunde,
    },
    ...besides,
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
  };
}

/** Sends the order, and goes to the page that thanks for it. @param {object} order */
async function send(order) {
  const key = { "Idempotency-Key": keyOf(JSON.stringify(order)) };
  const answer = await request("/api/orders", json("POST", order, key));
  await answer.json();
  basket.empty();
  thank(answer.headers.get("Location") ?? "/");
}

/** Goes to the page that thanks for an order. @param {string} path of it in German */
function thank(path) {
  forgetTyped();
  location.assign((language === "de" ? "" : `/${language}`) + path);
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
  const key = newKey();
  try {
    sessionStorage.setItem(attemptKey, JSON.stringify({ key, body }));
  } catch {
    // Then only this click is safe.
  }
  return key;
}

/**
 * Shows why nothing was ordered, or that this is not known.
 * @param {HTMLElement} refused @param {unknown} error
 * @param {boolean} sent whether the order had been sent
 */
function showRefusal(refused, error, sent) {
  const { code, status } =
    error instanceof Refusal ? error : { code: "", status: 0 };
  const known = checkoutText(`problem.${code}`);
  const unsure = sent && !known && (status === 0 || status >= 500);
  element("[data-refused-title]").textContent = checkoutText("problem.title");
  element("[data-refused-text]").textContent = unsure
    ? checkoutText("problem.unsure")
    : `${known || checkoutText("problem.unknown")} ${checkoutText("problem.kept")}`;
  element("[data-refused-title]").hidden = unsure;
  refused.hidden = false;
  refused.focus();
  if (code.startsWith("gutschein_")) coupon.refuse(code);
  if (code === "preise_geaendert") {
    basket.changes.dispatchEvent(new Event("change"));
  }
}
