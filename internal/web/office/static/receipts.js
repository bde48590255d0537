// The money that came in by bank statements: what each receipt means, and the
// operator's decision on it.

import { announce, byId, el } from "./dom.js";
import { euro, plural } from "./format.js";
import { recordTable, useLoading } from "./loading.js";
import { current } from "./query.js";
import { usePicker, useSettling } from "./receipt_dialogs.js";
import { useImport } from "./receipt_import.js";
import { receiptRow } from "./receipt_rows.js";
import { Refusal, read, send } from "./request.js";
import { showPaging, showTabs } from "./tabs.js";
import { offerUndo } from "./undo.js";

/** @typedef {import("./types.js").Receipt} Receipt */
/** @typedef {import("./types.js").ReceiptPage} ReceiptPage */

const path = "/api/verwaltung/zahlungseingaenge";
const states = { offen: "Offen", gebucht: "Gebucht", erledigt: "Erledigt" };

const table = recordTable(6);
const load = useLoading(async (signal) => {
  table.wait();
  const query = new URLSearchParams({ zustand: state() });
  const cursor = current().get("cursor");
  if (cursor) query.set("cursor", cursor);
  show(await read(`${path}?${query}`, { signal }));
}, table.clear);
const pick = usePicker(book);
const settle = useSettling(decideAndAnnounce);

useImport(load);
byId("book-all", HTMLButtonElement).addEventListener("click", () => bookAll());
addEventListener("moved", load);
addEventListener("popstate", load);
load();

/** @returns {string} the state whose receipts are shown; empty: all */
function state() {
  const chosen = current().get("zustand") ?? "offen";
  return chosen in states ? chosen : "";
}

/** @param {ReceiptPage} page */
function show(page) {
  const { offen, gebucht, erledigt } = page.anzahl;
  showTabs(
    "zustand",
    [
      ["offen", states.offen, offen],
      ["gebucht", states.gebucht, gebucht],
      ["erledigt", states.erledigt, erledigt],
      ["alle", "Alle", offen + gebucht + erledigt],
    ],
    state() || "alle",
  );
  table.show(
    page.eingaenge.map((receipt) =>
      receiptRow(receipt, { book, pick, settle, reopen }),
    ),
    offen + gebucht + erledigt
      ? "Hier ist nichts zu tun."
      : "Noch kein Kontoauszug eingelesen. Was eingeht, erscheint hier mit der Bestellung, zu der es gehört.",
  );
  showPaging(page.weiter);
  const fitting = page.eingaenge.filter(fits).length;
  byId("fitting", HTMLElement).hidden = fitting === 0;
  byId("book-all", HTMLButtonElement).textContent =
    `Alle passenden buchen (${fitting}${page.weiter ? " und ältere" : ""})`;
}

/** @param {Receipt} receipt */
const fits = (receipt) =>
  receipt.urteil === "passt" && receipt.bestellung !== null;

/**
 * Sends a decision.
 *
 * @param {Receipt} receipt
 * @param {"buchen" | "erledigen" | "zuruecknehmen"} what
 * @param {object} body
 */
const decide = (receipt, what, body) =>
  send("POST", `${path}/${receipt.id}/${what}`, body);

/**
 * Sends a decision, shows the list anew and offers to take it back.
 *
 * @param {Receipt} receipt
 * @param {"buchen" | "erledigen"} what
 * @param {object} body
 * @param {string} said
 */
async function decideAndAnnounce(receipt, what, body, said) {
  await decide(receipt, what, body);
  announce(said);
  offerUndo(said, async () => {
    await decide(receipt, "zuruecknehmen", {});
    await load();
  });
  await load();
}

/**
 * @param {Receipt} receipt
 * @param {{ id: number, bestellnummer: string }} order
 */
function book(receipt, order) {
  return decideAndAnnounce(
    receipt,
    "buchen",
    { bestellung: order.id },
    `${euro(receipt.betrag)} auf ${order.bestellnummer} gebucht.`,
  );
}

/** @param {Receipt} receipt */
async function reopen(receipt) {
  await decide(receipt, "zuruecknehmen", {});
  announce("Zurückgenommen.");
  await load();
}

/** Books every open receipt that fits, with a result for each. */
async function bookAll() {
  const results = byId("results", HTMLDialogElement);
  const list = byId("result-list", HTMLUListElement);
  list.replaceChildren();
  byId("result-title", HTMLElement).textContent = "Passende buchen";
  results.showModal();
  let booked = 0;
  try {
    for await (const receipt of fitting()) {
      const failure = await tryToBook(receipt);
      if (!failure) booked++;
      list.append(result(receipt, failure));
    }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    list.append(el("li", { class: "problem" }, refusal.message));
  }
  announce(`${plural(booked, "Eingang", "Eingänge")} gebucht.`);
  await load();
}

/** The open receipts that fit, page by page. */
async function* fitting() {
  let cursor = "";
  do {
    /** @type {ReceiptPage} */
    const page = await read(`${path}?zustand=offen&limit=200${cursor}`);
    yield* page.eingaenge.filter(fits);
    cursor = page.weiter ? `&cursor=${page.weiter}` : "";
  } while (cursor);
}

/**
 * @param {Receipt} receipt
 * @returns {Promise<string>} why it failed; empty: it did not
 */
async function tryToBook(receipt) {
  try {
    await decide(receipt, "buchen", { bestellung: receipt.bestellung?.id });
    return "";
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return refusal.message;
  }
}

/**
 * @param {Receipt} receipt
 * @param {string} failure
 */
function result(receipt, failure) {
  return el(
    "li",
    failure ? { class: "problem" } : {},
    el("strong", {}, receipt.bestellung?.bestellnummer),
    ` ${euro(receipt.betrag)} ${failure || "gebucht"}`,
  );
}
