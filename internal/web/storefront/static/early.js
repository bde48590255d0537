// Runs before anything is drawn: gives the style sheet what the browser knows and
// the server does not, so that nothing on the page has to move later.
{
  const root = document.documentElement;
  root.dataset.scripted = "";
  try {
    const kept = (/** @type {string} */ name) =>
      localStorage.getItem(`${root.dataset.shop}_${name}`);
    const { artikel } = JSON.parse(kept("warenkorb") ?? "{}");
    const lines = Array.isArray(artikel) ? artikel.length : 0;
    root.dataset.basket = lines > 0 ? "filled" : "empty";
    root.style.setProperty("--lines", String(Math.min(lines, 150)));
    if (kept("sprache") === null) {
      const own = navigator.languages
        .map((tag) => tag.toLowerCase().split("-")[0])
        .find((tag) => ["de", "en", "fr", "it"].includes(tag ?? ""));
      if (own !== undefined && own !== root.lang) root.dataset.offer = own;
    }
  } catch {
    // A browser that keeps nothing shows what it shows without this.
  }
}
