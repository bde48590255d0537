// The catalogue's filter for best sellers and its order. Without scripts both
// are a form with a button.

import { read, request } from "./request.js";
import { offerToBuy } from "./shop.js";

const form = document.querySelector("[data-filter]");
const grid = document.querySelector("[data-grid]");
const found = document.querySelector("[data-found]");
const failed = document.querySelector("[data-failed]");

if (
  form instanceof HTMLFormElement &&
  grid instanceof HTMLElement &&
  found instanceof HTMLElement &&
  failed instanceof HTMLElement
) {
  useFilter(form, grid, found, failed);
}

/**
 * @param {HTMLFormElement} form @param {HTMLElement} grid
 * @param {HTMLElement} found @param {HTMLElement} failed
 */
function useFilter(form, grid, found, failed) {
  const box = form.querySelector("[data-bestseller]");
  if (!(box instanceof HTMLInputElement)) return;
  /** What the page showed before the filter; nothing when it came filtered. @type {{cards: Node[], found: string} | null} */
  let before = null;
  for (const field of form.querySelectorAll("[data-asks]"))
    field.addEventListener("change", () => form.submit());
  box.addEventListener("change", () => (box.checked ? filter() : release()));
  failed.querySelector("[data-again]")?.addEventListener("click", () => {
    box.checked = true;
    filter();
  });

  async function filter() {
    before ??= { cards: [...grid.childNodes], found: found.textContent ?? "" };
    grid.setAttribute("aria-busy", "true");
    failed.hidden = true;
    found.textContent = found.dataset.loading ?? "";
    try {
      const cards = await bestsellers(form.dataset.cards ?? "");
      if (!(box instanceof HTMLInputElement) || !box.checked) return;
      show(grid, found, cards);
      remember(true);
    } catch (error) {
      console.info("best sellers not loaded", error);
      release();
      failed.hidden = false;
    } finally {
      grid.removeAttribute("aria-busy");
    }
  }

  function release() {
    if (!(box instanceof HTMLInputElement)) return;
    box.checked = false;
    if (!before) {
      remember(false);
      location.reload();
      return;
    }
    grid.replaceChildren(...before.cards);
    found.textContent = before.found;
    setPaging(false);
    remember(false);
  }
}

/** @param {HTMLElement} grid @param {HTMLElement} found @param {DocumentFragment} cards */
function show(grid, found, cards) {
  const n = cards.querySelectorAll("li").length;
  grid.replaceChildren(cards);
  offerToBuy(grid);
  found.textContent = found.getAttribute(`data-count-${n}`) ?? "";
  setPaging(true);
}

/** @param {boolean} hidden */
function setPaging(hidden) {
  const pages = document.querySelector(".pages");
  if (pages instanceof HTMLElement) pages.hidden = hidden;
}

/** Keeps the filter in the page's address. @param {boolean} on */
function remember(on) {
  const address = new URL(location.href);
  if (on) address.searchParams.set("bestseller", "1");
  else address.searchParams.delete("bestseller");
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll(".languages a, .offer a")) {
    if (link instanceof HTMLAnchorElement) link.search = address.search;
  }
}

/** Returns the cards of the products sold most, best first. @param {string} address of the cards */
async function bestsellers(address) {
  /** @type {{bestseller: string[]}} */
  const { bestseller } = await read("/api/bestseller");
  const template = document.createElement("template");
  if (bestseller.length > 0) {
    const query = new URLSearchParams(bestseller.map((slug) => ["slug", slug]));
    const cards = await request(`${address}?${query}`);
    template.innerHTML = await cards.text();
  }
  return template.content;
}
