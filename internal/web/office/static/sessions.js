// The sessions of the administration: who is signed in, and the end of it.

import { announce, byId, el } from "./dom.js";
import { instant, plural } from "./format.js";
import { cell, recordTable, useLoading } from "./loading.js";
import { ago } from "./parts.js";
import { read, send } from "./request.js";
import { actions, guarded } from "./row_actions.js";

/** @typedef {import("./types.js").OperatorSession} OperatorSession */

const path = "/api/verwaltung/sitzungen";
const name = byId("name", HTMLInputElement);

const table = recordTable(5);
const load = useLoading(async (signal) => {
  table.wait();
  /** @type {OperatorSession[]} */
  const sessions = (await read(path, { signal })).sitzungen;
  table.show(sessions.map(row), "Niemand ist angemeldet.");
  const own = sessions.find((session) => session.eigene);
  if (document.activeElement !== name) name.value = own?.name ?? "";
  byId("others", HTMLElement).hidden = sessions.every(
    (session) => session.eigene,
  );
}, table.clear);

byId("own", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  guarded(byId("name-problem", HTMLElement), saveName);
});
byId("end-others", HTMLButtonElement).addEventListener("click", () =>
  guarded(byId("others-problem", HTMLElement), endOthers),
);
load();

async function saveName() {
  const kept = (await send("POST", `${path}/name`, { name: name.value })).name;
  name.value = kept ?? "";
  announce(kept ? `Gespeichert: ${kept}.` : "Gespeichert: ohne Namen.");
  await load();
}

async function endOthers() {
  const { beendet } = await send("POST", `${path}/beenden`, {});
  announce(`${plural(beendet, "Sitzung", "Sitzungen")} beendet.`);
  await load();
}

/** @param {OperatorSession} session */
function row(session) {
  return el(
    "tr",
    { "data-id": session.id },
    cell(
      "Gerät",
      "",
      el("span", {}, session.geraet),
      el("small", {}, `Sitzung ${session.id}`),
    ),
    cell("Name", "who", session.name ?? "–"),
    cell("Angemeldet", "when", instant(session.begonnen_at)),
    cell("Zuletzt benutzt", "when", ago(session.zuletzt_at)),
    cell("Was tun?", "todo", todo(session)),
  );
}

/** @param {OperatorSession} session */
function todo(session) {
  if (session.eigene) return el("strong", { class: "good" }, "diese Sitzung");
  return actions([
    [
      "Beenden",
      `Die Sitzung ${session.id} beenden, ${session.geraet}`,
      () => end(session),
    ],
  ]);
}

/** @param {OperatorSession} session */
async function end(session) {
  await send("POST", `${path}/${session.id}/beenden`, {});
  announce("Beendet.");
  await load();
}
