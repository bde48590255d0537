// The price of the basket. The server calculates it; pages only show it.

import { load } from "./basket.js";
import { language } from "./page.js";
import { json, Refusal, read } from "./request.js";

/**
 * @typedef {{
 *   slug: string, name: string, kategorie: string, menge: number, preis: number,
 *   gratis: boolean, bild: string,
 *   anzeige: {einzeln: string, summe: string, hinweis: string},
 * }} Item
 * @typedef {{
 *   artikel: Item[], zwischensumme: number, versandkosten: number,
 *   rabattGesamt: number, summe: number, treuebonusVerwendet: boolean,
 *   aboRabattVerwendet: boolean, gutscheinCode: string, gutscheinFehler: string,
 *   entfallen: string[], fortschritt: number,
 *   anzeige: {
 *     summen: {name: string, betrag: string}[], summe: string, steuer: string,
 *     hinweis: string, bisVersandfrei: string, lieferzeit: string,
 *   },
 * }} Quote
 */

/**
 * Reads the price of the basket. After too many wrong coupons that is the price without
 * one, with the refusal.
 * @param {AbortSignal} [signal]
 * @param {string} [code] of a coupon to try; without one, that in use counts
 * @returns {Promise<Quote>}
 */
export async function quote(signal, code) {
  try {
    return await quoteWith(code ?? load().gutschein, signal);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "zu_viele_gutscheine") {
      throw error;
    }
    return { ...(await quoteWith("", signal)), gutscheinFehler: error.code };
  }
}

/**
 * @param {string} gutscheinCode @param {AbortSignal} [signal]
 * @returns {Promise<Quote>}
 */
async function quoteWith(gutscheinCode, signal) {
  const { artikel, land } = load();
  const wanted = { artikel, land, sprache: language, gutscheinCode };
  const options = { ...json("POST", wanted), signal: signal ?? null };
  return read("/api/warenkorb", options);
}
