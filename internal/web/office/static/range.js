// The range of days of the figures and the step of its series. Both are in the
// page's address: without any it shows the last thirty days, with von=alle all days.

import { addDays, dayOrNone, daysBetween } from "./days.js";
import { byId, el } from "./dom.js";
import { today } from "./format.js";
import { current, go } from "./query.js";

/** @typedef {{ von: string, bis: string, schritt: import("./days.js").Step }} Range */

const usual = 30; // days
const longest = 4000; // days that are shown one by one

/** @returns {Range} an empty day is no limit */
export function shownRange() {
  const shown = current();
  const everything = shown.get("von") === "alle";
  const chosen = shown.get("von") || shown.get("bis");
  const von = everything
    ? ""
    : (shown.get("von") ?? (chosen ? "" : addDays(today(), 1 - usual)));
  const bis = everything ? "" : (shown.get("bis") ?? (chosen ? "" : today()));
  return { von, bis, schritt: step(shown.get("schritt"), von, bis) };
}

/**
 * @param {string | null} wanted
 * @param {string} von
 * @param {string} bis
 * @returns {import("./days.js").Step} what was asked for if it can be shown, else what suits
 */
function step(wanted, von, bis) {
  const days = von ? daysBetween(von, bis || today()) : longest;
  if (wanted === "tag" && days <= longest) return "tag";
  if (wanted === "woche" || wanted === "monat") return wanted;
  if (days <= 62) return "tag";
  return days <= 400 ? "woche" : "monat";
}

/** @returns {[label: string, von: string, bis: string][]} */
function presets() {
  const now = today();
  const year = now.slice(0, 4);
  return [
    ["7 Tage", addDays(now, -6), now],
    ["30 Tage", addDays(now, 1 - usual), now],
    ["90 Tage", addDays(now, -89), now],
    ["Dieses Jahr", `${year}-01-01`, now],
    ["Letztes Jahr", `${Number(year) - 1}-01-01`, `${Number(year) - 1}-12-31`],
    ["Alles", "alle", ""],
  ];
}

/** Listens to the fields. */
export function useRange() {
  const form = byId("filters", HTMLFormElement);
  const apply = () => {
    const fields = new FormData(form);
    const von = String(fields.get("von"));
    const bis = String(fields.get("bis"));
    go(
      {
        von: von || bis ? von : "alle",
        bis,
        schritt: String(fields.get("schritt")),
      },
      "push",
    );
  };
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
}

/**
 * Puts a range into the fields, and marks the preset that it is.
 *
 * @param {Range} range
 */
export function showRange(range) {
  byId("von", HTMLInputElement).value = dayOrNone(range.von);
  byId("bis", HTMLInputElement).value = dayOrNone(range.bis);
  byId("schritt", HTMLSelectElement).value = range.schritt;
  byId("tabs", HTMLElement).replaceChildren(
    ...presets().map(([label, von, bis]) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(
            (von === "alle" ? "" : von) === range.von && bis === range.bis,
          ),
          click: () => go({ von, bis, schritt: "" }, "push"),
        },
        label,
      ),
    ),
  );
}
