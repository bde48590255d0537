// The list of orders: loads it, keeps it in step with the page's address, and polls
// for new orders.

import { showBulk, useBulk } from "./bulk.js";
import { announce, byId, el } from "./dom.js";
import { showFilters, showStatusTabs, useFilters } from "./filters.js";
import { plural } from "./format.js";
import { useKeys } from "./keys.js";
import { skeleton } from "./loading.js";
import { useDrawer } from "./order.js";
import { current, filterQuery, go, listQuery } from "./query.js";
import { Refusal, read } from "./request.js";
import { orderRow } from "./table.js";
import { useTestOrder } from "./test_order.js";
import { showTiles } from "./tiles.js";
import { useViews } from "./views.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").OrderPage} OrderPage */

const pollEvery = 15_000;
const mostNew = 20;
const pause = 150; // milliseconds after a change; several of them share the figures

const rows = byId("rows", HTMLTableSectionElement);
const table = byId("orders", HTMLTableElement);
const trouble = byId("trouble", HTMLElement);
const nothing = byId("nothing", HTMLElement);
const all = byId("all", HTMLInputElement);

/** @type {Map<number, Order>} the orders of the page that is shown */
const shown = new Map();
/** @type {Set<number>} */
const chosen = new Set();

let newest = 0; // id of the newest order that the list could show
let loaded = ""; // the query whose answer is shown
/** @type {AbortController | undefined} */
let loading;

const drawer = useDrawer(showChanged);
const offerTestOrder = useTestOrder(load);
useFilters();
useKeys();
useViews();
useBulk(chosenOrders, showChanged);
byId("again", HTMLButtonElement).addEventListener("click", () => load());
byId("new", HTMLButtonElement).addEventListener("click", () => {
  go({ cursor: "" }, "push");
  load();
});
all.addEventListener("change", () => {
  for (const box of rows.querySelectorAll("input")) {
    if (box.checked !== all.checked) box.click();
  }
});
rows.addEventListener("click", chooseRow);
addEventListener("moved", show);
addEventListener("popstate", show);
document.addEventListener("visibilitychange", pollIfSeen);
setInterval(pollIfSeen, pollEvery);
show();

function show() {
  showFilters();
  drawer.show();
  if (listQuery(current()).toString() !== loaded || !shown.size) load();
}

/** Loads the page that the address asks for. */
async function load() {
  loading?.abort();
  loading = new AbortController();
  const query = listQuery(current());
  table.setAttribute("aria-busy", "true");
  trouble.hidden = true;
  nothing.hidden = true;
  if (!shown.size) {
    table.hidden = false;
    rows.replaceChildren(...skeleton(8, 9));
  }
  try {
    showTiles(); // beside the list, which does not wait for them
    /** @type {OrderPage} */
    const page = await read(`/api/verwaltung/orders?${query}`, {
      signal: loading.signal,
    });
    loaded = query.toString();
    showPage(page);
  } catch (refusal) {
    if (refusal instanceof Refusal) showTrouble(refusal);
    else if (!(refusal instanceof DOMException)) throw refusal;
  }
}

/** @param {OrderPage} page */
function showPage(page) {
  shown.clear();
  chosen.clear();
  all.checked = false;
  for (const order of page.orders) shown.set(order.id, order);
  rows.replaceChildren(...page.orders.map(row));
  table.removeAttribute("aria-busy");
  table.hidden = page.orders.length === 0;
  showStatusTabs(page.anzahl);
  showPaging(page);
  showChosen();
  showNothing(page);
  byId("new", HTMLButtonElement).hidden = true;
  if (!current().get("cursor"))
    newest = Math.max(newest, page.orders[0]?.id ?? 0);
  announce(
    `${plural(page.orders.length, "Bestellung", "Bestellungen")} geladen.`,
  );
}

