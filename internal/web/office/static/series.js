// Sums up the figures of days over weeks and months. Money is summed in cents.

import { addDays, earlier, nextStart, startOf } from "./days.js";

/** @typedef {import("./days.js").Step} Step */
/** @typedef {import("./types.js").DayFigures} DayFigures */

/**
 * One span: its first and last day within the range, and its paid orders. A span
 * without orders is a gap.
 *
 * @typedef {{ from: string, until: string, orders: number, cents: number, kept: number }} Span
 */

/** @param {number} euro */
export const cents = (euro) => Math.round(euro * 100);

/**
 * Every span of a range, in order. The first and the last may be cut off.
 *
 * @param {DayFigures[]} days with orders, oldest first
 * @param {string} from
 * @param {string} until
 * @param {Step} step
 * @returns {Span[]}
 */
export function spans(days, from, until, step) {
  /** @type {Span[]} */
  const all = [];
  let i = 0;
  for (let start = from; start <= until; ) {
    const next = nextStart(startOf(start, step), step);
    const last = addDays(next, -1);
    const span = {
      from: start,
      until: earlier(last, until),
      orders: 0,
      cents: 0,
      kept: 0,
    };
    for (let day = days[i]; day && day.tag < next; day = days[++i]) {
      span.orders += day.bestellungen;
      span.cents += cents(day.umsatz);
      span.kept += cents(day.behalten);
    }
    all.push(span);
    start = next;
  }
  return all;
}

/**
 * Joins gaps that follow each other, so that a table shows them in one row.
 *
 * @param {Span[]} all
 * @returns {Span[]}
 */
export function joinGaps(all) {
  /** @type {Span[]} */
  const joined = [];
  for (const span of all) {
    const before = joined.at(-1);
    if (before && before.orders === 0 && span.orders === 0) {
      joined[joined.length - 1] = { ...before, until: span.until };
    } else {
      joined.push(span);
    }
  }
  return joined;
}
