// What a buyer said besides what an order needs, and what VIES says about the number
// for value added tax.

import { announce, el } from "./dom.js";
import { countryName } from "./format.js";
import { problemLine } from "./parts.js";
import { send } from "./request.js";
import { carryOut } from "./row_actions.js";
import { ifUnchanged } from "./version.js";

/** @typedef {import("./types.js").OrderDetails} OrderDetails */
/** @typedef {NonNullable<OrderDetails["angaben"]>} Particulars */

/**
 * @param {OrderDetails} order
 * @param {(order: OrderDetails) => void} changed shows the order anew
 * @returns {HTMLElement[]}
 */
export function particulars(order, changed) {
  const said = order.angaben;
  if (!said) return [];
  const facts = el("dl", { class: "facts" });
  const add = (
    /** @type {string} */ name,
    /** @type {...import("./dom.js").Child} */ ...value
  ) => facts.append(el("dt", {}, name), el("dd", {}, ...value));
  if (said.telefon)
    add("Telefon", el("a", { href: `tel:${dialled(said)}` }, said.telefon));
  if (said.rechnung) add("Rechnung an", address(said.rechnung));
  if (said.ust_id) add("USt-IdNr.", said.ust_id, el("br"), answered(said));
  if (said.nachricht)
    add("Nachricht", el("span", { class: "lines" }, said.nachricht));
  const parts = facts.childElementCount > 0 ? [facts] : [];
  return said.ust_id && order.berechnet === 0
    ? [...parts, question(order, said, changed)]
    : parts;
}

/** @param {Particulars} said */
const dialled = (said) => said.telefon.replace(/[^0-9+]/g, "");

/** @param {NonNullable<Particulars["rechnung"]>} to */
const address = (to) =>
  el(
    "address",
    {},
    ...[
      to.firma,
      to.name,
      to.strasse,
      `${to.plz} ${to.ort}`.trim(),
      countryName(to.land),
    ]
      .filter(Boolean)
      .map((text) => el("span", {}, text)),
  );

/** @param {Particulars} said */
function answered({ vies }) {
  if (!vies)
    return el("small", {}, "Bei VIES noch nicht geprüft: gilt als Privatkauf.");
  const day = vies.am.split("-").reverse().join(".");
  return el(
    "small",
    {},
    `VIES am ${day}: ${vies.gueltig ? "gültig" : "ungültig"}${vies.kennung ? ` (${vies.kennung})` : ""}`,
  );
}

/**
 * The form for what VIES says about the number.
 *
 * @param {OrderDetails} order
 * @param {Particulars} said
 * @param {(order: OrderDetails) => void} changed
 */
function question(order, said, changed) {
  const day = el("input", { type: "date", required: true });
  day.valueAsDate = new Date();
  const proof = el("input", { maxlength: 100, autocomplete: "off" });
  const problem = problemLine();
  const note = async (/** @type {boolean} */ gueltig) => {
    const answer = await send(
      "PUT",
      `/api/verwaltung/orders/${order.id}/vies`,
      { am: day.value, gueltig, kennung: proof.value },
      ifUnchanged(order),
    );
    changed(answer.order);
    announce("Auskunft von VIES gespeichert.");
  };
  const button = (/** @type {string} */ label, /** @type {boolean} */ valid) =>
    el(
      "button",
      {
        type: "button",
        class: "small plain",
        click: () => carryOut(() => note(valid), box, problem),
      },
      label,
    );
  const box = el(
    "details",
    {},
    el(
      "summary",
      {},
      said.vies ? "Auskunft von VIES ändern" : "Auskunft von VIES eintragen",
    ),
    el(
      "p",
      { class: "hint" },
      "Die Nummer bei ",
      el(
        "a",
        {
          href: "https://ec.europa.eu/taxation_customs/vies/",
          target: "_blank",
          rel: "noreferrer",
        },
        "VIES",
      ),
      " prüfen und hier eintragen, was die Abfrage ergab. Ist sie gültig und geht die Ware in einen anderen EU-Staat, nimmt die Rechnung die Steuer aus den Preisen; war schon mehr bezahlt, ist die Differenz zu erstatten.",
    ),
    el("label", {}, "Tag der Abfrage ", day),
    el("label", {}, "Kennung der Abfrage (freiwillig) ", proof),
    el(
      "div",
      { class: "buttons" },
      button("Nummer ist gültig", true),
      button("Nummer ist ungültig", false),
    ),
    problem,
  );
  return box;
}
