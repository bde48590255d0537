// The journal of payments through PayPal: the proof that all money is accounted
// for, the cases that wait for a decision, and one payment in a drawer.

import { cancelOrder } from "./cancel_order.js";
import { showConnection } from "./connection.js";
import { strayDisputes } from "./disputes.js";
import { announce, byId, el } from "./dom.js";
import { euro, plural } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { ago, closeFromOutside, orderLink, problemLine } from "./parts.js";
import { paymentPanel, paymentPath, recheck, tone } from "./payment_panel.js";
import { paymentStateName, paymentStates, whatToDo } from "./payment_words.js";
import { current, go, picked } from "./query.js";
import { read } from "./request.js";
import { actions, guarded } from "./row_actions.js";
import { showPaging, showTabs } from "./tabs.js";
import { paymentTwins } from "./twins.js";

/** @typedef {import("./types.js").Payment} Payment */
/** @typedef {import("./types.js").PaymentDetails} PaymentDetails */
/** @typedef {import("./types.js").Balance} Balance */
/** @typedef {import("./types.js").Dispute} Dispute */

const table = recordTable(6);
const proof = byId("proof", HTMLElement);
const strays = byId("strays", HTMLElement);
const drawer = byId("payment", HTMLDialogElement);

const load = useLoading(
  async (signal) => {
    table.wait();
    const query = picked(current(), ["status", "cursor"]);
    const [page, balance] = await Promise.all([
      read(`${paymentPath}?${query}`, { signal }),
      read(`${paymentPath}/bilanz`, { signal }),
    ]);
    show(page);
    showProof(balance);
    await showConnection(signal);
  },
  () => {
    table.clear();
    proof.replaceChildren();
    strays.replaceChildren();
  },
);

drawer.addEventListener("close", () => {
  if (current().get("z")) go({ z: "" }, "push");
});
closeFromOutside(drawer);
/** The payments of orders all of whose money went back, and that are not cancelled. */
const uncancelled = "storno_offen";

/** @type {string} what the list was loaded for */
let listed = "";
for (const name of ["moved", "popstate"]) addEventListener(name, arrive);
arrive();

/** Shows the list that the address asks for; a drawer that opens leaves the list alone. */
function arrive() {
  const wanted = `${current().get("status")} ${current().get("cursor")}`;
  if (wanted !== listed) load();
  listed = wanted;
  showDrawer();
}

/** @param {{ zahlungen: Payment[], weiter: string | null, anzahl: Record<string, number>, konflikte: Dispute[] }} page */
function show(page) {
  const chosen = current().get("status") ?? "";
  const count = (/** @type {string} */ state) => page.anzahl[state] ?? 0;
  showTabs(
    "status",
    [
      ["", "Alle", count("alle")],
      ["faelle", "Wartet auf Sie", count("faelle")],
      .../** @type {[string, string, number][]} */ (
        chosen === uncancelled || count(uncancelled)
          ? [[uncancelled, "Noch stornieren?", count(uncancelled)]]
          : []
      ),
      .../** @type {[string, string, number][]} */ (
        paymentStates
          .filter((s) => s === chosen || count(s) > 0)
          .map((s) => [s, paymentStateName(s), count(s)])
      ),
    ],
    chosen,
  );
  table.show(
    page.zahlungen.map(row),
    count("alle")
      ? "Hier ist keine Zahlung."
      : "Noch keine Zahlung über PayPal.",
  );
  strays.replaceChildren(...strayDisputes(page.konflikte));
  showPaging(page.weiter);
}

/**
 * The proof in one line: where the captured money is.
 *
 * @param {Balance} b
 */
