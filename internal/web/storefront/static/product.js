// The page of a product: its pictures, enlarged in a dialog. Without scripts their
// links lead to the files.

const dialog = document.querySelector("[data-zoomed]");
const large = dialog?.querySelector("img");

if (dialog instanceof HTMLDialogElement && large) useZoom(dialog, large);

// On a phone the variants are one row, in which the one of this page is seen.
for (const list of document.querySelectorAll(".variants ul")) {
  const here = list.querySelector("[aria-current]");
  if (here instanceof HTMLElement && list instanceof HTMLElement)
    list.scrollLeft = here.offsetLeft - list.offsetLeft;
}

/** @param {HTMLDialogElement} dialog @param {HTMLImageElement} large */
function useZoom(dialog, large) {
  const links = [...document.querySelectorAll("a[data-zoom]")].filter(
    (link) => link instanceof HTMLAnchorElement,
  );
  let shown = 0;
  const show = (/** @type {number} */ place) => {
    shown = (place + links.length) % links.length;
    const link = links[shown];
    large.src = link?.href ?? "";
    large.alt = link?.querySelector("img")?.alt ?? "";
  };
  links.forEach((link, place) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(place);
      dialog.showModal();
      dialog.focus(); // not its button, which the rest of the key that opens it would press
    });
  });
  dialog.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight") show(shown + 1);
    if (key === "ArrowLeft") show(shown - 1);
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target === large) dialog.close();
  });
}
