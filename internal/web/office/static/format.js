// Writes amounts and times as German readers do.

const euros = new Intl.NumberFormat("de-DE", {
  style: "currency",
  currency: "EUR",
});
const counts = new Intl.NumberFormat("de-DE");
const instants = new Intl.DateTimeFormat("de-DE", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "Europe/Berlin",
});
const days = new Intl.DateTimeFormat("de-DE", {
  dateStyle: "medium",
  timeZone: "Europe/Berlin",
});
const relative = new Intl.RelativeTimeFormat("de-DE", { numeric: "always" });

/**
 * Returns how the customer ordered an article, in quotes, where the catalogue
 * calls it something else.
 * @param {import("./types.js").Item} item
 */
export const asOrdered = ({ name, name_de }) =>
  name === name_de ? "" : ` („${name}“)`;

/** @param {number} amount in euro */
export const euro = (amount) => euros.format(amount);

/**
 * @param {number} amount
 * @param {string} currency by its three letters
 */
export const money = (amount, currency) =>
  new Intl.NumberFormat("de-DE", {
    style: "currency",
    currency,
    currencyDisplay: currency === "EUR" ? "symbol" : "code",
  }).format(amount);

/** @param {number} n */
export const number = (n) => counts.format(n);

/** @param {string} iso */
export const instant = (iso) => instants.format(new Date(iso));

/**
 * A day of the calendar, wherever the reader is.
 *
 * @param {string} day such as 2026-11-21
 */
export const countedDay = (day) => days.format(new Date(`${day}T12:00:00Z`));

const isoDays = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

/**
 * @param {string} iso
 * @returns {string} its day in Berlin, such as 2026-11-21
 */
export const dayAt = (iso) => isoDays.format(new Date(iso));

/** @returns {string} this day in Berlin */
export const today = () => isoDays.format();

/**
 * @param {number} n
 * @param {string} one
 * @param {string} many
 */
export const plural = (n, one, many) => `${number(n)} ${n === 1 ? one : many}`;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * An instant of the last day as the time since then, an earlier one as its date.
 *
 * @param {string} iso
 * @param {number} [now] milliseconds since 1970
 */
export function since(iso, now = Date.now()) {
  const passed = now - Date.parse(iso);
  if (passed < minute && passed > -minute) return "gerade eben";
  if (passed < 0 || passed >= day) return days.format(new Date(iso));
  if (passed < hour)
    return relative.format(-Math.floor(passed / minute), "minute");
  return relative.format(-Math.floor(passed / hour), "hour");
}

/**
 * @param {string} iso
 * @param {number} [now]
 * @returns {number} whole days since then
 */
export const age = (iso, now = Date.now()) =>
  Math.max(0, Math.floor((now - Date.parse(iso)) / day));

/** @type {Record<string, string>} */
const statusNames = {
  bezahlt: "Bezahlt",
  zahlungOffen: "Zahlung offen",
  storniert: "Storniert",
};

export const statuses = Object.keys(statusNames);

/** @param {string} status */
export const statusName = (status) => statusNames[status] ?? status;

/** @type {Record<string, string>} */
const countryNames = {
  de: "Deutschland",
  at: "Österreich",
  ch: "Schweiz",
  lu: "Luxemburg",
};

/** @param {string} code */
export const countryName = (code) => countryNames[code] ?? code;

/** @param {string} method */
export function methodName(method) {
  if (method === "ueberweisung") return "Überweisung";
  if (method === "paypal") return "PayPal";
  return method || "nicht angegeben";
}
