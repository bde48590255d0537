// The invoices about an order, and the ways to issue another one.

import { announce, el } from "./dom.js";
import { amount } from "./entry_form.js";
import { euro, instant } from "./format.js";
import { problemLine } from "./parts.js";
import { send } from "./request.js";
import { carryOut } from "./row_actions.js";
import { ifUnchanged } from "./version.js";

/** @typedef {import("./types.js").OrderDetails} OrderDetails */
/** @typedef {(wanted: object) => Promise<void>} Issue */

/** @type {Record<string, string>} */
const names = {
  rechnung: "Rechnung",
  storno: "Stornorechnung",
  korrektur: "Rechnungskorrektur",
};

/**
 * @param {OrderDetails} order
 * @param {(order: OrderDetails) => void} changed shows the order anew
 * @returns {HTMLElement}
 */
export function invoices(order, changed) {
  const path = `/api/verwaltung/orders/${order.id}`;
  /** @type {Issue} */
  const issue = async (wanted) => {
    const answer = await send(
      "POST",
      `${path}/rechnungen`,
      wanted,
      ifUnchanged(order),
    );
    const last = answer.order.rechnungen.at(-1);
    changed(answer.order);
    announce(`Ausgestellt: ${names[last.art]} ${last.nummer}.`);
  };
  return el(
    "div",
    { class: "invoices" },
    el("ul", { class: "entries" }, ...order.rechnungen.map(entry(path))),
    ...choices(order, issue),
  );
}

/** @param {string} path of the order */
const entry =
  (path) =>
  /**
   * @param {OrderDetails["rechnungen"][number]} invoice
   * @param {number} at
   */
  (invoice, at) =>
    el(
      "li",
      {},
      el(
        "a",
        {
          href: at
            ? `${path}/rechnungen/${invoice.nummer}`
            : `${path}/rechnung.pdf`,
        },
        `${names[invoice.art]} ${invoice.nummer} (PDF)`,
      ),
      el(
        "small",
        {},
        `${euro(invoice.art === "rechnung" ? invoice.betrag : -invoice.betrag)} · ${instant(invoice.created_at)}`,
      ),
      el(
        "a",
        {
          href: `${path}/rechnungen/${invoice.nummer}.xml`,
          "aria-label": `XML: E-Rechnung ${invoice.nummer}`,
        },
        "XML",
      ),
    );

/**
 * What may be issued now.
 *
 * @param {OrderDetails} order
 * @param {Issue} issue
 * @returns {HTMLElement[]}
 */
function choices(order, issue) {
  const cancelled = order.status === "storniert";
  if (order.berechnet > 0)
    return [
      ...(cancelled
        ? [
            choice("Stornorechnung …", () => ({ art: "storno" }), {
              asks: () =>
                `Die Stornorechnung nimmt ${euro(order.berechnet)} zurück. Sie ist nur nötig, wenn der Kunde eine Rechnung hat, und bleibt für immer.`,
              issue,
            }),
          ]
        : []),
      correction(order, issue),
    ];
  if (cancelled || order.rechnungen.length < 2) return [];
  return [
    choice("Neue Rechnung …", () => ({ art: "rechnung" }), {
      asks: () =>
        `Die neue Rechnung über ${euro(order.summe)} bekommt eine eigene Nummer und bleibt für immer.`,
      issue,
    }),
  ];
}

/**
 * @param {OrderDetails} order
 * @param {Issue} issue
 */
function correction(order, issue) {
  const sum = el("input", { inputmode: "decimal", autocomplete: "off" });
  const wanted = () => amount(sum.value.trim());
  const spoken = () => {
    const sought = wanted();
    return typeof sought === "number" ? euro(sought) : sum.value;
  };
  return el(
    "details",
    {},
    el("summary", {}, "Einen Teil der Rechnung zurücknehmen"),
    el("label", {}, "Betrag in € ", sum),
    choice(
      "Rechnungskorrektur …",
      () => ({ art: "korrektur", betrag: wanted() }),
      {
        asks: () =>
          `Die Rechnungskorrektur nimmt ${spoken()} von ${euro(order.berechnet)} zurück und bleibt für immer. Geld gibt sie nicht zurück.`,
        issue,
      },
    ),
  );
}

/**
 * A button that asks for confirmation: an issued invoice cannot be withdrawn.
 *
 * @param {string} label
 * @param {() => object} wanted
 * @param {{ asks: () => string, issue: Issue }} how
 */
function choice(label, wanted, { asks, issue }) {
  const problem = problemLine();
  const sure = el("div", { class: "sure", role: "group" });
  const begin = el(
    "button",
    { type: "button", class: "small plain", click: () => confirm() },
    label,
  );
  const box = el("div", { class: "issue" }, begin, sure, problem);

  function confirm() {
    problem.hidden = true;
    const yes = el(
      "button",
      {
        type: "button",
        class: "small",
        click: async () => {
          yes.disabled = true;
          await carryOut(() => issue(wanted()), box, problem);
          sure.replaceChildren();
          if (box.isConnected) begin.focus();
        },
      },
      "Ja, ausstellen",
    );
    sure.replaceChildren(
      el("p", {}, asks()),
      yes,
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          click: () => {
            sure.replaceChildren();
            begin.focus();
          },
        },
        "Abbrechen",
      ),
    );
    yes.focus();
  }
  return box;
}
