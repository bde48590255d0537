// Buttons that copy the example that is shown. Without scripts there are none.

for (const samples of document.querySelectorAll(".samples")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(shownIn(samples));
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  samples.append(button);
}

/**
 * @param {Element} samples
 * @returns {string}
 */
function shownIn(samples) {
  const all = [...samples.querySelectorAll("pre")];
  const shown = all.find((pre) => pre.checkVisibility());
  return shown?.textContent ?? "";
}
