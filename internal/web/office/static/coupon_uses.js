// Who used a coupon, in a drawer.

import { byId, el } from "./dom.js";
import { euro, statusName } from "./format.js";
import { ago, orderLink } from "./parts.js";
import { read } from "./request.js";
import { guarded } from "./row_actions.js";

/** @typedef {import("./types.js").Coupon} Coupon */
/** @typedef {import("./types.js").Redemption} Redemption */

/**
 * @param {string} path of the coupons
 * @returns {(coupon: Coupon) => void} shows the uses of a coupon
 */
export function useUses(path) {
  const dialog = byId("uses", HTMLDialogElement);
  const list = byId("uses-list", HTMLUListElement);
  const problem = byId("uses-problem", HTMLElement);
  const more = byId("uses-more", HTMLButtonElement);
  let from = "";
  /** @type {string | null} */
  let next = null;

  const load = () =>
    guarded(problem, async () => {
      const cursor = next ? `?cursor=${next}` : "";
      const page = await read(`${from}${cursor}`);
      next = page.weiter;
      list.append(...page.einloesungen.map(use));
      more.hidden = next === null;
      if (!list.childElementCount)
        list.append(
          el("li", {}, "Noch keine Bestellung mit diesem Gutschein."),
        );
    });
  more.addEventListener("click", load);
  return (coupon) => {
    from = `${path}/${encodeURIComponent(coupon.code)}/einloesungen`;
    next = null;
    more.hidden = true;
    list.replaceChildren();
    byId("uses-title", HTMLElement).textContent =
      `Wer hat ${coupon.code} benutzt?`;
    dialog.showModal();
    load();
  };
}

/** @param {Redemption} r */
function use(r) {
  return el(
    "li",
    {},
    el(
      "span",
      {},
      orderLink(r.id, r.bestellnummer),
      ` ${euro(r.summe)}, ${statusName(r.status)}`,
      r.status === "storniert" ? " – zählt nicht" : "",
    ),
    el("span", {}, r.kunde_name, " ", el("small", {}, r.kunde_email)),
    el("small", {}, ago(r.created_at)),
  );
}
