// The parts of the figures, each a chart with a table beside it.

import { barChart, columnChart } from "./chart.js";
import { dayName, later, spanName, tickName } from "./days.js";
import { el } from "./dom.js";
import { countryName, euro, methodName, number, today } from "./format.js";
import { joinGaps, spans } from "./series.js";

/** @typedef {import("./types.js").Figures} Figures */
/** @typedef {import("./range.js").Range} Range */
/** @typedef {import("./series.js").Span} Span */

/**
 * @param {Figures} f with at least one paid order
 * @param {Range} range
 */
export function sections(f, range) {
  return [
    overTime(f, range),
    share(
      "laender",
      "Länder",
      "Land",
      f.laender.map((c) => ({ ...c, label: countryName(c.land) })),
    ),
    share(
      "zahlungsarten",
      "Zahlungsarten",
      "Zahlungsart",
      f.zahlungsarten.map((m) => ({
        ...m,
        label:
          m.zahlungsart === "sonstige" ? "Sonstige" : methodName(m.zahlungsart),
      })),
    ),
    sold(f),
    share(
      "gutscheine",
      "Gutscheine",
      "Code",
      f.gutscheine.map((c) => ({ ...c, label: c.code })),
    ),
  ];
}

const stepNames = { tag: "Tag", woche: "Woche", monat: "Monat" };

/**
 * @param {Figures} f
 * @param {Range} range an open end is the first or the latest day with orders
 */
function overTime(f, range) {
  const step = range.schritt;
  const from = range.von || (f.tage[0]?.tag ?? "");
  const until = range.bis || later(f.tage.at(-1)?.tag ?? "", today());
  const all = spans(f.tage, from, until, step);
  const per = `je ${stepNames[step]}`;
  const picture = (
    /** @type {string} */ title,
    /** @type {(span: Span) => number} */ value,
    /** @type {(value: number) => string} */ write,
    /** @type {number} */ smallest,
  ) => [
    el("h3", {}, title),
    columnChart(
      `${title} ${per} vom ${dayName(from)} bis ${dayName(until)}, die Zahlen stehen in der Tabelle`,
      all.map((span) => ({
        value: value(span),
        tick: tickName(span.from, step),
        title: `${spanName(span.from, span.until, step)}: ${write(value(span))}`,
      })),
      (mark) => write(mark).replace(",00", ""),
      smallest,
    ),
  ];
  return figure(
    "verlauf",
    `Umsatz und Bestellungen ${per}`,
    el(
      "div",
      {},
      ...picture("Umsatz", (span) => span.cents, centsText, 100),
      ...picture("Bestellungen", (span) => span.orders, number, 1),
    ),
    ["Zeit", "Anzahl", "Umsatz", "Behalten"],
    joinGaps(all)
      .reverse()
      .map((span) => spanRow(span, step)),
  );
}

/** @param {number} n */
const centsText = (n) => euro(n / 100);

/**
 * @param {Span} span
 * @param {import("./days.js").Step} step
 */
function spanRow(span, step) {
  const name = spanName(span.from, span.until, step);
  return span.orders
    ? [name, number(span.orders), centsText(span.cents), centsText(span.kept)]
    : [name, "keine", "–", "–"];
}

/**
 * What each part brought, the largest first.
 *
 * @param {string} id
 * @param {string} title
 * @param {string} head
 * @param {(import("./types.js").Revenue & { label: string })[]} parts
 */
function share(id, title, head, parts) {
  const sorted = [...parts].sort((a, b) => b.umsatz - a.umsatz);
  return figure(
    id,
    title,
    barChart(
      `Umsatz: ${title}, die Zahlen stehen in der Tabelle`,
      sorted.map((part) => ({
        label: part.label,
        value: part.umsatz,
        text: euro(part.umsatz),
      })),
    ),
    [head, "Anzahl", "Umsatz", "Behalten"],
    sorted.map((part) => [
      part.label,
      number(part.bestellungen),
      euro(part.umsatz),
      euro(part.behalten),
    ]),
  );
}

/** @param {Figures} f */
function sold(f) {
  return figure(
    "bestseller",
    "Am meisten verkauft",
    barChart(
      "Am meisten verkauft, die Zahlen stehen in der Tabelle",
      f.bestseller.map((p) => ({
        label: p.name ?? p.produkt_slug,
        value: p.menge,
        text: number(p.menge),
      })),
    ),
    ["Artikel", "Kennung", "Stück"],
    f.bestseller.map((p) => [
      p.name ?? "nicht mehr im Katalog",
      p.produkt_slug,
      number(p.menge),
    ]),
    2,
  );
}

/**
 * A chart with a table beside it.
 *
 * @param {string} id
 * @param {string} title
 * @param {Element} picture
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {number} texts how many columns are texts; those after them are figures
 */
function figure(id, title, picture, head, rows, texts = 1) {
  return el(
    "section",
    { id, class: "figure card", "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    rows.length
      ? el(
          "div",
          { class: "beside" },
          picture,
          el(
            "div",
            {
              class: "scroll",
              tabindex: 0,
              role: "region",
              "aria-label": `Tabelle: ${title}`,
            },
            numbers(title, head, rows, texts),
          ),
        )
      : el("p", { class: "muted" }, "keine"),
  );
}

/**
 * The table beside a chart.
 *
 * @param {string} title
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {number} texts how many columns are texts
 */
function numbers(title, head, rows, texts) {
  const kind = (/** @type {number} */ i) => (i < texts ? "" : "sum");
  return el(
    "table",
    { class: "numbers" },
    el("caption", { class: "unseen" }, title),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ...head.map((text, i) =>
          el("th", { scope: "col", class: kind(i) }, text),
        ),
      ),
    ),
    el(
      "tbody",
      {},
      ...rows.map((row) =>
        el(
          "tr",
          {},
          ...row.map((text, i) => el("td", { class: kind(i) }, text)),
        ),
      ),
    ),
  );
}
