// Offers for ten seconds to undo the last change, longer while the pointer or the focus is on it.

import { announce, bringUp, byId, el } from "./dom.js";
import { Refusal } from "./request.js";

const offered = 10_000;
const longer = 1_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {string} what
 * @param {() => Promise<string | void>} undo returns what to say of it, if not the usual
 */
export function offerUndo(what, undo) {
  const button = el(
    "button",
    { type: "button", class: "quiet", click: () => takeBack() },
    "Rückgängig",
  );
  show(el("span", {}, what), button);

  async function takeBack() {
    clearTimeout(timer);
    button.disabled = true;
    try {
      announce((await undo()) || "Rückgängig gemacht.");
      close();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      warn(refusal.message);
    }
  }
}

/**
 * Shows a failure in the same place.
 *
 * @param {string} text
 */
export function warn(text) {
  show(el("span", { role: "alert" }, text));
}

/** @param {...Node} shown */
function show(...shown) {
  const place = byId("undo", HTMLElement);
  place.replaceChildren(...shown);
  bringUp(place);
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(end, offered);
}

function end() {
  const place = byId("undo", HTMLElement);
  if (place.matches(":hover, :focus-within")) timer = setTimeout(end, longer);
  else close();
}

function close() {
  const place = byId("undo", HTMLElement);
  place.hidden = true;
  place.replaceChildren();
}
