// Speaks with the shop's API.

/** A refusal of the shop, or no answer at all. */
export class Refusal extends Error {
  /**
   * @param {number} status 0 when there was no answer
   * @param {string} code the header X-Fehlercode
   * @param {string} text German, for people
   */
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

const noAnswer =
  "Der Server ist nicht erreichbar. Bitte die Verbindung prüfen.";

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<any>} the answer's JSON
 */
export async function ask(path, request) {
  const response = await send(path, request);
  return response.json();
}

/**
 * Sends a JSON body.
 *
 * @param {"POST" | "PATCH" | "DELETE"} method
 * @param {string} path
 * @param {object} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export function tell(method, path, body, headers = {}) {
  return ask(path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<Response>} a success
 */
async function send(path, request) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError")
      throw cause;
    throw new Refusal(0, "keine_antwort", noAnswer);
  }
  if (response.ok) return response;
  if (response.status === 401) enterAgain();
  throw new Refusal(
    response.status,
    response.headers.get("X-Fehlercode") ?? "",
    await reason(response),
  );
}

/** @param {Response} response */
async function reason(response) {
  try {
    return String((await response.json()).error);
  } catch {
    return `Der Server antwortet unverständlich (${response.status}).`;
  }
}

/** Leads to the page that asks for the code, and from there back to this one. */
function enterAgain() {
  const here = location.pathname + location.search;
  location.assign(`/zugang/verwaltung/?weiter=${encodeURIComponent(here)}`);
}
