// The parcels of an order, and the form that enters another one. A scanner types the
// number and ends it with Enter, which sends the form.

import { carrierChoice } from "./carriers.js";
import { announce, el } from "./dom.js";
import { countedDay, today } from "./format.js";
import { problemLine, signed } from "./parts.js";
import { Refusal, send } from "./request.js";
import { actions, carryOut } from "./row_actions.js";
import { ifUnchanged } from "./version.js";

/** @typedef {import("./types.js").OrderDetails} OrderDetails */
/** @typedef {import("./types.js").Parcel} Parcel */
/** @typedef {import("./types.js").ParcelLine} ParcelLine */
/** @typedef {(order: OrderDetails) => void} Changed */

/**
 * @param {OrderDetails} order
 * @param {Changed} changed shows the order anew
 * @returns {HTMLElement}
 */
export function parcels(order, changed) {
  return el(
    "div",
    { class: "parcels" },
    order.sendungen.length
      ? el(
          "ul",
          { class: "entries" },
          ...order.sendungen.map((parcel) => entry(order, parcel, changed)),
        )
      : el("p", { class: "muted" }, "Noch nichts versandt."),
    form(order, changed),
  );
}

/** What of the order is in no parcel yet. @param {OrderDetails} order */
function left(order) {
  return order.artikel
    .map(({ menge, name_de }, at) => ({
      position: at + 1,
      name: name_de,
      menge: menge - packed(order, at + 1),
    }))
    .filter(({ menge }) => menge > 0);
}

/** @param {OrderDetails} order @param {number} position */
function packed(order, position) {
  return order.sendungen
    .filter((parcel) => !parcel.zurueckgenommen_at)
    .flatMap((parcel) => parcel.artikel)
    .filter((line) => line.position === position)
    .reduce((sum, line) => sum + line.menge, 0);
}

/**
 * @param {OrderDetails} order
 * @param {Parcel} parcel
 * @param {Changed} changed
 */
function entry(order, parcel, changed) {
  const name = `${parcel.traeger_name ?? "anderer Zusteller"} ${parcel.nummer ?? "ohne Nummer"}`;
  const change = (/** @type {object} */ wanted, /** @type {string} */ said) =>
    /** @type {[string, string, () => Promise<void>]} */ ([
      said,
      `${said}: ${name}`,
      async () => {
        const answer = await send(
          "PATCH",
          `/api/verwaltung/sendungen/${parcel.id}`,
          wanted,
        );
        changed(answer.order);
        announce(`Gespeichert: ${name}.`);
      },
    ]);
  return el(
    "li",
    {},
    parcel.link
      ? el("a", { href: parcel.link, rel: "noreferrer" }, name)
      : el("span", {}, name),
    el("small", {}, contents(order, parcel)),
    el(
      "small",
      {},
      `${stateOf(parcel)} · `,
      signed(parcel.wer, parcel.created_at),
    ),
    parcel.zurueckgenommen_at
      ? null
      : actions([
          parcel.zugestellt_am
            ? change({ zugestellt_am: null }, "Doch nicht zugestellt")
            : change({ zugestellt_am: today() }, "Heute zugestellt"),
          change({ zurueckgenommen: true }, "Zurücknehmen"),
        ]),
  );
}

/** @param {OrderDetails} order @param {Parcel} parcel */
const contents = (order, parcel) =>
  parcel.artikel
    .map(
      ({ position, menge }) =>
        `${menge} × ${order.artikel[position - 1]?.name_de ?? ""}`,
    )
    .join(", ");

/** @param {Parcel} parcel */
function stateOf(parcel) {
  if (parcel.zurueckgenommen_at) return "zurückgenommen";
  if (parcel.zugestellt_am)
    return `zugestellt am ${countedDay(parcel.zugestellt_am)}`;
  return `versandt am ${countedDay(parcel.versandt_am)}, Ankunft geschätzt bis ${countedDay(parcel.ankunft_am)}`;
}

/**
 * @param {OrderDetails} order
 * @param {Changed} changed
 * @returns {HTMLElement | null} nothing where nothing is to be sent
 */
function form(order, changed) {
  const open = left(order);
  if (
    order.status === "storniert" ||
    (order.versand !== "offen" && !open.length)
  )
    return null;
  const carrier = carrierChoice();
  const number = el("input", {
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 60,
    enterkeyhint: "send",
  });
  const mail = el("input", { type: "checkbox", checked: true });
  const despite = el("input", { type: "checkbox" });
  const unpaid = el(
    "label",
    { hidden: order.status === "bezahlt" },
    despite,
    " Versenden, obwohl die Zahlung offen ist",
  );
  const fields = open.map(quantityField);
  const problem = problemLine();
  const box = el(
    "form",
    {
      class: "parcel",
      submit: (event) => {
        event.preventDefault();
        carryOut(enter, box, problem);
      },
    },
    el("label", {}, "Zusteller ", carrier),
    el("label", {}, "Sendungsnummer ", number),
    open.length
      ? el(
          "details",
          {},
          el("summary", {}, "Nur ein Teil ist in der Sendung"),
          ...fields.map(({ label }) => label),
        )
      : null,
    el("label", {}, mail, ` E-Mail an ${order.kunde_name}`),
    unpaid,
    problem,
    el("button", { class: "small" }, "Als versandt eintragen"),
  );

  async function enter() {
    const wanted = {
      traeger: carrier.value,
      nummer: number.value,
      mail: mail.checked,
      trotzOffen: despite.checked,
      ...chosen(fields),
    };
    try {
      const answer = await send(
        "POST",
        `/api/verwaltung/orders/${order.id}/sendungen`,
        wanted,
        ifUnchanged(order),
      );
      changed(answer.order);
      announce(`Versandt: ${order.bestellnummer}.`);
    } catch (refusal) {
      if (refusal instanceof Refusal) number.select();
      throw refusal;
    }
  }
  return box;
}

/** @param {ParcelLine & { name: string }} line */
function quantityField({ position, name, menge }) {
  const input = el("input", {
    type: "number",
    min: 0,
    max: menge,
    value: menge,
    inputmode: "numeric",
  });
  return {
    position,
    menge,
    input,
    label: el("label", {}, `${name} (von ${menge}) `, input),
  };
}

/**
 * What is in the parcel, unless it is everything.
 *
 * @param {ReturnType<typeof quantityField>[]} fields
 */
function chosen(fields) {
  const lines = fields.map(({ position, input }) => ({
    position,
    menge: Number(input.value),
  }));
  if (lines.every(({ menge }, at) => menge === fields[at]?.menge)) return {};
  return { artikel: lines.filter(({ menge }) => menge !== 0) };
}
