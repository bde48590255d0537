// Requests to the shop: JSON in both directions, and why there is no answer.

/** A refusal of the shop, or no answer at all. */
export class Refusal extends Error {
  /**
   * @param {string} code stable, of the header X-Fehlercode
   * @param {number} [status] 0: there was no answer
   * @param {string} [text] German, for people
   */
  constructor(code, status = 0, text = code) {
    super(text);
    this.code = code;
    this.status = status;
  }
}

/** A page's reactions to an answer's status, before the refusal is thrown. @type {Record<number, () => void>} */
export const onStatus = {};

/**
 * Returns a successful answer, or throws a {@link Refusal}. A request that is
 * aborted throws what fetch throws.
 * @param {string} path @param {RequestInit} [options]
 */
export async function request(path, options) {
  const answer = await fetch(path, options).catch((cause) => {
    if (cause.name === "AbortError") throw cause;
    throw new Refusal(
      "keine_antwort",
      0,
      "Der Server ist nicht erreichbar. Bitte die Verbindung prüfen.",
    );
  });
  if (answer.ok) return answer;
  const { headers, status } = answer;
  onStatus[status]?.();
  const text = await reason(answer);
  throw new Refusal(headers.get("X-Fehlercode") ?? "", status, text);
}

/** @param {Response} answer */
async function reason(answer) {
  try {
    return String((await answer.json()).error);
  } catch {
    return `Der Server antwortet unverständlich (${answer.status}).`;
  }
}

/**
 * Returns what an answer says.
 * @param {string} path @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function read(path, options) {
  return (await request(path, options)).json();
}

/**
 * Sends JSON, and returns what the answer says.
 * @param {string} method @param {string} path
 * @param {object} [body] @param {Record<string, string>} [headers]
 */
export function send(method, path, body, headers) {
  return read(path, json(method, body, headers));
}

/**
 * Returns the options of a request that sends JSON.
 * @param {string} method @param {object} [body] @param {Record<string, string>} [headers]
 * @returns {RequestInit}
 */
export function json(method, body = {}, headers = {}) {
  return {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
