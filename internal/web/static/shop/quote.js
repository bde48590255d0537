// What the basket costs. The server reckons; pages only show it.

import { load } from "./basket.js";
import { language } from "./texts.js";

/**
 * @typedef {{
 *   slug: string, name: string, kategorie: string, menge: number, preis: number,
 *   gratis: boolean, bild: string, anzeige: {einzeln: string, summe: string},
 * }} Item
 * @typedef {{
 *   artikel: Item[], zwischensumme: number, versandkosten: number,
 *   rabattGesamt: number, summe: number, treuebonusVerwendet: boolean,
 *   aboRabattVerwendet: boolean, gutscheinCode: string, gutscheinFehler: string,
 *   entfallen: string[], fortschritt: number,
 *   anzeige: {
 *     summen: {name: string, betrag: string}[], summe: string, steuer: string,
 *     hinweis: string, bisVersandfrei: string,
 *   },
 * }} Quote
 */

/** A refusal of the API, with its stable code. */
export class Refusal extends Error {
  /** @param {string} code @param {number} [status] */
  constructor(code, status = 0) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/**
 * Asks what the basket costs. Whoever named too many coupons that are not valid is
 * told so, and what it costs without one.
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
  const answer = await fetch("/api/warenkorb", {
    ...jsonOf("POST", wanted),
    signal: signal ?? null,
  });
  return read(answer);
}

/** Writes bytes in hex. @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns how to send something as JSON. @param {string} method @param {object} body */
export function jsonOf(method, body) {
  const headers = { "Content-Type": "application/json" };
  return { method, headers, body: JSON.stringify(body) };
}

/** Returns the body of an answer, or throws why there is none. @param {Response} answer */
export async function read(answer) {
  if (!answer.ok) {
    throw new Refusal(answer.headers.get("X-Fehlercode") ?? "", answer.status);
  }
  return answer.json();
}
