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
    order.rechnungen.length > 0
      ? el("ul", { class: "entries" }, ...order.rechnungen.map(entry(path)))
      : el("p", {}, "Es ist noch keine Rechnung ausgestellt."),
    ...order.vorschlaege.map(proposed(order, issue, changed)),
    ...choices(order, issue),
  );
}

/** @param {string} path of the order */
const entry =
  (path) =>
  /**
   * @param {OrderDetails["rechnungen"][number]} invoice
   */
  (invoice) =>
    el(
      "li",
      {},
      el(
        "a",
        { href: `${path}/rechnungen/${invoice.nummer}` },
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
      ...(cancelled && order.vorschlaege.length === 0
        ? [
            choice("Stornorechnung …", () => ({ art: "storno" }), {
              asks: () =>
                `Die Stornorechnung nimmt ${euro(order.berechnet)} zurück und bleibt für immer.`,
              issue,
            }),
          ]
        : []),
      correction(order, issue),
    ];
  const left = order.versand === "versandt" || order.versand === "zugestellt";
  if ((order.status !== "bezahlt" && !left) || cancelled || order.summe <= 0)
    return [];
  return [
    choice("Rechnung ausstellen …", () => ({ art: "rechnung" }), {
      asks: () =>
        `Die Rechnung über ${euro(order.summe)} bekommt die nächste Nummer und bleibt für immer, wie sie jetzt ist.${left ? "" : " Die Lieferung steht darin als noch offen."}`,
      issue,
    }),
  ];
}

/**
 * A document that should be issued since something happened, or be dismissed with a
 * reason.
 *
 * @param {OrderDetails} order
 * @param {Issue} issue
 * @param {(order: OrderDetails) => void} changed
 */
const proposed =
  (order, issue, changed) =>
  /** @param {OrderDetails["vorschlaege"][number]} proposal */
  (proposal) => {
    const what = `${names[proposal.art]} über ${euro(proposal.betrag)}`;
    const reason = el("input", { autocomplete: "off", maxlength: "500" });
    const problem = problemLine();
    const dismissal = el(
      "details",
      {},
      el("summary", {}, "Vorschlag verwerfen"),
      el("label", {}, "Grund ", reason),
      el(
        "button",
        {
          type: "button",
          class: "small plain",
          click: () => carryOut(dismiss, dismissal, problem),
        },
        "Verwerfen",
      ),
      problem,
    );
    const dismiss = async () => {
      const answer = await send(
        "POST",
        `/api/verwaltung/orders/${order.id}/rechnungen/verwerfen`,
        { anlass: proposal.anlass, grund: reason.value },
        ifUnchanged(order),
      );
      changed(answer.order);
      announce(`Verworfen: ${what}.`);
    };
    return el(
      "div",
      { class: "proposal" },
      el("p", {}, `${occasions[occasionOf(proposal)]}: ${what} fehlt noch.`),
      choice(
        "Ausstellen …",
        () => ({
          art: proposal.art,
          anlass: proposal.anlass,
          ...(proposal.art === "korrektur" ? { betrag: proposal.betrag } : {}),
        }),
        { asks: () => `Die ${what} bleibt für immer.`, issue },
      ),
      dismissal,
    );
  };

/** @type {Record<string, string>} */
const occasions = {
  storno: "Die Bestellung ist storniert",
  versand: "Eine Sendung ist zurückgenommen, die Rechnung nennt ihren Tag",
  steuer: "Beim Versand galt ein anderer Steuersatz als auf der Rechnung",
  erstattung: "Geld ging zurück",
};

/**
 * The word with which its occasion begins.
 *
 * @param {OrderDetails["vorschlaege"][number]} proposal
 */
const occasionOf = ({ anlass }) => anlass.split(" ", 1)[0] ?? "";

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
