// What the visitor wants to buy. It is kept in this browser alone, and shared by
// its tabs.

/** @typedef {{slug: string, menge: number}} Line */
/** @typedef {{artikel: Line[], land: string, gutschein: string}} Basket */

const key = `${document.documentElement.dataset.shop}_warenkorb`;
const most = 9999;
const countries = ["de", "at", "ch", "lu"];

/** The basket as this page knows it, for browsers that keep nothing. @type {string | null} */
let remembered = null;

/** Announces that the basket changed, here or in another tab. */
export const changes = new EventTarget();

window.addEventListener("storage", (event) => {
  if (event.key === key || event.key === null) announce();
});
// A page that comes back from the browser's memory may have missed changes.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) announce();
});

function announce() {
  changes.dispatchEvent(new Event("change"));
}

function read() {
  try {
    return localStorage.getItem(key) ?? remembered;
  } catch {
    return remembered;
  }
}

/** @returns {Basket} */
export function load() {
  try {
    return clean(JSON.parse(read() ?? "{}"));
  } catch {
    return clean({});
  }
}

/**
 * Keeps what makes sense of a stored basket, which anybody may have changed.
 * @param {any} stored
 * @returns {Basket}
 */
function clean(stored) {
  const lines = Array.isArray(stored?.artikel) ? stored.artikel : [];
  return {
    artikel: lines
      .filter(
        (/** @type {any} */ line) =>
          typeof line?.slug === "string" && Number.isInteger(line.menge),
      )
      .map((/** @type {Line} */ line) => ({
        slug: line.slug,
        menge: Math.min(Math.max(line.menge, 1), most),
      }))
      .slice(0, 150),
    land: countries.includes(stored?.land) ? stored.land : "de",
    gutschein:
      typeof stored?.gutschein === "string"
        ? stored.gutschein.slice(0, 60)
        : "",
  };
}

/** @param {(basket: Basket) => void} change */
function update(change) {
  const basket = load();
  change(basket);
  remembered = JSON.stringify(basket);
  try {
    localStorage.setItem(key, remembered);
  } catch {
    // Private windows may keep nothing; this page still remembers.
  }
  announce();
}

/** Puts pieces of a product into the basket. @param {string} slug @param {number} pieces */
export function add(slug, pieces) {
  update((basket) => {
    const line = basket.artikel.find((line) => line.slug === slug);
    if (line) line.menge = Math.min(line.menge + pieces, most);
    else basket.artikel.push({ slug, menge: pieces });
  });
}

/** Sets how many pieces there are; 0 removes. @param {string} slug @param {number} pieces */
export function set(slug, pieces) {
  update((basket) => {
    basket.artikel = basket.artikel.filter(
      (line) => line.slug !== slug || pieces > 0,
    );
    for (const line of basket.artikel) {
      if (line.slug === slug) line.menge = Math.min(pieces, most);
    }
  });
}

/** Takes products out that are not for sale. @param {string[]} slugs */
export function drop(slugs) {
  update((basket) => {
    basket.artikel = basket.artikel.filter(
      (line) => !slugs.includes(line.slug),
    );
  });
}

/** @param {string} land */
export function setCountry(land) {
  update((basket) => {
    basket.land = land;
  });
}

/** @param {string} code */
export function setCoupon(code) {
  update((basket) => {
    basket.gutschein = code.trim();
  });
}

/** Empties the basket after an order; the country stays. */
export function empty() {
  takeOut(load().artikel);
}

/** Takes out what was ordered, and leaves what was added since. @param {Line[]} lines */
export function takeOut(lines) {
  update((basket) => {
    for (const { slug, menge } of lines) {
      const line = basket.artikel.find((line) => line.slug === slug);
      if (line) line.menge -= menge;
    }
    basket.artikel = basket.artikel.filter((line) => line.menge > 0);
    basket.gutschein = "";
  });
}

/** Returns how many pieces there are. */
export function count() {
  return load().artikel.reduce((sum, line) => sum + line.menge, 0);
}
