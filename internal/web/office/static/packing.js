// What is to be packed, for somebody with a phone or a scanner: the number of a label that
// ends with Enter enters the parcel, and the next order opens. An order's number opens
// that one.

import { carrierChoice } from "./carriers.js";
import { announce, byId, el } from "./dom.js";
import { asOrdered, countedDay, dayAt, number, plural } from "./format.js";
import { useLoading } from "./loading.js";
import { useParcelImport } from "./packing_import.js";
import { problemLine } from "./parts.js";
import { Refusal, read, send } from "./request.js";
import { carryOut, guarded } from "./row_actions.js";

/** @typedef {import("./types.js").Order} Order */

const most = 200; // orders at once, as papers have at most
const list = byId("open", HTMLUListElement);
const find = byId("find", HTMLFormElement);
const field = byId("number", HTMLInputElement);
const since = byId("since", HTMLSelectElement);
const problem = byId("find-problem", HTMLElement);
const carrier = carrierChoice();
carrier.id = "carrier";
byId("carrier", HTMLSelectElement).replaceWith(carrier);

/** @type {Order[]} */
let orders = [];

const load = useLoading(
  async (signal) => {
    list.setAttribute("aria-busy", "true");
    const [open, partly] = await Promise.all([
      pages("offen", signal),
      pages("teilweise", signal),
    ]);
    orders = [...open, ...partly].sort((a, b) => a.id - b.id).slice(0, most);
    show();
    field.focus();
  },
  () => list.replaceChildren(),
);

find.addEventListener("submit", (event) => {
  event.preventDefault();
  guarded(problem, () => {
    const order = wanted(field.value.trim());
    field.value = "";
    open(order);
  });
});
since.addEventListener("change", load);
useParcelImport(load);
load();

/**
 * The paid orders of a state, as many as fit.
 *
 * @param {string} state
 * @param {AbortSignal} signal
 * @returns {Promise<Order[]>}
 */
async function pages(state, signal) {
  const query = new URLSearchParams({ status: "bezahlt", versand: state });
  query.set("limit", "100");
  if (since.value) query.set("von", daysAgo(Number(since.value)));
  /** @type {Order[]} */
  const all = [];
  for (let next = ""; all.length < most; ) {
    if (next) query.set("cursor", next);
    const page = await read(`/api/verwaltung/orders?${query}`, { signal });
    all.push(...page.orders);
    next = page.weiter ?? "";
    if (!next) break;
  }
  return all;
}

/** @param {number} days */
function daysAgo(days) {
  return dayAt(new Date(Date.now() - days * 86_400_000).toISOString());
}

/** The order that is meant by its number, or by the end of it. @param {string} text */
function wanted(text) {
  const found = orders.filter(({ bestellnummer }) =>
    bestellnummer.toLowerCase().endsWith(text.toLowerCase()),
  );
  const exact = found.find(
    ({ bestellnummer }) => bestellnummer.toLowerCase() === text.toLowerCase(),
  );
  const order = exact ?? (found.length === 1 ? found[0] : undefined);
  if (text && order) return order;
  field.select();
  throw new Refusal(
    "unbekannt",
    0,
    found.length > 1 && text
      ? `Auf „${text}“ enden ${number(found.length)} Bestellnummern.`
      : `„${text}“ ist nicht unter den offenen Bestellungen.`,
  );
}

function show() {
  list.removeAttribute("aria-busy");
  list.replaceChildren(...orders.map(entry));
  const nothing = byId("nothing", HTMLElement);
  nothing.textContent = "Alles ist versandt.";
  nothing.hidden = orders.length > 0;
  count();
}

function count() {
  byId("found", HTMLElement).textContent =
    `${plural(orders.length, "Bestellung", "Bestellungen")} zu packen`;
  const ids = orders.map(({ id }) => id);
  for (const [name, path] of Object.entries(papers)) {
    const link = byId(name, HTMLAnchorElement);
    link.toggleAttribute("aria-disabled", ids.length === 0);
    link.href = ids.length ? `/api/verwaltung/${path}ids=${ids}` : "#open";
  }
}

