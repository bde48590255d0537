// Calculates with days as the shop's answers write them: 2026-11-21, in Berlin.

const dayLength = 24 * 60 * 60 * 1000;
const german = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
  new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", ...options });
const full = german({ day: "numeric", month: "numeric", year: "numeric" });
const short = german({ day: "numeric", month: "numeric" });
const months = german({ month: "long", year: "numeric" });
const shortMonths = german({ month: "short", year: "2-digit" });

/** @typedef {"tag" | "woche" | "monat"} Step what figures are summed over */

/** @param {string} day */
const at = (day) => new Date(`${day}T00:00:00Z`);

/** @param {Date} date */
const dayOf = (date) => date.toISOString().slice(0, 10);

/**
 * @param {string} text
 * @returns {string} the day, or nothing when it is none
 */
export function dayOrNone(text) {
  const time = at(text);
  return Number.isNaN(time.getTime()) || dayOf(time) !== text ? "" : text;
}

/**
 * @param {string} day
 * @param {number} n may be negative
 */
export const addDays = (day, n) =>
  dayOf(new Date(at(day).getTime() + n * dayLength));

/**
 * @param {string} a
 * @param {string} b
 */
export function earlier(a, b) {
  if (a < b) return a;
  return b;
}

/**
 * @param {string} a
 * @param {string} b
 */
export function later(a, b) {
  if (a > b) return a;
  return b;
}

/**
 * @param {string} from
 * @param {string} until
 * @returns {number} how many days there are from one to the other, both included
 */
export const daysBetween = (from, until) =>
  Math.round((at(until).getTime() - at(from).getTime()) / dayLength) + 1;

/**
 * The first day of the span that contains a day; weeks begin on Monday.
 *
 * @param {string} day
 * @param {Step} step
 */
export function startOf(day, step) {
  if (step === "monat") return `${day.slice(0, 7)}-01`;
  if (step === "tag") return day;
  return addDays(day, -((at(day).getUTCDay() + 6) % 7));
}

/**
 * The first day of the next span.
 *
 * @param {string} start
 * @param {Step} step
 */
export function nextStart(start, step) {
  if (step !== "monat") return addDays(start, step === "woche" ? 7 : 1);
  return startOf(addDays(start, 31), "monat");
}

/** @param {string} day */
export const dayName = (day) => full.format(at(day));

/**
 * What people call a span, of which days at its ends may be missing.
 *
 * @param {string} from
 * @param {string} until
 * @param {Step} step
 */
export function spanName(from, until, step) {
  if (from === until) return dayName(from);
  const month =
    step === "monat" &&
    from === startOf(from, step) &&
    addDays(until, 1) === nextStart(from, step);
  if (month) return months.format(at(from));
  return `${dayName(from)} – ${dayName(until)}`;
}

/**
 * The same in few letters, for an axis.
 *
 * @param {string} from
 * @param {Step} step
 */
export const tickName = (from, step) =>
  (step === "monat" ? shortMonths : short).format(at(from));
