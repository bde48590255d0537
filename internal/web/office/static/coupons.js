// The coupons: written, changed, switched off, tried; and who used them.

import { useUses } from "./coupon_uses.js";
import { byId, el } from "./dom.js";
import { changeAtOnce, remove, useEditor } from "./editor.js";
import { amount } from "./entry_form.js";
import { countedDay, euro, number, today } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { demoMark } from "./parts.js";
import { read, send } from "./request.js";
import { actions, guarded } from "./row_actions.js";

/** @typedef {import("./types.js").Coupon} Coupon */

const path = "/api/verwaltung/gutscheine";
const table = recordTable(7);

/** @type {Coupon[]} */
let coupons = [];

const load = useLoading(async (signal) => {
  table.wait();
  coupons = (await read(path, { signal })).gutscheine;
  table.show(
    coupons.map(row),
    "Noch keine Gutscheine. Ein neuer ist gleich zu benutzen.",
  );
}, table.clear);

/** @type {import("./editor.js").Kind<Coupon>} */
const kind = {
  path,
  key: "code",
  member: "gutschein",
  label: (coupon) => coupon.code,
  load: async () => {
    await load();
    return coupons;
  },
};
const editor = useEditor(kind);
const showUses = useUses(path);

byId("new", HTMLButtonElement).addEventListener("click", () =>
  editor.show(null),
);
byId("trial", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  tryCoupon();
});
load();

/** @param {Coupon} coupon */
function row(coupon) {
  const [state, good] = stateOf(coupon);
  return el(
    "tr",
    { "data-id": coupon.code },
    cell(
      "Code",
      "key",
      el("strong", {}, coupon.code),
      coupon.demo ? demoMark() : null,
    ),
    cell("Wert", "", worth(coupon)),
    cell("Gilt", "", period(coupon)),
    cell(
      "Bedingungen",
      "what",
      coupon.mindestsumme ? `ab ${euro(coupon.mindestsumme)}` : null,
      coupon.einmalig_pro_person
        ? el("small", {}, "einmalig pro Person")
        : null,
    ),
    cell("Benutzt", "", uses(coupon)),
    cell(
      "Zustand",
      "verdict",
      el("strong", { class: good ? "good" : "hint" }, state),
    ),
    cell("Was tun?", "todo", controls(coupon)),
  );
}

/** @param {Coupon} coupon */
const worth = (coupon) =>
  coupon.art === "prozent" ? `${number(coupon.wert)} %` : euro(coupon.wert);

/** @param {Coupon} coupon */
function period(coupon) {
  const from = coupon.gueltig_von ? `ab ${countedDay(coupon.gueltig_von)}` : "";
  const until = coupon.gueltig_bis
    ? `bis ${countedDay(coupon.gueltig_bis)}`
    : "";
  return [from, until].filter(Boolean).join(" ") || "unbegrenzt";
}

/** @param {Coupon} coupon */
const uses = (coupon) =>
  coupon.max_einloesungen === null
    ? `${number(coupon.einloesungen)}-mal`
    : `${number(coupon.einloesungen)} von ${number(coupon.max_einloesungen)}`;

/**
 * @param {Coupon} coupon
 * @returns {[state: string, good: boolean]}
 */
function stateOf(coupon) {
  const day = today();
  if (!coupon.aktiv) return ["abgeschaltet", false];
  if (coupon.gueltig_von && day < coupon.gueltig_von)
    return ["gilt noch nicht", false];
  if (coupon.gueltig_bis && day > coupon.gueltig_bis)
    return ["abgelaufen", false];
  if (
    coupon.max_einloesungen !== null &&
    coupon.einloesungen >= coupon.max_einloesungen
  )
    return ["aufgebraucht", false];
  return ["gültig", true];
}

/** @param {Coupon} coupon */
function controls(coupon) {
  const [on, off] = [{ aktiv: true }, { aktiv: false }];
  const [now, before] = coupon.aktiv ? [off, on] : [on, off];
  const said = `${coupon.code} ${coupon.aktiv ? "abgeschaltet" : "angeschaltet"}.`;
  return actions([
    ["Ändern", `${coupon.code} ändern`, () => editor.show(coupon)],
    ["Wer?", `Wer hat ${coupon.code} benutzt?`, () => showUses(coupon)],
    [
      coupon.aktiv ? "Abschalten" : "Anschalten",
      `${coupon.code} ${coupon.aktiv ? "abschalten" : "anschalten"}`,
      () => changeAtOnce(kind, coupon, now, before, said),
    ],
    ["Löschen", `${coupon.code} löschen`, () => remove(kind, coupon)],
  ]);
}

/** Asks the shop whether an order could use a code. */
async function tryCoupon() {
  const form = new FormData(byId("trial", HTMLFormElement));
  const verdict = byId("trial-verdict", HTMLElement);
  verdict.replaceChildren();
  await guarded(byId("trial-problem", HTMLElement), async () => {
    const answer = await send("POST", "/api/verwaltung/gutscheinpruefung", {
      code: String(form.get("code")),
      email: String(form.get("email")),
      warenwert: amount(String(form.get("warenwert")).trim() || "0"),
    });
    verdict.append(
      answer.einloesbar
        ? el(
            "strong",
            { class: "good" },
            `Der Gutschein gilt: ${euro(answer.rabatt)} Rabatt.`,
          )
        : el("strong", { class: "hint" }, answer.grund.text),
    );
  });
}
