// The dialog in which an entry, a coupon or a product, is written and changed. What
// somebody else changed meanwhile is not overwritten.

import { announce, byId, el } from "./dom.js";
import { bodyOf, fill } from "./entry_form.js";
import { fieldsOf } from "./fields.js";
import { Refusal, send } from "./request.js";
import { carryOut } from "./row_actions.js";
import { offerUndo, warn } from "./undo.js";
import { ifUnchanged } from "./version.js";

const changed =
  "Jemand anderes hat den Eintrag inzwischen geändert. Gespeichert ist noch nichts.";
const deleted = "Jemand anderes hat den Eintrag inzwischen gelöscht.";

/** @typedef {{ version: number } & Record<string, unknown>} Entry */

/**
 * @template {Entry} T
 * @typedef {object} Kind
 * @property {string} path of the API
 * @property {keyof T & string} key by which an entry is known
 * @property {string} member of the answer that holds the entry
 * @property {(entry: T) => string} label
 * @property {() => Promise<T[]>} load the entries as they are now, which are shown too
 * @property {(entry: T | null) => string[]} [filled] is called when the fields say what
 *   an entry does; returns those that the shop fills by itself
 * @property {() => Promise<void>} [prepare] does what has to be before a new entry
 * @property {(entry: T) => Promise<T>} [whole] the entry with what the list lacks
 */

/**
 * @template {Entry} T
 * @param {Kind<T>} kind
 */
export function useEditor(kind) {
  const dialog = byId("edit", HTMLDialogElement);
  const form = byId("edit-form", HTMLFormElement);
  const problem = byId("edit-problem", HTMLElement);
  /** @type {T | null} the entry as it was read; null: it is a new one */
  let entry = null;

  byId("edit-cancel", HTMLButtonElement).addEventListener("click", () =>
    dialog.close(),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    carryOut(submit, form, problem);
  });

  async function submit() {
    try {
      const saved = await save(kind, entry, bodyOf(form));
      dialog.close();
      announce(`Gespeichert: ${kind.label(saved)}.`);
      await kind.load();
    } catch (refusal) {
      if (!isOutdated(refusal)) throw refusal;
      await offerFresh();
    }
  }

  /** Offers the entry as somebody else left it. */
  async function offerFresh() {
    const entries = await kind.load();
    const fresh = entries.find((now) => now[kind.key] === entry?.[kind.key]);
    if (fresh)
      say(
        problem,
        changed,
        freshButton(() => open(fresh)),
      );
    else say(problem, deleted);
  }

  /** @param {T | null} shown */
  function show(shown) {
    entry = shown;
    entitle(dialog, shown && kind.label(shown));
    display(shown);
  }

  /** @param {T | null} shown what the fields say */
  function display(shown) {
    problem.hidden = true;
    fill(form, shown, entry ? kind.key : "");
    const computed = kind.filled?.(shown) ?? [];
    for (const field of fieldsOf(form))
      field.disabled = computed.includes(field.name);
    if (!dialog.open) dialog.showModal();
  }

  /** Shows an entry of the list with all of it. @param {T} listed */
  const open = async (listed) =>
    show(kind.whole ? await kind.whole(listed) : listed);

  /** Offers to write a new entry that begins as a copy. @param {T} like @param {string} title */
  function copy(like, title) {
    entry = null;
    byId("edit-title", HTMLElement).textContent = title;
    display(like);
  }
  return { show, open, copy };
}

/** @param {HTMLDialogElement} dialog @param {string | null} label null: a new entry */
function entitle(dialog, label) {
  byId("edit-title", HTMLElement).textContent =
    label === null ? (dialog.dataset.new ?? "") : `${label} ändern`;
}

/**
 * Whether somebody else changed the entry since it was read.
 *
 * @param {unknown} refusal
 */
const isOutdated = (refusal) =>
  refusal instanceof Refusal && refusal.status === 412;

/**
 * @param {HTMLElement} problem where it is shown
 * @param {string} text
 * @param {...Node} more
 */
function say(problem, text, ...more) {
  problem.replaceChildren(el("span", {}, text), ...more);
  problem.hidden = false;
}

/** @param {() => void} click */
const freshButton = (click) =>
  el(
    "button",
    { type: "button", class: "small plain", click },
    "Neuen Stand zeigen",
  );

/**
 * @template {Entry} T
 * @param {Kind<T>} kind
 * @param {T | null} entry
 * @param {Record<string, unknown>} body
 * @returns {Promise<T>}
 */
async function save(kind, entry, body) {
  if (entry) return (await change(kind, entry, body))[kind.member];
  await kind.prepare?.();
  return (await send("POST", kind.path, body))[kind.member];
}

/**
 * Changes an entry, unless somebody else did since it was read.
 *
 * @template {Entry} T
 * @param {Kind<T>} kind
 * @param {T} entry
 * @param {Record<string, unknown>} body
 */
function change(kind, entry, body) {
  return send("PATCH", address(kind, entry), body, ifUnchanged(entry));
}

/**
 * @template {Entry} T
 * @param {Kind<T>} kind
 * @param {T} entry
 */
const address = (kind, entry) =>
  `${kind.path}/${encodeURIComponent(String(entry[kind.key]))}`;

/**
 * Changes one property of an entry from the list, and offers to take it back.
 *
 * @template {Entry} T
 * @param {Kind<T>} kind
 * @param {T} entry
 * @param {Partial<T>} now
 * @param {Partial<T>} before
 * @param {string} said
 */
export async function changeAtOnce(kind, entry, now, before, said) {
  try {
    const saved = (await change(kind, entry, now))[kind.member];
    announce(said);
    offerUndo(said, async () => {
      await change(kind, saved, before);
      await kind.load();
    });
  } catch (refusal) {
    await overtaken(kind, entry, refusal);
    return;
  }
  await kind.load();
}

/**
 * Shows the list anew when somebody else was faster; throws other refusals.
 *
 * @template {Entry} T
 * @param {Kind<T>} kind
 * @param {T} entry
 * @param {unknown} refusal
 */
async function overtaken(kind, entry, refusal) {
  if (!isOutdated(refusal)) throw refusal;
  warn(
    `${kind.label(entry)}: Jemand anderes war schneller. Hier ist der neue Stand, gespeichert ist nichts.`,
  );
  await kind.load();
}

/**
 * Deletes an entry, and offers to write it again.
 *
 * @template {Entry} T
 * @param {Kind<T>} kind
 * @param {T} entry
 * @param {() => Promise<void>} [restored] restores what the entry itself does not contain
 */
export async function remove(kind, entry, restored) {
  const said = `${kind.label(entry)} gelöscht.`;
  try {
    await send("DELETE", address(kind, entry), {}, ifUnchanged(entry));
  } catch (refusal) {
    await overtaken(kind, entry, refusal);
    return;
  }
  announce(said);
  offerUndo(said, async () => {
    await send("POST", kind.path, entry);
    await restored?.();
    await kind.load();
  });
  await kind.load();
}
