// PayPal at the checkout: its button, and the outcome of a payment. The server
// alone decides whether something is paid; this page reads and shows it.

import * as basket from "./basket.js";
import { checkoutText } from "./form.js";
import { language } from "./page.js";
import { Refusal, read, request, send } from "./request.js";
import { digest, newKey } from "./unique.js";

/**
 * What the page does for payments.
 * @typedef {{
 *   ready: () => boolean, order: () => Promise<object>, clear: () => void,
 *   report: (error: unknown) => void, note: (text: string) => void,
 *   wait: (text: string) => void, resume: () => void,
 *   approved: (is: boolean) => void, thank: (path: string) => void,
 * }} Page
 */
/** @typedef {{clientId: string, sdkUrl: string, bestaetigung: boolean}} Settings */
/** @typedef {{schluessel?: string, id?: string, order?: string, artikel?: basket.Line[], freigegeben?: boolean}} Attempt */
/** @typedef {{restart?: () => unknown}} Actions */

const key = `${document.documentElement.dataset.shop}_zahlung`;
const locales = /** @type {Record<string, string>} */ ({
  de: "de_DE",
  en: "en_GB",
  fr: "fr_FR",
  it: "it_IT",
});
const pauses = [1, 2, 3, 5, 8, 10]; // seconds between two reads

/** For browsers that keep nothing. @type {Attempt} */
let remembered = {};

/** Returns the payment of this basket, which all tabs share. @returns {Attempt} */
function attempt() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? remembered;
  } catch {
    return remembered;
  }
}

/** @param {Attempt} now */
function keep(now) {
  remembered = now;
  try {
    localStorage.setItem(key, JSON.stringify(now));
  } catch {
    // Then only this page knows.
  }
}