const papers = {
  slips: "packzettel.pdf?",
  general: "versandliste.csv?profil=allgemein&",
  franking: "versandliste.csv?profil=dhl-of&",
};

/** @param {Order} order */
function entry(order) {
  const pieces = order.artikel.reduce((sum, { menge }) => sum + menge, 0);
  return el(
    "li",
    { class: "package", "data-id": order.id },
    el(
      "button",
      {
        type: "button",
        class: "head",
        "aria-expanded": "false",
        click: ({ currentTarget }) =>
          currentTarget instanceof HTMLElement &&
          currentTarget.ariaExpanded === "true"
            ? close()
            : open(order),
      },
      el("strong", {}, order.bestellnummer),
      el("span", {}, `${order.kunde_name}, ${order.ort}`),
      el(
        "small",
        {},
        `${plural(pieces, "Stück", "Stück")} · ${countedDay(dayAt(order.created_at))}${order.versand === "teilweise" ? " · ein Teil ist fort" : ""}`,
      ),
    ),
  );
}

/** Closes the order that is open. */
function close() {
  for (const head of list.querySelectorAll(".head[aria-expanded=true]")) {
    head.setAttribute("aria-expanded", "false");
    head.nextElementSibling?.remove();
  }
}

/** Opens an order, and closes the one that was open. @param {Order} order */
function open(order) {
  close();
  const item = list.querySelector(`[data-id="${order.id}"]`);
  item?.querySelector(".head")?.setAttribute("aria-expanded", "true");
  const form = parcelForm(order);
  item?.append(form);
  item?.scrollIntoView({ block: "nearest" });
  form.querySelector("input")?.focus();
}

/** @param {Order} order */
function parcelForm(order) {
  const parcel = el("input", {
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 60,
    enterkeyhint: "send",
  });
  const trouble = problemLine();
  const form = el(
    "form",
    {
      class: "pack",
      submit: (event) => {
        event.preventDefault();
        carryOut(() => enter(order, parcel), form, trouble);
      },
    },
    el(
      "ul",
      { class: "pieces" },
      ...order.artikel.map((item) =>
        el(
          "li",
          {},
          el("strong", {}, `${item.menge} ×`),
          ` ${item.name_de}${asOrdered(item)}`,
        ),
      ),
    ),
    order.notiz ? el("p", { class: "note" }, order.notiz) : null,
    el("label", {}, "Sendungsnummer ", parcel),
    trouble,
    el("button", {}, "Versandt"),
    el("a", { href: `/verwaltung/?o=${order.id}` }, "Nur ein Teil …"),
  );
  return form;
}

/**
 * Enters a parcel, and goes on with the next order.
 *
 * @param {Order} order
 * @param {HTMLInputElement} parcel
 */
async function enter(order, parcel) {
  try {
    await send("POST", `/api/verwaltung/orders/${order.id}/sendungen`, {
      traeger: carrier.value,
      nummer: parcel.value,
    });
  } catch (refusal) {
    if (refusal instanceof Refusal) parcel.select();
    throw refusal;
  }
  const at = orders.indexOf(order);
  orders.splice(at, 1);
  list.querySelector(`[data-id="${order.id}"]`)?.remove();
  said(order, parcel.value);
  count();
  const next = orders[at] ?? orders[0];
  if (next) open(next);
  else show();
}

/** @param {Order} order @param {string} parcel */
function said(order, parcel) {
  const line = byId("sent", HTMLElement);
  line.hidden = false;
  line.replaceChildren(
    "Versandt: ",
    el("a", { href: `/verwaltung/?o=${order.id}` }, order.bestellnummer),
    parcel ? ` mit ${parcel}` : " ohne Nummer",
  );
  announce(line.textContent ?? "");
}
