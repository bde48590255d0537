// Shows a basket: its lines with their steppers, and its sums.

import * as basket from "./basket.js";
import { element, say, text } from "./page.js";
import { quote } from "./quote.js";

/** @typedef {import("./quote.js").Quote} Quote */
/** @typedef {import("./quote.js").Item} Item */

const template = /** @type {HTMLTemplateElement} */ (
  document.getElementById("line-template")
);

/** The names of products as the server last sent them, for those that are gone. @type {Map<string, string>} */
const names = new Map();

/**
 * Keeps an element with data-basket up to date.
 * @param {HTMLElement} root
 * @param {(quote: Quote) => void} [shown] called whenever the sums are shown
 * @returns {() => Promise<void>} shows the basket as it is now
 */
export function showBasket(root, shown = () => {}) {
  /** @type {AbortController | undefined} */
  let asking;
  const refresh = async () => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    root.setAttribute("aria-busy", "true");
    try {
      const priced = await quote(signal);
      show(root, priced);
      shown(priced);
      if (priced.entfallen.length > 0) basket.drop(priced.entfallen);
    } catch (error) {
      if (signal.aborted) return;
      showProblem(root, text("failed"));
      console.info("basket not priced", error);
    } finally {
      if (!signal.aborted) root.removeAttribute("aria-busy");
    }
  };
  listen(root);
  return refresh;
}

/** @param {HTMLElement} root @param {string} message */
function showProblem(root, message) {
  const problem = element("[data-problem]", root);
  problem.textContent = message;
  problem.hidden = message === "";
}

/** @param {HTMLElement} root @param {Quote} priced */
function show(root, priced) {
  const filled = priced.artikel.length > 0;
  element("[data-when-empty]", root).hidden = filled;
  element("[data-sums]", root).hidden = !filled;
  for (const part of root.querySelectorAll("[data-when-filled]")) {
    if (part instanceof HTMLElement) part.hidden = !filled;
  }
  const gone = priced.entfallen.map((slug) => names.get(slug) ?? slug);
  if (gone.length > 0)
    showProblem(root, text("gone", { Names: gone.join(", ") }));
  else if (root.querySelector("[data-problem]")?.textContent === text("failed"))
    showProblem(root, "");
  showLines(element("[data-lines]", root), priced.artikel);
  showUntil(element("[data-until]", root), priced);
  showSums(element("[data-sums]", root), priced);
  const { hinweis, lieferzeit } = priced.anzeige;
  showHint(element("[data-import]", root), hinweis);
  showHint(element("[data-delivery-time]", root), lieferzeit);
}

/** @param {HTMLElement} hint @param {string} said */
function showHint(hint, said) {
  hint.textContent = said;
  hint.hidden = said === "";
}

/**
 * Changes only what differs, so that the focus stays where it is.
 * @param {HTMLElement} list @param {Item[]} items
 */
function showLines(list, items) {
  const keyOf = (/** @type {Item} */ item) =>
    item.gratis ? `${item.slug}+` : item.slug;
  const wanted = new Set(items.map(keyOf));
  const lines = [...list.querySelectorAll("li")];
  for (const line of lines) {
    if (!wanted.has(line.dataset.key ?? "")) line.remove();
  }
  items.forEach((item, index) => {
    names.set(item.slug, item.name);
    const line =
      lines.find((l) => l.dataset.key === keyOf(item)) ?? newLine(item);
    line.dataset.key = keyOf(item);
    fill(line, item);
    const there = list.children[index] ?? null;
    if (there !== line) list.insertBefore(line, there);
  });
}

/** @param {Item} item */
function newLine(item) {
  const line = template.content.firstElementChild?.cloneNode(true);
  if (!(line instanceof HTMLElement)) throw new Error("no line");
  line.dataset.slug = item.slug;
  const image = element("img", line);
  if (image instanceof HTMLImageElement) image.src = item.bild;
  const link = element("[data-name]", line);
  if (link instanceof HTMLAnchorElement) link.href = text("path") + item.slug;
  link.textContent = item.name;
  element("[data-stepper]", line).hidden = item.gratis;
  element("[data-remove]", line).hidden = item.gratis;
  element("[data-free]", line).hidden = !item.gratis;
  for (const [selector, label] of [
    ["[data-less]", "lessOf"],
    ["[data-quantity]", "quantityOf"],
    ["[data-more]", "moreOf"],
    ["[data-remove]", "removeNamed"],
  ]) {
    element(selector ?? "", line).setAttribute(
      "aria-label",
      text(label ?? "", { Name: item.name }),
    );
  }
  return line;
}

