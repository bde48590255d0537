// New products that begin as a copy of another one, as its variants.

import { byId } from "./dom.js";
import { read, send } from "./request.js";

/** @typedef {import("./types.js").Product} Product */

const groups = "/api/verwaltung/produktgruppen";

/** The copies, and the groups that the first of them begin. */
export function useCopies() {
  const feature = byId("feature", HTMLSelectElement);
  /** @type {Product | undefined} what the editor shows, if that is a copy */
  let copy;
  /** @type {Product | undefined} of which it is one, if that has no group yet */
  let alone;

  /**
   * @param {Product} like with its texts
   * @param {Product[]} products all of them
   * @returns {Product}
   */
  function of(like, products) {
    const first = like.gruppe === "";
    const place = products
      .filter((other) => !first && other.gruppe === like.gruppe)
      .reduce((most, other) => Math.max(most, other.gruppe_position), 0);
    alone = first ? like : undefined;
    copy = {
      ...like,
      slug: `${like.slug}-neu`,
      artikelnummer: "",
      gtin: "",
      aktiv: false,
      bestseller_label: false,
      ermaessigt: false,
      gruppe: like.gruppe || like.slug,
      gruppe_position: first ? 2 : place + 1,
      abgeleitet: { fehlt: [], empfohlen: [], bestand: null },
    };
    return copy;
  }

  /** Shows what concerns copies alone. @param {Product | null} product in the editor */
  function show(product) {
    if (product !== copy) copy = alone = undefined;
    byId("copied", HTMLElement).hidden = copy === undefined;
    byId("feature-field", HTMLElement).hidden = alone === undefined;
    feature.value = "farbe";
  }

  /** Puts a product that was alone so far into a group of its own, before its copy joins. */
  async function beginGroup() {
    if (!alone) return;
    const { slug, name_de, name_en, name_fr, name_it } = alone;
    const names = { slug, name_de, name_en, name_fr, name_it };
    /** @type {{ slug: string }[]} */
    const known = (await read(groups)).produktgruppen;
    if (!known.some((group) => group.slug === slug))
      await send("POST", groups, { ...names, merkmal1: feature.value });
    await send(
      "PATCH",
      `/api/verwaltung/produkte/${encodeURIComponent(slug)}`,
      { gruppe: slug, gruppe_position: 1 },
    );
    alone = undefined;
  }
  return { of, show, beginGroup };
}
