// One order, in a drawer beside the list. Its address is ?o=42.

import { cancelQuestion } from "./cancel_order.js";
import { byId, el } from "./dom.js";
import {
  asOrdered,
  countryName,
  euro,
  instant,
  methodName,
  statusName,
} from "./format.js";
import { explained } from "./hints.js";
import { invoices } from "./invoices.js";
import { noteForm, unsaved } from "./note.js";
import { parcels } from "./parcels.js";
import { particulars } from "./particulars.js";
import { closeFromOutside, signed } from "./parts.js";
import { paymentPanel } from "./payment_panel.js";
import { current, go } from "./query.js";
import { Refusal, read } from "./request.js";
import { statusControl } from "./status.js";
import { orderAsTwin, twinQuestion } from "./twins.js";

/** @typedef {import("./types.js").Order} Order */
/** @typedef {import("./types.js").OrderDetails} OrderDetails */
/** @typedef {import("./dom.js").Child} Child */

/** @param {(order: Order) => void} changed shows the order anew in the list */
export function useDrawer(changed) {
  const drawer = byId("order", HTMLDialogElement);
  drawer.addEventListener("close", () => {
    if (current().get("o")) go({ o: "" }, "push");
  });
  closeFromOutside(drawer);
  return { show: () => show(drawer, changed) };
}

/**
 * Opens, closes or fills the drawer according to the address.
 *
 * @param {HTMLDialogElement} drawer
 * @param {(order: Order) => void} changed
 */
async function show(drawer, changed) {
  const id = current().get("o");
  if (!id) {
    drawer.close();
    return;
  }
  if (drawer.open && drawer.dataset.id === id) return;
  drawer.dataset.id = id;
  const body = byId("order-body", HTMLElement);
  body.replaceChildren(
    el("p", { class: "loading" }, "Die Bestellung wird geladen …"),
  );
  if (!drawer.open) drawer.showModal();
  try {
    const answer = await read(
      `/api/verwaltung/orders/${encodeURIComponent(id)}`,
    );
    if (current().get("o") === id) fill(body, answer.order, changed);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (current().get("o") !== id) return;
    body.replaceChildren(
      el("h2", { tabindex: -1 }, "Bestellung"),
      el("p", { class: "problem", role: "alert" }, refusal.message),
    );
  }
}

/**
 * @param {HTMLElement} body
 * @param {OrderDetails} order
 * @param {(order: Order) => void} changed
 */
function fill(body, order, changed) {
  const refresh = (/** @type {Order} */ now) => {
    // A late answer may be about an order that is no longer in the drawer.
    if (current().get("o") === String(now.id))
      fill(body, /** @type {OrderDetails} */ (now), changed);
    changed(now);
  };
  const draft = unsaved(body, order);
  const asked = el("div", {}, ...cancelQuestion(order, order.zahlung, refresh));
  const onStatus = document.activeElement?.matches("#order-body .status");
  body.replaceChildren(
    el("h2", { tabindex: -1 }, order.bestellnummer),
    el(
      "p",
      { class: "muted" },
      `${instant(order.created_at)} · ${methodName(order.zahlungsart)} · ${countryName(order.land)}`,
    ),
    statusControl(order, refresh),
    el(
      "p",
      { class: "papers" },
      el(
        "a",
        { href: `/verwaltung/lieferscheine/?ids=${order.id}` },
        "Lieferschein drucken",
      ),
    ),
    ...order.hinweise.map(explained),
    ...order.doppelt.map((twin) =>
      twinQuestion(orderAsTwin(order), twin, refresh),
    ),
    asked,
    section("Artikel", items(order)),
    section("Kunde", customer(order), ...particulars(order, refresh)),
    section("Notiz", noteForm(order, draft, refresh)),
    order.zahlung
      ? section(
          "Zahlung",
          paymentPanel(order.zahlung, (now) =>
            asked.replaceChildren(...cancelQuestion(order, now, refresh)),
          ),
        )
      : "",
    section("Versand", parcels(order, refresh)),
    section("Rechnungen", invoices(order, refresh)),
    section("E-Mails", mails(order)),
    section("Verlauf", history(order), auditLink(order)),
  );
  if (onStatus) body.querySelector("select")?.focus();
  else body.querySelector("h2")?.focus();
}

