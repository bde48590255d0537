// Offers for ten seconds to take the last change back.

import { Refusal } from "./api.js";
import { announce, byId, el } from "./dom.js";

const offered = 10_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {string} what
 * @param {() => Promise<void>} undo
 */
export function offerUndo(what, undo) {
  const place = byId("undo", HTMLElement);
  const button = el(
    "button",
    { type: "button", class: "quiet", click: () => takeBack() },
    "Rückgängig",
  );
  place.replaceChildren(el("span", {}, what), button);
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(close, offered);

  function close() {
    place.hidden = true;
    place.replaceChildren();
  }

  async function takeBack() {
    clearTimeout(timer);
    button.disabled = true;
    try {
      await undo();
      announce("Rückgängig gemacht.");
      close();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      place.replaceChildren(el("span", { role: "alert" }, refusal.message));
      timer = setTimeout(close, offered);
    }
  }
}
