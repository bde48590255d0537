// The buttons at the end of a row, and what went wrong with them.

import { el } from "./dom.js";
import { problemLine } from "./parts.js";
import { Refusal } from "./request.js";

/**
 * @param {[label: string, spoken: string, act: () => unknown][]} all
 * @returns {HTMLElement}
 */
export function actions(all) {
  const problem = problemLine();
  const box = el("div", { class: "controls" });
  box.append(
    ...all.map(([label, spoken, act]) =>
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": spoken,
          click: () => carryOut(act, box, problem),
        },
        label,
      ),
    ),
    problem,
  );
  return box;
}

/**
 * Shows that an action is running, and beside it why it failed.
 *
 * @param {() => unknown} act
 * @param {HTMLElement} box
 * @param {HTMLElement} problem
 */
export async function carryOut(act, box, problem) {
  box.setAttribute("aria-busy", "true");
  try {
    await guarded(problem, act);
  } finally {
    box.removeAttribute("aria-busy");
  }
}

/**
 * Shows a refusal beside what was tried.
 *
 * @param {HTMLElement} problem
 * @param {() => unknown} act
 */
export async function guarded(problem, act) {
  problem.hidden = true;
  try {
    await act();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    problem.textContent = refusal.message;
    problem.hidden = false;
  }
}