/**
 * @param {string} title
 * @param {...Child} children
 */
function section(title, ...children) {
  return el("section", {}, el("h3", {}, title), ...children);
}

/** @param {Order} order */
function auditLink(order) {
  const query = new URLSearchParams({
    gegenstand: `bestellung ${order.bestellnummer}`,
  });
  return el(
    "p",
    { class: "papers" },
    el("a", { href: `/verwaltung/protokoll/?${query}` }, "Im Protokoll"),
  );
}

/** @param {Order} order */
function items(order) {
  const line = (/** @type {string} */ label, /** @type {number} */ amount) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", colspan: 2 }, label),
      el("td", { class: "sum" }, euro(amount)),
    );
  return el(
    "table",
    { class: "items" },
    el("tbody", {}, ...order.artikel.map(itemRow)),
    el(
      "tfoot",
      {},
      order.versandkosten ? line("Versand", order.versandkosten) : null,
      order.rabatt_gesamt
        ? line(
            order.gutschein_code
              ? `Rabatt (${order.gutschein_code})`
              : "Rabatt",
            -order.rabatt_gesamt,
          )
        : null,
      line("Summe", order.summe),
    ),
  );
}

/** @param {Order["artikel"][number]} item */
function itemRow(item) {
  return el(
    "tr",
    {},
    el("td", { class: "sum" }, `${item.menge} ×`),
    el(
      "td",
      {},
      item.name_de,
      el("small", {}, asOrdered(item)),
      item.gratis ? el("small", {}, " gratis") : null,
      el("small", { class: "slug" }, item.produkt_slug),
    ),
    el(
      "td",
      { class: "sum" },
      item.gratis ? "–" : euro(item.menge * item.preis),
    ),
  );
}

/** @param {Order} order */
function customer(order) {
  const address = [
    order.angaben?.firma,
    order.kunde_name,
    order.strasse,
    `${order.plz} ${order.ort}`.trim(),
    countryName(order.land),
  ];
  return el(
    "address",
    {},
    ...address.filter(Boolean).map((text) => el("span", {}, text)),
    el(
      "a",
      {
        href: `mailto:${encodeURIComponent(order.kunde_email)}?subject=${encodeURIComponent(order.bestellnummer)}`,
      },
      order.kunde_email,
    ),
    order.lieferzeit
      ? el("span", { class: "muted" }, promised(order.lieferzeit))
      : null,
  );
}

/** @param {{von: number, bis: number}} time in working days */
function promised({ von, bis }) {
  const days = von === bis ? `${bis}` : `${von}–${bis}`;
  return `zugesagte Lieferzeit: ${days} ${bis === 1 ? "Werktag" : "Werktage"}`;
}

/** @param {OrderDetails} order */
function mails(order) {
  if (!order.mails.length)
    return el(
      "p",
      { class: "muted" },
      "keine; ohne eingerichteten Versand schreibt der Shop zu einer Bestellung keine E-Mails",
    );
  return el(
    "ul",
    { class: "entries" },
    ...order.mails.map((mail) =>
      el(
        "li",
        {},
        el("span", {}, `${mail.bezeichnung}: ${mailState(mail)}`),
        mail.grund ? el("small", { class: "hint" }, mail.grund) : null,
      ),
    ),
  );
}

/** @param {import("./types.js").Mail} mail */
const mailState = (mail) =>
  mail.gesendet_at ? `gesendet am ${instant(mail.gesendet_at)}` : mail.zustand;

/** @param {OrderDetails} order */
function history(order) {
  return el(
    "ol",
    { class: "entries" },
    ...order.ereignisse.map((entry) =>
      el(
        "li",
        {},
        el("span", {}, happened(entry)),
        signed(entry.wer, entry.zeit),
      ),
    ),
  );
}

/** @param {import("./types.js").Entry} entry */
function happened(entry) {
  switch (entry.art) {
    case "erstellt":
      return "Bestellt";
    case "status": {
      const move = `${statusName(entry.von ?? "")} → ${statusName(entry.nach ?? "")}`;
      return entry.text ? `${move} (${entry.text})` : move;
    }
    case "notiz":
      return entry.text ? `Notiz: ${entry.text}` : "Notiz entfernt";
    default:
      return entry.text;
  }
}
