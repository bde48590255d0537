// Keys that distinguish requests, orders and payments.

/** Returns a new key that nobody can guess. */
export function newKey() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Returns the SHA-256 of a value's JSON. @param {object} value */
export async function digest(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
