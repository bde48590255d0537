// Draws charts as SVG in the width that there is. Every scale begins at zero.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A chart that is drawn anew when its width changes.
 *
 * @param {string} label what it shows, for people who do not see it
 * @param {(width: number) => { height: number, parts: Node[] }} draw
 */
export function chart(label, draw) {
  const picture = svg("svg", { role: "img", "aria-label": label });
  picture.classList.add("chart");
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(picture.getBoundingClientRect().width);
    if (!width || width === drawn) return;
    drawn = width;
    const { height, parts } = draw(width);
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.setAttribute("height", String(height));
    picture.replaceChildren(...parts);
  }).observe(picture);
  return picture;
}

/**
 * The marks of a scale from zero to at least the highest value: round numbers.
 *
 * @param {number} highest
 * @param {number} smallest the least distance of two marks
 */
export function marks(highest, smallest) {
  const rough = Math.max(highest / 4, smallest);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
  const n = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: n + 1 }, (_, i) => i * step);
}

/**
 * @typedef {object} Column
 * @property {number} value 0: a gap, where nothing is drawn
 * @property {string} tick below it, where there is room
 * @property {string} title
 */

const height = 220;
const above = 12;
const below = 24;

/**
 * Columns side by side, one for each span of time.
 *
 * @param {string} label
 * @param {Column[]} columns
 * @param {(value: number) => string} write
 * @param {number} smallest the least distance of two marks
 */
export function columnChart(label, columns, write, smallest) {
  const highest = columns.reduce((most, c) => Math.max(most, c.value), 0);
  const scale = marks(highest, smallest);
  const top = Math.max(...scale);
  const left = Math.max(
    64,
    12 + 7 * Math.max(...scale.map((mark) => write(mark).length)),
  );
  return chart(label, (width) => {
    const floor = height - below;
    const y = (/** @type {number} */ value) =>
      floor - (value / top) * (floor - above);
    const each = (width - left) / columns.length;
    const grid = scale.flatMap((mark) => [
      svg("line", { x1: left, x2: width, y1: y(mark), y2: y(mark) }),
      svg(
        "text",
        { x: left - 6, y: y(mark) + 4, "text-anchor": "end" },
        write(mark),
      ),
    ]);
    const bars = columns.flatMap((column, i) =>
      column.value
        ? [bar(column, left + i * each, each, y(column.value), floor)]
        : [],
    );
    return { height, parts: [...grid, ...bars, ...ticks(columns, left, each)] };
  });
}

/**
 * @param {Column} column
 * @param {number} x
 * @param {number} each the room that there is
 * @param {number} top
 * @param {number} floor
 */
function bar(column, x, each, top, floor) {
  const width = Math.max(1, each * 0.8);
  return svg(
    "rect",
    { x: x + (each - width) / 2, y: top, width, height: floor - top },
    svg("title", {}, column.title),
  );
}

const tickWidth = 56;

/**
 * @param {Column[]} columns
 * @param {number} left
 * @param {number} each
 */
function ticks(columns, left, each) {
  const every = Math.max(1, Math.ceil(tickWidth / each));
  return columns.flatMap((column, i) =>
    i % every || (i && (columns.length - i) * each < tickWidth / 2)
      ? []
      : [
          svg(
            "text",
            {
              x: left + (i + 0.5) * each,
              y: height - 6,
              "text-anchor": "middle",
            },
            column.tick,
          ),
        ],
  );
}

/**
 * Bars one below the other, the label of each above it.
 *
 * @param {string} label
 * @param {{ label: string, value: number, text: string }[]} rows
 */
export function barChart(label, rows) {
  const each = 40;
  const highest = Math.max(1, ...rows.map((row) => row.value));
  return chart(label, (width) => ({
    height: rows.length * each,
    parts: rows.flatMap((row, i) => [
      svg(
        "text",
        { x: 0, y: i * each + 13 },
        shortened(
          row.label,
          Math.floor((width - 7 * row.text.length - 20) / 8),
        ),
        svg("title", {}, row.label),
      ),
      svg(
        "text",
        { x: width, y: i * each + 13, "text-anchor": "end" },
        row.text,
      ),
      svg("rect", {
        x: 0,
        y: i * each + 19,
        width: (row.value / highest) * width,
        height: 12,
      }),
    ]),
  }));
}

/**
 * @param {string} text
 * @param {number} room in letters
 */
const shortened = (text, room) =>
  text.length <= room ? text : `${text.slice(0, Math.max(1, room - 1))}…`;
