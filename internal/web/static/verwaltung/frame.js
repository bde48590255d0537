// The navigation of the administration: on a narrow screen it shows the page's own
// link first.

document
  .querySelector(".bar nav [aria-current]")
  ?.scrollIntoView({ inline: "center", block: "nearest" });
