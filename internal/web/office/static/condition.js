// The shop's condition: what the doctor found, and what is on and off.

import { announce, byId, el } from "./dom.js";
import { instant, plural } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { ago } from "./parts.js";
import { read } from "./request.js";

/** @typedef {import("./types.js").Finding} Finding */
/** @typedef {import("./types.js").Service} Service */
/** @typedef {import("./types.js").Copy} Copy */
/** @typedef {import("./types.js").AuditHead} AuditHead */

/** Names that people read; the others are written with a capital. @type {Record<string, string>} */
const names = {
  anschrift: "Anschrift",
  demo: "Beispielsortiment",
  email: "E-Mail-Adresse",
  mail: "E-Mail-Versand",
  mails: "E-Mails",
  name: "Name und Nummern",
  oeffentlich: "Öffentlich",
  paypal: "PayPal",
  recht: "Rechtstexte",
  rueckstand: "Rückstand",
  sandbox: "PayPal-Testbetrieb",
  steuer: "Steuernummer",
  wal: "Schreibprotokoll",
};

/** @type {Record<Finding["stufe"], [order: number, label: string, look: string]>} */
const levels = {
  fehler: [0, "Fehler", "failed"],
  warnung: [1, "Warnung", "hint"],
  ok: [2, "in Ordnung", "good"],
};

const table = recordTable(4);
const load = useLoading(async (signal) => {
  table.wait();
  const { befunde, dienste, geprueft_at, protokoll, sicherung } = await read(
    "/api/verwaltung/zustand",
    { signal },
  );
  const sorted = befunde.toSorted(
    (/** @type {Finding} */ a, /** @type {Finding} */ b) =>
      levels[a.stufe][0] - levels[b.stufe][0],
  );
  table.show(sorted.map(row), "");
  byId("copy", HTMLElement).replaceChildren(...copy(sicherung));
  byId("head", HTMLElement).replaceChildren(...head(protokoll));
  byId("services", HTMLElement).replaceChildren(...dienste.map(service));
  byId("verdict", HTMLElement).replaceChildren(
    verdict(befunde),
    ", geprüft ",
    ago(geprueft_at),
  );
}, table.clear);

byId("examine", HTMLButtonElement).addEventListener("click", async () => {
  await load();
  announce("Geprüft.");
});
addEventListener("popstate", load);
load();

/** @param {Finding[]} findings */
function verdict(findings) {
  /** @param {Finding["stufe"]} level */
  const count = (level) => findings.filter((f) => f.stufe === level).length;
  const said = [
    count("fehler") && plural(count("fehler"), "Fehler", "Fehler"),
    count("warnung") && plural(count("warnung"), "Warnung", "Warnungen"),
  ].filter(Boolean);
  return said.join(", ") || "Alles in Ordnung";
}

/** @param {Finding} finding */
function row(finding) {
  const [, label, look] = levels[finding.stufe];
  const name = finding.pruefung;
  return el(
    "tr",
    {},
    cell(
      "Geprüft",
      "",
      names[name] ?? name.charAt(0).toUpperCase() + name.slice(1),
    ),
    cell("Zustand", "", el("strong", { class: look }, label)),
    cell("Befund", "what", finding.text),
    cell("Was tun?", "what", finding.abhilfe),
  );
}

/** @param {Copy?} newest */
function copy(newest) {
  if (!newest)
    return [
      "Es gibt noch keine. Ein Shop, den andere erreichen, sichert sich selbst; sofort sichert ihn: kontor backup.",
    ];
  const { zeit, bytes, bestellungen, geprueft, verschluesselt, datei } = newest;
  const said = [
    plural(bestellungen, "Bestellung", "Bestellungen"),
    megabytes(bytes),
    geprueft ? "geprüft" : "nicht geprüft",
    verschluesselt ? "verschlüsselt" : "unverschlüsselt",
  ];
  return [
    `${instant(zeit)}: ${said.join(", ")}`,
    el("br"),
    el("small", { class: "muted" }, datei),
  ];
}

/** @param {number} bytes */
const megabytes = (bytes) =>
  (bytes / 1e6).toLocaleString("de-DE", { maximumFractionDigits: 1 }) + " MB";

/** @param {AuditHead} newest */
function head({ nr, hash }) {
  if (!nr) return ["Noch steht nichts darin."];
  return [
    `Letzter Eintrag: Nr. ${nr}, ${hash.slice(0, 8)}. Wer das notiert, kann später zeigen, dass bis dahin nichts verändert wurde. `,
    el("a", { href: "/verwaltung/protokoll/" }, "Zum Protokoll"),
  ];
}

/** @param {Service} service */
function service({ name, an, text }) {
  return el(
    "li",
    {},
    el("strong", {}, name),
    " ",
    el("strong", { class: an ? "good" : "hint" }, an ? "an" : "aus"),
    el("p", {}, text),
  );
}