function showProof(b) {
  const even = b.differenz === 0;
  const places = [
    ["in Bestellungen", b.bestellt],
    ["erstattet", b.erstattet],
    ["auf dem Rückweg", b.laufend],
    ["zu klären", b.unklar],
    ...(b.von_hand ? [["von Hand erledigt", b.von_hand]] : []),
  ];
  proof.replaceChildren(
    el(
      "p",
      {},
      `Eingezogen ${euro(b.eingezogen)} = `,
      places.map(([name, n]) => `${euro(Number(n))} ${name}`).join(" + "),
    ),
    el(
      "p",
      even ? { class: "good" } : { class: "problem", role: "alert" },
      el(
        "strong",
        {},
        even
          ? "Jeder Cent hat seinen Platz."
          : `${euro(b.differenz)} haben keinen Platz. Bitte die Zahlungen einzeln mit dem PayPal-Konto vergleichen.`,
      ),
    ),
    ...(b.strittig
      ? [
          el(
            "p",
            { class: "hint" },
            `${euro(b.strittig)} in Bestellungen sind strittig: Käufer verlangen sie zurück, und PayPal hat noch nicht entschieden.`,
          ),
        ]
      : []),
    ...(b.storniert
      ? [
          el(
            "p",
            { class: "hint" },
            `${euro(b.storniert)} gehören zu stornierten Bestellungen und sind noch nicht zurückgegeben.`,
          ),
        ]
      : []),
    ...(b.storno_offen
      ? [
          el(
            "p",
            { class: "hint" },
            `${plural(b.storno_offen, "Bestellung ist", "Bestellungen sind")} ganz erstattet, aber nicht storniert.`,
          ),
        ]
      : []),
    ...(b.faelle
      ? [
          el(
            "p",
            { class: "hint" },
            `${plural(b.faelle, "Zahlung wartet", "Zahlungen warten")} auf eine Entscheidung.`,
          ),
        ]
      : []),
  );
}

/** @param {Payment} payment */
function row(payment) {
  return el(
    "tr",
    { "data-id": payment.id },
    cell("Zeit", "when", ago(payment.created_at)),
    cell("Vorgang", "key", payment.vorgang_nr),
    cell("Summe", "sum", euro(payment.summe)),
    cell(
      "Bestellung",
      "",
      payment.order_id
        ? orderLink(payment.order_id, payment.bestellnummer)
        : null,
    ),
    cell(
      "Stand",
      "verdict",
      el(
        "strong",
        { class: tone(payment.status) },
        paymentStateName(payment.status),
      ),
      payment.grund_text ? el("small", {}, payment.grund_text) : null,
      el("span", {}, whatToDo(payment)),
    ),
    cell("Was tun?", "todo", controls(payment)),
  );
}

const moving = [
  "klaerung",
  "erstattung_noetig",
  "erstattung_laeuft",
  "einzug_laeuft",
  "wartet_auf_zahlung",
  "angelegt",
];

/** @param {Payment} payment */
function controls(payment) {
  /** @type {[string, string, () => unknown][]} */
  const all = [
    [
      "Ansehen",
      `${payment.vorgang_nr} ansehen`,
      () => go({ z: String(payment.id) }, "push"),
    ],
  ];
  const order = payment.order_id;
  if (payment.storno_offen && order)
    all.push([
      "Bestellung stornieren",
      `Bestellung stornieren: ${payment.bestellnummer}`,
      () => cancelOrder(order, load),
    ]);
  if (moving.includes(payment.status))
    all.push([
      "Erneut prüfen",
      `Erneut prüfen: ${payment.vorgang_nr}`,
      async () => {
        const now = await recheck(payment.id);
        announce(`Geprüft: ${paymentStateName(now.status)}.`);
        await load();
      },
    ]);
  return actions(all);
}

/** Opens, closes or fills the drawer according to the address. */
async function showDrawer() {
  const id = current().get("z");
  if (!id) {
    drawer.close();
    return;
  }
  if (drawer.open && drawer.dataset.id === id) return;
  drawer.dataset.id = id;
  const title = byId("payment-title", HTMLElement);
  const body = byId("payment-body", HTMLElement);
  const problem = problemLine();
  title.textContent = "Zahlung";
  body.replaceChildren(
    problem,
    el("p", { class: "loading" }, "Die Zahlung wird geladen …"),
  );
  if (!drawer.open) drawer.showModal();
  title.focus();
  await guarded(problem, async () => {
    /** @type {PaymentDetails} */
    const payment = (await read(`${paymentPath}/${encodeURIComponent(id)}`))
      .zahlung;
    title.textContent = payment.vorgang_nr;
    body.replaceChildren(
      ...paymentTwins(payment, () => {
        delete drawer.dataset.id;
        load();
        return showDrawer();
      }),
      paymentPanel(payment, () => load()),
    );
  });
  body.querySelector(".loading")?.remove();
}
