// What the list shows is in the page's address: it can be sent to others, and the
// browser's buttons step through it.

/** The filters of the list, by the names of the API. */
export const filters = [
  "status",
  "q",
  "von",
  "bis",
  "land",
  "zahlungsart",
  "betrag_von",
  "betrag_bis",
  "gutschein",
  "hinweis",
  "versand",
];

/** @returns {URLSearchParams} */
export const current = () => new URLSearchParams(location.search);

/**
 * The query of the API for the list as it is shown.
 *
 * @param {URLSearchParams} shown
 */
export const listQuery = (shown) => picked(shown, [...filters, "cursor"]);

/**
 * The filters alone, without the place in the list.
 *
 * @param {URLSearchParams} shown
 */
export const filterQuery = (shown) => picked(shown, filters);

/**
 * Those of the names that have a value.
 *
 * @param {URLSearchParams} shown
 * @param {string[]} names
 */
export function picked(shown, names) {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = shown.get(name);
    if (value) query.set(name, value);
  }
  return query;
}

/**
 * Changes the address. An empty value takes a name away.
 *
 * @param {Record<string, string>} changes
 * @param {"push" | "replace"} how replace leaves no step behind
 */
export function go(changes, how) {
  const query = current();
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  visit(query, how);
}

/**
 * @param {URLSearchParams} query
 * @param {"push" | "replace"} how
 */
export function visit(query, how) {
  const text = query.toString();
  const address = location.pathname + (text ? `?${text}` : "");
  if (address === location.pathname + location.search) return;
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  dispatchEvent(new Event("moved"));
}
