// Two orders that may be one: the buyer did not see that the first was paid. One of them
// is given back with one click and a confirmation, or both are wanted.

import { announce, el } from "./dom.js";
import { orderLink, problemLine } from "./parts.js";
import { Refusal, read, send } from "./request.js";
import { carryOut } from "./row_actions.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").OrderDetails} OrderDetails */
/** @typedef {import("./types.js").PaymentDetails} PaymentDetails */
/** @typedef {import("./types.js").Twin} Twin */

const path = "/api/verwaltung/orders/";

/**
 * An order as the twin of another one.
 *
 * @param {Order} order
 * @returns {Twin}
 */
export const orderAsTwin = (order) => ({
  id: order.id,
  bestellnummer: order.bestellnummer,
  titel: order.bestellnummer,
  zuruecknehmbar:
    order.paypal_order_id !== null || order.status === "zahlungOffen",
});

/**
 * The questions about the order of a payment.
 *
 * @param {PaymentDetails} payment
 * @param {() => unknown} changed
 */
export function paymentTwins(payment, changed) {
  const own = {
    id: payment.order_id ?? 0,
    bestellnummer: payment.bestellnummer ?? "",
    titel: payment.bestellnummer ?? "",
    zuruecknehmbar: true,
  };
  return payment.doppelt.flatMap((twin) => [
    el(
      "p",
      { class: "hint" },
      "Möglicherweise doppelt: ",
      orderLink(twin.id, twin.titel),
    ),
    twinQuestion(own, twin, (order) => order.id === own.id && changed()),
  ]);
}

/**
 * What the operator can do about an order and its twin.
 *
 * @param {Twin} own
 * @param {Twin} twin
 * @param {(order: OrderDetails) => unknown} changed shows an order anew
 */
export function twinQuestion(own, twin, changed) {
  const problem = problemLine();
  const sure = el("div", { class: "sure", role: "group" });
  const box = el("div", { class: "twin" });
  const reload = async () => {
    for (const { id } of [twin, own])
      await changed((await read(path + id)).order);
  };
  const act = (/** @type {() => Promise<string>} */ task) =>
    carryOut(
      async () => {
        const news = await afterwards(task, reload);
        announce(news);
      },
      box,
      problem,
    );
  box.append(
    ...[own, twin]
      .filter((order) => order.zuruecknehmbar)
      .map((order) =>
        button(`${order.bestellnummer} zurücknehmen\u00a0…`, () =>
          confirmReturn(sure, order, () => act(() => takeBack(order))),
        ),
      ),
    button("Nicht doppelt", () => act(() => deny(own, twin))),
    problem,
    sure,
  );
  return box;
}

/**
 * @param {string} label
 * @param {() => unknown} click
 */
const button = (label, click) =>
  el("button", { type: "button", class: "quiet", click }, label);

/**
 * Asks for confirmation: a refund by PayPal cannot be undone.
 *
 * @param {HTMLElement} sure where the question is shown
 * @param {Twin} order
 * @param {() => unknown} confirmed
 */
function confirmReturn(sure, order, confirmed) {
  const yes = el(
    "button",
    {
      type: "button",
      class: "small",
      click: async () => {
        yes.disabled = true;
        await confirmed();
        yes.disabled = false;
      },
    },
    `Ja, ${order.bestellnummer} zurücknehmen`,
  );
  sure.replaceChildren(
    el(
      "p",
      {},
      `${order.bestellnummer} wird storniert. Was der Käufer dafür über PayPal bezahlt hat, geht an ihn zurück.`,
    ),
    yes,
    button("Abbrechen", () => sure.replaceChildren()),
  );
  yes.focus();
}

/**
 * @param {Twin} twin
 * @returns {Promise<string>} what came of it
 */
async function takeBack(twin) {
  const { order } = await send(
    "POST",
    `${path}${twin.id}/doppelt/zuruecknehmen`,
  );
  return order.status === "storniert"
    ? `Zurückgenommen: ${order.bestellnummer} ist storniert.`
    : `Angefordert: ${order.bestellnummer} wird storniert, sobald PayPal die Erstattung bestätigt.`;
}

/**
 * @param {Twin} own
 * @param {Twin} twin
 */
async function deny(own, twin) {
  await send("POST", `${path}${own.id}/doppelt/${twin.id}/verneinen`);
  return `Vermerkt: ${own.bestellnummer} und ${twin.bestellnummer} sind beide gewollt.`;
}

/** Refusals after which the orders are no longer as they are shown. */
const outdating = ["erstattung_abgelehnt", "nicht_doppelt"];

/**
 * Does a task, and shows the orders as they are then.
 *
 * @param {() => Promise<string>} task
 * @param {() => Promise<void>} reload
 */
async function afterwards(task, reload) {
  let news = "";
  try {
    news = await task();
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || !outdating.includes(refusal.code))
      throw refusal;
    news = refusal.message;
  }
  await reload();
  return news;
}
