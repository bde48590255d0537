// The carriers of parcels; the browser remembers which one was chosen last.

import { el } from "./dom.js";

/** @type {[string, string][]} */
const carriers = [
  ["dhl", "DHL"],
  ["post_at", "Österreichische Post"],
  ["post_ch", "Schweizerische Post"],
  ["post_lu", "POST Luxembourg"],
  ["andere", "anderer Zusteller"],
];

const last = "kontor.traeger";

/** A choice of the carrier. */
export function carrierChoice() {
  const before = localStorage.getItem(last);
  const choice = el(
    "select",
    { change: () => localStorage.setItem(last, choice.value) },
    ...carriers.map(([value, name]) =>
      el("option", { value, selected: value === before }, name),
    ),
  );
  return choice;
}
