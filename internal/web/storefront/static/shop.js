// What every page of the storefront has: the basket's button and drawer, and
// the buttons that fill it. Without scripts they stay hidden or lead to pages.

import "./languages.js";
import "./search.js";
import * as basket from "./basket.js";
import { showBasket } from "./lines.js";
import { say, text } from "./page.js";

const button = document.querySelector("[data-basket-button]");
const count = document.querySelector("[data-count]");
const drawer = document.getElementById("basket");
const page = document.querySelector("main [data-basket]");

showCount();
sayTaxes();
sayDelivery();
basket.changes.addEventListener("change", () => {
  showCount();
  sayTaxes();
  sayDelivery();
});
offerToBuy(document);

function showCount() {
  const pieces = basket.count();
  // Elsewhere no style depends on it, and all styles would be computed anew.
  if (page && pieces > 0) document.documentElement.dataset.basket = "filled";
  if (!(count instanceof HTMLElement)) return;
  count.hidden = pieces === 0;
  count.textContent = pieces > 99 ? "99+" : String(pieces);
  count.title = text("count");
}

/** Shows the note on tax that applies in the country of delivery. */
function sayTaxes() {
  const { land } = basket.load();
  for (const element of document.querySelectorAll("[data-tax]")) {
    if (!(element instanceof HTMLElement)) continue;
    element.dataset.elsewhere ??= element.textContent ?? "";
    const { tax, elsewhere } = element.dataset;
    const sentence = text(`${tax}.${land}`) || elsewhere;
    if (element.textContent !== sentence) element.textContent = sentence;
  }
}

/** Shows how long delivery to the visitor's country takes, if the shop says so. */
function sayDelivery() {
  const { land } = basket.load();
  for (const time of document.querySelectorAll("[data-delivery] [data-to]")) {
    if (time instanceof HTMLElement) time.hidden = time.dataset.to !== land;
  }
}

if (drawer instanceof HTMLDialogElement) useDrawer(drawer);

/**
 * Runs work once the browser has drawn the change, so that it shows at once.
 * @param {() => void} work
 */
function onceDrawn(work) {
  requestAnimationFrame(() => setTimeout(work));
}

/** @param {HTMLDialogElement} dialog */
function useDrawer(dialog) {
  const contents = dialog.querySelector("[data-basket]");
  if (!(contents instanceof HTMLElement)) return;
  const refresh = showBasket(contents, () =>
    contents.dispatchEvent(new Event("shown")),
  );
  basket.changes.addEventListener("change", () => {
    if (dialog.open) refresh();
  });
  button?.addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close();
  });
  // A modal dialog makes the whole page inert, and so computes its styles anew.
  const open = () =>
    onceDrawn(() => {
      if (!dialog.open) dialog.showModal();
      onceDrawn(refresh);
    });
  document.addEventListener("bought", open);
}

/** @param {HTMLElement} element @param {MouseEvent} event */
function isOutside(element, event) {
  const box = element.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/**
 * Makes the buttons work that put products into the basket.
 * @param {ParentNode} root
 */
export function offerToBuy(root) {
  for (const add of root.querySelectorAll("[data-add]")) {
    if (!(add instanceof HTMLButtonElement) || !add.hidden) continue;
    add.hidden = false;
    add.addEventListener("click", () =>
      buy(add.dataset.add ?? "", 1, add.dataset.name ?? ""),
    );
  }
}

/** @param {string} slug @param {number} pieces @param {string} name */
function buy(slug, pieces, name) {
  basket.add(slug, pieces);
  document.dispatchEvent(new Event("bought"));
  say(text("added", { Name: name }));
}

const form = document.querySelector("form[data-buy]");
if (form instanceof HTMLFormElement) useForm(form);

/** The form of a product's page. @param {HTMLFormElement} form */
function useForm(form) {
  const field = form.elements.namedItem("menge");
  if (!(field instanceof HTMLInputElement)) return;
  const least = Number(field.dataset.least) || 1;
  const pieces = () =>
    Math.min(Math.max(Number.parseInt(field.value, 10) || 1, least), 9999);
  const step = (/** @type {number} */ by) => {
    field.value = String(Math.max(pieces() + by, least));
  };
  form.querySelector("[data-less]")?.addEventListener("click", () => step(-1));
  form.querySelector("[data-more]")?.addEventListener("click", () => step(1));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    buy(form.dataset.buy ?? "", pieces(), form.dataset.name ?? "");
    field.value = String(least);
  });
  form.hidden = false;
}
