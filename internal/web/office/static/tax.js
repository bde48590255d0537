// How far it is to the threshold above which sales to other member states are taxed
// where the goods arrive.

import { announce, byId, el } from "./dom.js";
import { amount } from "./entry_form.js";
import { countedDay, euro, plural, today } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { read, send } from "./request.js";
import { carryOut } from "./row_actions.js";
import { written } from "./tile.js";

/** @typedef {import("./types.js").Threshold} Threshold */

const path = "/api/verwaltung/steuer/fernverkauf";
const form = byId("elsewhere", HTMLFormElement);
const year = /** @type {HTMLSelectElement} */ (form.elements.namedItem("jahr"));
const net = /** @type {HTMLInputElement} */ (form.elements.namedItem("betrag"));

/** @type {Threshold["jahre"]} */
let years = [];

const table = recordTable(6);
const load = useLoading(async (signal) => {
  table.wait();
  show(await read(path, { signal }));
}, table.clear);

year.addEventListener("change", propose);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  carryOut(save, form, byId("elsewhere-problem", HTMLElement));
});
load();

async function save() {
  const answer = await send("POST", path, {
    jahr: Number(year.value),
    betrag: amount(net.value.trim()),
  });
  show(answer);
  announce(`Gespeichert für ${year.value}.`);
}

/** @param {Threshold} t */
function show(t) {
  years = t.jahre;
  byId("verdict", HTMLElement).textContent = verdict(t);
  byId("tiles", HTMLElement).replaceChildren(...tiles(t));
  table.show(years.map(row), "");
  const chosen = year.value;
  year.replaceChildren(
    ...years.map(({ jahr }) => el("option", { value: jahr }, String(jahr))),
  );
  if (chosen) year.value = chosen;
  propose();
}

/** Fills in what is stored for the chosen year. */
function propose() {
  const chosen = years.find(({ jahr }) => String(jahr) === year.value);
  net.value = (chosen?.andere ?? 0).toFixed(2).replace(".", ",");
}

/** @param {Threshold} t */
function verdict(t) {
  if (t.sitz === "ch")
    return "Mit einem Sitz in der Schweiz gibt es keine Schwelle: Was in die EU geht, ist eine Ausfuhr.";
  if (t.oss_ab && t.oss_ab <= today())
    return `Seit dem ${countedDay(t.oss_ab)} (OSS_AB) enthalten Rechnungen an Verbraucher in anderen EU-Staaten die Steuer des Ziellandes, was auch immer hier gezählt ist.`;
  const left = t.schwelle - (t.jahre[0]?.summe ?? 0);
  if (t.zielland)
    return "Rechnungen an Verbraucher in anderen EU-Staaten enthalten die Steuer des Ziellandes: Die Schwelle ist überschritten, in diesem Jahr oder im vergangenen.";
  return `Rechnungen an Verbraucher in anderen EU-Staaten enthalten die Steuer des Sitzes. Bis zur Schwelle sind es noch ${euro(left)}; die Rechnung, die darüber liegt, enthält schon die Steuer des Ziellandes.`;
}

/** @param {Threshold} t */
function tiles(t) {
  const now = t.jahre[0];
  if (!now || t.sitz === "ch") return [];
  return [
    tile(`${now.jahr} erreicht`, `${now.prozent} %`, `von ${euro(t.schwelle)}`),
    tile("Ausgestellt", euro(now.ausgestellt), "Rechnungen dieses Shops"),
    tile("Andere Wege", euro(now.andere), "wie unten eingetragen"),
    tile(
      "Noch ohne Rechnung",
      euro(t.offen.summe),
      plural(t.offen.anzahl, "bezahlte Bestellung", "bezahlte Bestellungen"),
    ),
  ];
}

/**
 * @param {string} label
 * @param {string} figure
 * @param {string} more
 */
const tile = (label, figure, more) =>
  el("div", { class: "tile" }, ...written(label, figure, more));

/** @param {Threshold["jahre"][number]} y */
function row(y) {
  const since = y.zielland_ab
    ? el("small", {}, `seit ${countedDay(y.zielland_ab)}`)
    : null;
  return el(
    "tr",
    { "data-id": y.jahr },
    cell("Jahr", "", String(y.jahr)),
    cell("Rechnungen", "sum", euro(y.ausgestellt)),
    cell("Andere Wege", "sum", euro(y.andere)),
    cell("Zusammen", "sum", euro(y.summe)),
    cell("Erreicht", "sum", `${y.prozent} %`),
    cell("Steuer", "", el("span", {}, y.zielland ? "Zielland" : "Sitz"), since),
  );
}
