// What a message says, in a drawer. Its HTML is in a frame where no script runs and
// nothing is fetched.

import { byId, el } from "./dom.js";
import { instant } from "./format.js";
import { closeFromOutside, problemLine } from "./parts.js";
import { read } from "./request.js";
import { actions, guarded } from "./row_actions.js";

/** @typedef {import("./types.js").ListedMail} ListedMail */
/** @typedef {import("./types.js").MailDetails} MailDetails */

export const mailPath = "/api/verwaltung/mails";

/**
 * @param {(mail: ListedMail) => Promise<void>} send
 * @returns {(mail: ListedMail) => Promise<void>} shows a message
 */
export function useMail(send) {
  const drawer = byId("mail", HTMLDialogElement);
  const title = byId("mail-title", HTMLElement);
  const body = byId("mail-body", HTMLElement);
  closeFromOutside(drawer);
  return async (listed) => {
    title.textContent = listed.bezeichnung;
    const problem = problemLine();
    body.replaceChildren(
      problem,
      el("p", { class: "loading" }, "Die E-Mail wird geladen …"),
    );
    drawer.showModal();
    title.focus();
    await guarded(problem, async () => {
      /** @type {MailDetails} */
      const mail = (await read(`${mailPath}/${listed.id}`)).mail;
      title.textContent = mail.betreff ?? mail.bezeichnung;
      body.replaceChildren(...content(mail, send, () => drawer.close()));
    });
    body.querySelector(".loading")?.remove();
  };
}

/**
 * @param {MailDetails} mail
 * @param {(mail: ListedMail) => Promise<void>} send
 * @param {() => void} close
 */
function content(mail, send, close) {
  const facts = [
    `An ${mail.an ?? "Sie selbst"}`,
    mail.gesendet_at
      ? `gesendet ${instant(mail.gesendet_at)}`
      : `${mail.zustand}, entstanden ${instant(mail.created_at)}`,
  ];
  return [
    el("p", { class: "muted" }, facts.join(" · ")),
    mail.grund ? el("p", { class: "hint" }, mail.grund) : "",
    ...(mail.html === null
      ? [el("p", { class: "muted" }, "Diese E-Mail kann nicht gezeigt werden.")]
      : [
          el("iframe", {
            title: "Was die E-Mail sagt",
            sandbox: "",
            src: `/verwaltung/mails/${mail.id}/ansicht`,
          }),
          el(
            "details",
            {},
            el("summary", {}, "Als reiner Text"),
            el("pre", {}, mail.text ?? ""),
          ),
        ]),
    mail.zustand === "gesendet"
      ? actions([
          [
            "Noch einmal senden",
            "Diese E-Mail noch einmal senden",
            async () => {
              await send(mail);
              close();
            },
          ],
        ])
      : "",
  ];
}
