// The figures of the paid orders of any range of days.

import { announce, byId, el } from "./dom.js";
import { sections } from "./figures_sections.js";
import { euro, plural } from "./format.js";
import { useLoading } from "./loading.js";
import { shownRange, showRange, useRange } from "./range.js";
import { read } from "./request.js";
import { paidTiles, written } from "./tile.js";

/** @typedef {import("./types.js").Figures} Figures */

const place = byId("figures", HTMLElement);
const tilesPlace = byId("tiles", HTMLElement);

const load = useLoading(
  async (signal) => {
    wait();
    const range = shownRange();
    showRange(range);
    const query = new URLSearchParams();
    if (range.von) query.set("von", range.von);
    if (range.bis) query.set("bis", range.bis);
    show(await read(`/api/verwaltung/kennzahlen?${query}`, { signal }));
  },
  () => {
    place.replaceChildren();
    place.removeAttribute("aria-busy");
    tilesPlace.replaceChildren();
  },
);

useRange();
addEventListener("moved", load);
addEventListener("popstate", load);
load();

/** Shows placeholder bars while the figures load. */
function wait() {
  place.setAttribute("aria-busy", "true");
  if (place.childElementCount) return;
  const card = () =>
    el(
      "div",
      { class: "figure card skeleton", "aria-hidden": "true" },
      el("span"),
    );
  place.replaceChildren(card(), card(), card());
}

/** @param {Figures} f */
function show(f) {
  place.removeAttribute("aria-busy");
  tilesPlace.replaceChildren(...tiles(f));
  const nothing = byId("nothing", HTMLElement);
  nothing.hidden = f.bestellungen > 0;
  nothing.textContent = "In dieser Zeit gibt es keine bezahlte Bestellung.";
  place.replaceChildren(...(f.bestellungen ? sections(f, shownRange()) : []));
  announce(
    `${plural(f.bestellungen, "bezahlte Bestellung", "bezahlte Bestellungen")}, ${euro(f.umsatz)} Umsatz.`,
  );
}

/** @param {Figures} f */
function tiles(f) {
  return [
    ...paidTiles(f, tile),
    tile(
      "Zahlung offen",
      euro(f.offen.summe),
      `${plural(f.offen.anzahl, "Bestellung", "Bestellungen")}, zählt nicht mit`,
      "zahlungOffen",
    ),
    tile(
      "Storniert",
      euro(f.storniert.summe),
      `${plural(f.storniert.anzahl, "Bestellung", "Bestellungen")}, zählt nicht mit`,
      "storniert",
    ),
  ];
}

/**
 * A figure that leads to the orders behind it.
 *
 * @param {string} label
 * @param {string} figure
 * @param {string} more
 * @param {string} status
 */
function tile(label, figure, more, status) {
  const { von, bis } = shownRange();
  const query = new URLSearchParams({ status, von, bis });
  return el(
    "a",
    { class: `tile ${status}`, href: `/verwaltung/?${query}` },
    ...written(label, figure, more),
  );
}
