// The language switch, and the offer of the browser's own language. A choice
// is kept in this browser, and nothing is offered after it.

const root = document.documentElement;
const menu = document.querySelector(".languages details");

/** @param {string | undefined} language */
function remember(language) {
  try {
    localStorage.setItem(`${root.dataset.shop}_sprache`, language ?? root.lang);
  } catch {
    // Then it is offered again.
  }
}

for (const link of document.querySelectorAll(".languages a, .offer a")) {
  if (!(link instanceof HTMLAnchorElement)) continue;
  link.addEventListener("click", () => remember(link.hreflang));
}

for (const decline of document.querySelectorAll("[data-decline]")) {
  decline.addEventListener("click", () => {
    remember(undefined);
    delete root.dataset.offer;
    document.querySelector("main")?.focus({ preventScroll: true });
  });
}

if (menu instanceof HTMLDetailsElement) {
  const close = () => {
    menu.open = false;
  };
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Node) || !menu.contains(event.target))
      close();
  });
  menu.addEventListener("focusout", (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !menu.contains(to)) close();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary")?.focus();
  });
}
