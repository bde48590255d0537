// The frame of every page of the office: the navigation, which shows
// the page's own link first on a narrow screen, and the choice of theme and density.

import { byId } from "./dom.js";
import { onStatus } from "./request.js";

onStatus[401] = enterAgain;

document
  .querySelector(".bar nav [aria-current]")
  ?.scrollIntoView({ inline: "center", block: "nearest" });

for (const select of byId("theme", HTMLElement).querySelectorAll("select")) {
  const key = `kontor.${select.name}`;
  const show = () => {
    select.value = document.documentElement.dataset[select.name] ?? "";
  };
  show();
  addEventListener("storage", show);
  select.addEventListener("change", () => {
    if (select.value) localStorage.setItem(key, select.value);
    else localStorage.removeItem(key);
    dispatchEvent(new Event("storage")); // which browsers send to other tabs only
  });
}

/** Leads to the page that asks for the code, and from there back to this one. */
function enterAgain() {
  const here = location.pathname + location.search;
  location.assign(`/zugang/verwaltung/?weiter=${encodeURIComponent(here)}`);
}
