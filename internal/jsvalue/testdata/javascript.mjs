// Has JavaScript itself read JSON texts.
//
//	node javascript.mjs > javascript.jsonl   writes the table that the tests read
//	node javascript.mjs - < texts            answers for one base64 text a line
//
// An answer holds what a server of the web platform finds in a request body of
// these bytes: {"error":"SyntaxError"}, or the value, its type, Number() and
// truthiness; for a string also trim(), toLowerCase() and toUpperCase().

import { createInterface } from "node:readline";
import { texts } from "./texts.mjs";

function answer(bytes) {
  let value;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    return { error: error.name };
  }
  return {
    value: describe(value),
    type: typeOf(value),
    number: spell(toNumber(value)),
    truthy: Boolean(value),
    converted: typeof value === "string" ? converted(storable(value)) : undefined,
  };
}

function converted(string) {
  return { trim: string.trim(), lower: string.toLowerCase(), upper: string.toUpperCase() };
}

// Number() throws for an object whose toString is no function; here it is NaN.
function toNumber(value) {
  try {
    return Number(value);
  } catch {
    return NaN;
  }
}

function typeOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

// JSON can hold neither -0 nor infinities, so numbers are spelled.
function spell(number) {
  return Object.is(number, -0) ? "-0" : String(number);
}

// What a database keeps of a string: no half surrogate pairs, no U+0000.
function storable(string) {
  return string.toWellFormed().replaceAll("\0", "");
}

function describe(value) {
  switch (typeOf(value)) {
    case "number":
      return { number: spell(value) };
    case "string":
      return storable(value);
    case "array":
      return value.map(describe);
    case "object":
      return {
        object: Object.fromEntries(
          Object.entries(value).map(([name, v]) => [name.toWellFormed(), describe(v)]),
        ),
      };
    default:
      return value;
  }
}

const encoder = new TextEncoder();

if (process.argv[2] === "-") {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(answer(Buffer.from(line, "base64"))));
  }
} else {
  for (const text of texts) {
    const known = typeof text === "string";
    const input = known ? { text } : { base64: Buffer.from(text).toString("base64") };
    console.log(JSON.stringify({ ...input, ...answer(known ? encoder.encode(text) : text) }));
  }
}
