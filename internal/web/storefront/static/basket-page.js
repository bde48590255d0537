// The basket on a page of its own.

import { changes } from "./basket.js";
import { showBasket } from "./lines.js";

const contents = document.querySelector("main [data-basket]");
if (contents instanceof HTMLElement) {
  const refresh = showBasket(contents, () =>
    contents.dispatchEvent(new Event("shown")),
  );
  changes.addEventListener("change", refresh);
  refresh();
}