/** @param {HTMLElement} line @param {Item} item */
function fill(line, item) {
  element("[data-unit]", line).textContent = item.gratis
    ? ""
    : item.anzeige.einzeln;
  element("[data-sum]", line).textContent = item.gratis
    ? ""
    : item.anzeige.summe;
  element("[data-stock]", line).textContent = item.anzeige.hinweis;
  const quantity = element("[data-quantity]", line);
  if (quantity instanceof HTMLInputElement) quantity.value = String(item.menge);
}

/** @param {HTMLElement} until @param {Quote} priced */
function showUntil(until, priced) {
  const message = priced.anzeige.bisVersandfrei;
  until.hidden = message === "";
  element("[data-until-text]", until).textContent = message;
  const bar = until.querySelector("progress");
  if (bar) bar.value = priced.fortschritt;
}

/** @param {HTMLElement} list @param {Quote} priced */
function showSums(list, priced) {
  list.replaceChildren();
  /** @param {string} name @param {string} amount @param {string} [note] */
  const row = (name, amount, note) => {
    const term = document.createElement("dt");
    const value = document.createElement("dd");
    term.textContent = name;
    value.textContent = amount;
    if (note) {
      const small = document.createElement("small");
      small.textContent = note;
      term.className = value.className = "total";
      term.append(small);
    }
    list.append(term, value);
  };
  for (const { name, betrag } of priced.anzeige.summen) row(name, betrag);
  row(text("total"), priced.anzeige.summe, priced.anzeige.steuer);
}

/** @param {HTMLElement} root */
function listen(root) {
  root.addEventListener("click", (event) => {
    const line = lineOf(event);
    if (!(event.target instanceof Element) || !line) return;
    const pieces = piecesOf(line);
    if (event.target.closest("[data-less]")) step(line, pieces - 1);
    else if (event.target.closest("[data-more]")) step(line, pieces + 1);
    else if (event.target.closest("[data-remove]")) remove(root, line);
  });
  root.addEventListener("change", (event) => {
    const line = lineOf(event);
    if (!line || !(event.target instanceof HTMLInputElement)) return;
    const typed = Number.parseInt(event.target.value, 10);
    if (typed >= 1) step(line, typed);
    else event.target.value = String(piecesOf(line));
  });
}

/** @param {Event} event */
function lineOf(event) {
  const line =
    event.target instanceof Element
      ? event.target.closest("[data-slug]")
      : null;
  return line instanceof HTMLElement ? line : null;
}

/** @param {HTMLElement} line */
function piecesOf(line) {
  return (
    basket.load().artikel.find((l) => l.slug === line.dataset.slug)?.menge ?? 1
  );
}

/** @param {HTMLElement} line */
const nameOf = (line) => element("[data-name]", line).textContent ?? "";

/** @param {HTMLElement} line @param {number} pieces */
function step(line, pieces) {
  if (pieces < 1) return;
  basket.set(line.dataset.slug ?? "", pieces);
  const dialog = line.closest("[data-basket]");
  dialog?.addEventListener(
    "shown",
    () =>
      say(
        text("changed", {
          Name: nameOf(line),
          N: piecesOf(line),
          Total: dialog.querySelector("dd.total")?.textContent ?? "",
        }),
      ),
    { once: true },
  );
}

/** Moves the focus to a neighbour, since the button goes away. @param {HTMLElement} root @param {HTMLElement} line */
function remove(root, line) {
  const neighbour = line.nextElementSibling ?? line.previousElementSibling;
  const next =
    neighbour?.querySelector("[data-remove]:not([hidden])") ??
    root.closest("dialog")?.querySelector("h2") ??
    document.querySelector("main");
  say(text("removed", { Name: nameOf(line) }));
  basket.set(line.dataset.slug ?? "", 0);
  if (next instanceof HTMLElement) next.focus();
}
