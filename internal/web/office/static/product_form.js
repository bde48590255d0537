// What helps to fill in a product: what it lacks, and what it can refer to.

import { byId, el } from "./dom.js";
import { read } from "./request.js";

/** @typedef {import("./types.js").Product} Product */

/** @param {Product | null} product */
export function showDuties(product) {
  const { fehlt, empfohlen } = product?.abgeleitet ?? {
    fehlt: [],
    empfohlen: [],
  };
  const lines = [
    fehlt.length ? `Zum Verkauf fehlt noch: ${fehlt.join(", ")}.` : "",
    empfohlen.length ? `Empfohlen: ${empfohlen.join(", ")}.` : "",
  ].filter(Boolean);
  const box = byId("duties", HTMLUListElement);
  box.replaceChildren(...lines.map((line) => el("li", {}, line)));
  box.hidden = lines.length === 0;
}

/**
 * Fills a list of suggestions with the slugs of a kind.
 *
 * @param {string} id
 * @param {string} of path of the API
 * @param {string} member of its answer
 * @param {AbortSignal} signal
 */
export async function offer(id, of, member, signal) {
  const entries = (await read(of, { signal }))[member];
  byId(id, HTMLDataListElement).replaceChildren(
    ...entries.map(
      (/** @type {{ slug: string, name?: string, name_de?: string }} */ e) =>
        el("option", { value: e.slug }, e.name_de ?? e.name ?? e.slug),
    ),
  );
}
