// The messages that the shop owes or has sent: the state and content of each,
// and the operator's actions on it.

import { announce, byId, el } from "./dom.js";
import { instant, plural } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { mailPath, useMail } from "./mail_view.js";
import { ago, orderLink } from "./parts.js";
import { current, go, picked } from "./query.js";
import { read, send } from "./request.js";
import { actions } from "./row_actions.js";
import { showPaging, showTabs } from "./tabs.js";

/** @typedef {import("./types.js").ListedMail} ListedMail */
/** @typedef {import("./types.js").MailPage} MailPage */

const table = recordTable(6);
const load = useLoading(async (signal) => {
  table.wait();
  const query = picked(current(), ["zustand", "bestellung", "cursor"]);
  show(await read(`${mailPath}?${query}`, { signal }));
}, table.clear);
const view = useMail(sendMail);

addEventListener("moved", load);
addEventListener("popstate", load);
load();

/** @param {MailPage} page */
function show(page) {
  const counts = page.anzahl;
  showTabs(
    "zustand",
    [
      ["", "Alle", counts.alle],
      ["offen", "Offen", counts.offen],
      ["gescheitert", "Gescheitert", counts.gescheitert],
      ["angehalten", "Angehalten", counts.angehalten],
      ["nicht eingerichtet", "Nicht eingerichtet", counts.nichtEingerichtet],
      ["verworfen", "Verworfen", counts.verworfen],
      ["gesendet", "Gesendet", counts.gesendet],
    ],
    current().get("zustand") ?? "",
  );
  showOrder(page.mails);
  table.show(
    page.mails.map(row),
    counts.alle
      ? "Hier ist keine E-Mail."
      : "Noch keine E-Mail. Sobald der Versand eingerichtet ist, gehen zu jeder neuen Bestellung eine an den Kunden und eine an Sie.",
  );
  showPaging(page.weiter);
}

/**
 * Shows that the list is about one order only.
 *
 * @param {ListedMail[]} mails
 */
function showOrder(mails) {
  const about = byId("about", HTMLElement);
  about.hidden = !current().get("bestellung");
  about.replaceChildren(
    `nur zu ${mails[0]?.bestellnummer ?? "einer Bestellung"} `,
    el(
      "button",
      {
        type: "button",
        class: "quiet",
        click: () => go({ bestellung: "", cursor: "" }, "push"),
      },
      "Alle zeigen",
    ),
  );
}

/** @param {ListedMail} mail */
function row(mail) {
  return el(
    "tr",
    { "data-id": mail.id },
    cell("Zeit", "when", ago(mail.created_at)),
    cell("E-Mail", "what", mail.bezeichnung),
    cell("An", "who", el("span", {}, mail.an ?? "Sie selbst")),
    cell(
      "Bestellung",
      "",
      mail.order_id ? orderLink(mail.order_id, mail.bestellnummer) : null,
    ),
    cell("Zustand", "verdict", ...state(mail)),
    cell("Was tun?", "todo", controls(mail)),
  );
}

/** @param {ListedMail} mail */
function state(mail) {
  const good = mail.zustand === "gesendet";
  return [
    el("strong", { class: good ? "good" : "hint" }, mail.zustand),
    mail.grund ? el("span", {}, mail.grund) : null,
    el("small", {}, ...attempts(mail)),
  ];
}

/** @param {ListedMail} mail */
function attempts(mail) {
  if (mail.gesendet_at) return [instant(mail.gesendet_at)];
  return [
    mail.versuche ? plural(mail.versuche, "Versuch", "Versuche") : "",
    mail.naechster_versuch
      ? ` nächster ${instant(mail.naechster_versuch)}`
      : "",
  ];
}

/** @param {ListedMail} mail */
function controls(mail) {
  const name = `${mail.bezeichnung}${mail.bestellnummer ? ` zu ${mail.bestellnummer}` : ""}`;
  /** @type {[string, string, () => unknown][]} */
  const all = [["Ansehen", `${name} ansehen`, () => view(mail)]];
  if (mail.zustand !== "gesendet")
    all.push(["Jetzt senden", `${name} jetzt senden`, () => sendMail(mail)]);
  if (mail.zustand !== "gesendet" && mail.zustand !== "verworfen")
    all.push(["Verwerfen", `${name} verwerfen`, () => discard(mail)]);
  return actions(all);
}

/** @param {ListedMail} mail */
async function sendMail(mail) {
  /** @type {ListedMail} */
  const now = (await send("POST", `${mailPath}/${mail.id}/senden`, {})).mail;
  announce(
    now.zustand === "gesendet"
      ? "Gesendet."
      : `Nicht gesendet. ${now.grund ?? ""}`,
  );
  await load();
}

/** @param {ListedMail} mail */
async function discard(mail) {
  await send("POST", `${mailPath}/${mail.id}/verwerfen`, {});
  announce("Verworfen. Senden geht weiterhin.");
  await load();
}