/** Begins anew: the next payment is another one. */
function forget() {
  remembered = {};
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Returns the key with which two clicks, two tabs or a reload are one payment. */
function checkoutKey() {
  if (!attempt().schluessel) {
    keep({ schluessel: newKey() });
  }
  return attempt().schluessel; // another tab's, if that was quicker
}

/** Returns PayPal's settings, or throws why there are none. @returns {Promise<Settings>} */
export async function settings() {
  return read("/api/paypal/config");
}

/** @type {Promise<any> | undefined} */
let loading;

/** Loads PayPal's script once. @param {Settings} config */
function load(config) {
  loading ??= new Promise((resolve, reject) => {
    const url = new URL(config.sdkUrl);
    url.searchParams.set("locale", locales[language] ?? "de_DE");
    const script = document.createElement("script");
    const own = document.querySelector("script[nonce]");
    script.src = url.href;
    if (own instanceof HTMLElement) script.dataset.cspNonce = own.nonce;
    script.onload = () => resolve(/** @type {any} */ (window).paypal);
    script.onerror = () => {
      script.remove();
      loading = undefined; // the next caller tries again
      reject(new Error("PayPal's script does not load"));
    };
    document.head.append(script);
  });
  return loading;
}

/**
 * Shows PayPal's button in a place.
 * @param {HTMLElement} place @param {Settings} config @param {Page} page
 */
export async function showButton(place, config, page) {
  const paypal = await load(config);
  if (place.childElementCount > 0) return;
  /** Why no payment was opened; PayPal passes on only its text. @type {unknown} */
  let refusal;
  const buttons = paypal.Buttons({
    onClick: (
      /** @type {unknown} */ _,
      /** @type {{resolve: () => unknown, reject: () => unknown}} */ actions,
    ) => {
      page.clear();
      return page.ready() ? actions.resolve() : actions.reject();
    },
    createOrder: async () => {
      try {
        return await create(page);
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
    onApprove: (
      /** @type {{orderID: string}} */ { orderID },
      /** @type {Actions} */ actions,
    ) => {
      if (config.bestaetigung) return review(page);
      return capture(page, orderID, actions);
    },
    onCancel: () => page.note(checkoutText("paypal.cancelled")),
    onError: (/** @type {unknown} */ error) => {
      page.report(refusal ?? error);
      refusal = undefined;
    },
  });
  if (!buttons.isEligible()) throw new Error("PayPal is not on offer here");
  await buttons.render(place);
}

/**
 * Gives PayPal's message about paying later, if there is one, what it is about.
 * @param {number} total in euro
 */
export function showTotal(total) {
  const message = document.querySelector("[data-pp-message]");
  message?.setAttribute("data-pp-amount", total.toFixed(2));
}

/** Opens the payment of the basket. @param {Page} page @returns {Promise<string>} its id at PayPal */
async function create(page) {
  const order = await page.order();
  const schluessel = checkoutKey();
  const lines = basket.load().artikel;
  try {
    const { id } = await send("POST", "/api/paypal/orders", {
      ...order,
      kassenSchluessel: schluessel,
    });
    // The order itself is not kept: it contains the buyer's address.
    keep({ schluessel, id, order: await digest(order), artikel: lines });
    return id;
  } catch (error) {
    const busy = attempt().id;
    if (error instanceof Refusal && error.code === "zahlung_laeuft" && busy) {
      watch(page, busy);
    }
    throw error;
  }
}

/** Lets the buyer review the order before it is placed. @param {Page} page */
function review(page) {
  keep({ ...attempt(), freigegeben: true });
  page.approved(true);
}

/** Withdraws the approval when the approved order has changed. @param {Page} page */
export function withdraw(page) {
  if (!attempt().freigegeben) return;
  keep({ ...attempt(), freigegeben: false });
  page.approved(false);
  page.note(checkoutText("paypal.changed"));
}

/** Places the order that was approved and reviewed. @param {Page} page */
export async function confirm(page) {
  const { id, order } = attempt();
  const now = await digest(await page.order());
  if (!id || now !== order) return withdraw(page);
  await capture(page, id, {});
}

/**
 * Has the shop take the money of an approved payment.
 * @param {Page} page @param {string} id @param {Actions} actions
 */
async function capture(page, id, actions) {
  page.note(checkoutText("paypal.capturing"));
  let answer;
  try {
    answer = await request(`/api/paypal/orders/${id}/capture`, {
      method: "POST",
    });
    await answer.json();
  } catch (error) {
    return settle(page, id, actions, error);
  }
  // PayPal's window closes when this ends, so nothing here waits for long.
  if (answer.status === 202) watch(page, id);
  else finish(page, id, answer.headers.get("Location") ?? "/");
}

/**
 * Continues after a capture that made no order.
 * @param {Page} page @param {string} id @param {Actions} actions @param {unknown} error
 */
function settle(page, id, actions, error) {
  const { code, status } =
    error instanceof Refusal ? error : { code: "", status: 0 };
  if (status === 0 || status === 429 || status >= 500) {
    watch(page, id);
    return;
  }
  end(page, id, code, error);
  if (code === "zahlung_neustart") return actions.restart?.();
}

/**
 * Shows the form again, since no money was taken. A payment in another tab
 * continues there.
 * @param {Page} page @param {string} id @param {string} code @param {unknown} error
 */
function end(page, id, code, error) {
  const again =
    code === "zahlung_neustart" || code === "zahlung_nicht_freigegeben";
  if (attempt().id === id) {
    if (again) keep({ ...attempt(), freigegeben: false });
    else forget();
  }
  page.resume();
  page.approved(false);
  page.report(error);
}

/** Thanks for the order. @param {Page} page @param {string} id @param {string} path */
function finish(page, id, path) {
  const mine = attempt();
  if (mine.id === id) {
    basket.takeOut(mine.artikel ?? []);
    forget();
  }
  page.thank(path);
}

/** Counts the calls of watch: only the last one polls. */
let watching = 0;

/** Polls until the outcome of a payment is known. @param {Page} page @param {string} id */
async function watch(page, id) {
  const mine = ++watching;
  for (let reads = 0; mine === watching; reads++) {
    const state = await stateOf(id);
    if (state?.danke) return finish(page, id, state.danke);
    if (state && (!state.wartet || state.status === "angelegt")) {
      const code = state.fehlercode ?? "";
      return end(page, id, code, new Refusal(code, 409));
    }
    const pending = state?.status === "wartet_auf_zahlung";
    page.wait(
      checkoutText(
        pending ? "paypal.waiting.pending" : "paypal.waiting.unclear",
      ),
    );
    const pause = pauses[reads] ?? 15;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}

/**
 * @typedef {{status: string, wartet: boolean, fehlercode: string | null, danke: string | null}} State
 */

/** Reads the state of a payment. @param {string} id @returns {Promise<State | undefined>} undefined: not known */
async function stateOf(id) {
  try {
    return await read(`/api/paypal/orders/${id}`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) return undefined;
    const fehlercode = error.code;
    return { status: "", wartet: false, fehlercode, danke: null };
  }
}

/**
 * Continues a payment that this page left: by a reload, by closing it, or on
 * PayPal's own page instead of in a window.
 * @param {Page} page @param {() => void} choose chooses PayPal in the form
 */
export async function goOn(page, choose) {
  const query = new URLSearchParams(location.search);
  const returned = query.get("token");
  if (returned !== null && /^[A-Z0-9]{1,36}$/.test(returned)) {
    history.replaceState(null, "", location.pathname);
    choose();
    if (query.has("abgebrochen")) {
      return page.note(checkoutText("paypal.cancelled"));
    }
    const { bestaetigung } = await settings();
    if (!bestaetigung) return capture(page, returned, {});
  }
  const { id, order, freigegeben } = attempt();
  if (!id) return;
  const state = await stateOf(id);
  if (state?.danke) return finish(page, id, state.danke);
  if (state?.status === "angelegt") {
    if (!freigegeben && returned !== id) return;
    choose();
    if ((await digest(await page.order())) === order) review(page);
    return;
  }
  if (!state || state.wartet) return watch(page, id);
  forget();
}