/** @param {OrderPage} page */
function showNothing(page) {
  offerTestOrder(page.anzahl.alle === 0);
  nothing.hidden = page.orders.length > 0;
  nothing.textContent = page.anzahl.alle
    ? "Keine Bestellung passt zu diesen Filtern."
    : "Noch keine Bestellungen. Neue erscheinen hier von selbst.";
}

/** @param {Order} order */
function row(order) {
  return orderRow(order, chosen.has(order.id), showChanged);
}

/**
 * Shows an order anew after a change.
 *
 * @param {Order} order
 */
function showChanged(order) {
  const before = rows.querySelector(`tr[data-id="${order.id}"]`);
  if (before) {
    const focused = before.contains(document.activeElement);
    const now = row(order);
    shown.set(order.id, order);
    before.replaceWith(now);
    if (focused) now.querySelector("select")?.focus();
  }
  clearTimeout(sums);
  sums = setTimeout(() => {
    showTiles();
    poll();
  }, pause);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let sums;

/** @param {Refusal} refusal */
function showTrouble(refusal) {
  table.removeAttribute("aria-busy");
  table.hidden = true;
  shown.clear();
  byId("trouble-text", HTMLElement).textContent = refusal.message;
  trouble.hidden = false;
}

/** @param {OrderPage} page */
function showPaging(page) {
  const paging = byId("paging", HTMLElement);
  const cursor = current().get("cursor");
  const button = (
    /** @type {string} */ label,
    /** @type {() => void} */ click,
  ) => el("button", { type: "button", class: "quiet", click }, label);
  paging.replaceChildren();
  if (cursor)
    paging.append(button("Zu den neuesten", () => go({ cursor: "" }, "push")));
  if (page.weiter)
    paging.append(
      button("Ältere Bestellungen", () => older(page.weiter ?? "")),
    );
}

/** @param {string} cursor */
function older(cursor) {
  go({ cursor }, "push");
  scrollTo({ top: 0 });
}

/** @param {Event} event */
function chooseRow(event) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
  const id = Number(box.closest("tr")?.dataset.id);
  if (event instanceof MouseEvent && event.shiftKey)
    chooseRange(id, box.checked);
  else choose(id, box.checked);
  lastChosen = id;
  showChosen();
}

let lastChosen = 0;

/**
 * @param {number} id
 * @param {boolean} on
 */
function choose(id, on) {
  if (on) chosen.add(id);
  else chosen.delete(id);
}

/**
 * Chooses all rows from the last one to this one.
 *
 * @param {number} id
 * @param {boolean} on
 */
function chooseRange(id, on) {
  const ids = [...shown.keys()];
  const [from, to] = [ids.indexOf(lastChosen), ids.indexOf(id)].sort(
    (a, b) => a - b,
  );
  for (const each of ids.slice(Math.max(from ?? 0, 0), (to ?? 0) + 1)) {
    choose(each, on);
    const box = rows.querySelector(`tr[data-id="${each}"] input`);
    if (box instanceof HTMLInputElement) box.checked = on;
  }
}

function showChosen() {
  showBulk(chosenOrders());
}

/** @returns {Order[]} */
function chosenOrders() {
  return [...shown.values()].filter((order) => chosen.has(order.id));
}

function pollIfSeen() {
  if (document.visibilityState === "visible") poll();
}

/** Polls for orders that came since the list was loaded. It moves no row. */
async function poll() {
  if (!trouble.hidden) return;
  const query = filterQuery(current());
  query.set("limit", String(mostNew));
  try {
    /** @type {OrderPage} */
    const page = await read(`/api/verwaltung/orders?${query}`);
    showStatusTabs(page.anzahl);
    const fresh = page.orders.filter((order) => order.id > newest).length;
    const pill = byId("new", HTMLButtonElement);
    pill.hidden = fresh === 0;
    if (fresh)
      pill.textContent =
        (fresh === mostNew ? "mindestens " : "") +
        plural(fresh, "neue Bestellung", "neue Bestellungen");
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    // The next poll may succeed; the list stays as it is.
  }
}
