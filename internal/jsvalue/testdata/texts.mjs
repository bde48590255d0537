// The JSON texts of the table: strings, or bytes where they are no UTF-8.

const bytes = (...parts) => Uint8Array.from(parts.flatMap((x) => (typeof x === "string" ? [...Buffer.from(x)] : x)));

const grammar = [
  "", " ", "{}", "[]", " [ ] \r\n\t", "null", "true", "false", "nul", "True", "undefined", "NaN", "Infinity", "x",
  "{} x", "{}{}", "5 5", '{"land":"de",}', "[1,]", "[,1]", "[1 2]", '{"a" 1}', '{"a":}', "{a:1}", "{'a':1}", "[1",
  '{"a":1', "]", "}", "[}", ",", ":", '"', '"a', '"a"b', "/* */1", "1 // one", "1;", "(1)", "`1`",
];

const whiteSpace = ["\u00a01", "1\u00a0", "\v1", "\f1", "\u20281", "\u00851", "\r\n1\t ", "\0", "1\0", "\0 1"];

const byteOrderMark = [
  "\ufeff5", "\ufeff", "\ufeff\ufeff5", " \ufeff5", "5\ufeff", '"\ufeffa"', '\ufeff{"land":"de"}',
  bytes([0xfe, 0xff, 0, 0x35]), bytes([0xff, 0xfe, 0x35, 0]), bytes([0xef, 0xbb], "5"),
  bytes([0xef, 0xbb, 0xbf], '"', [0xff], '"'), bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '"', [0xff], '"'),
];

const names = [
  '{"land":"de"}', '{"LAND":"de"}', '{"ſumme":1}', '{"länge":1,"la\u0308nge":2}', '{"":1}', '{"la\\u0000nd":"de"}',
  '{"land":"de","land":"at"}', '{"land":"de","land":null}', '{"a":{"b":1},"a":{"c":2}}', '{"a":[{"b":1,"b":2}]}',
  '{"l\\u0061nd":"de"}', '{"l\\u0061nd":"de","land":"at"}', '{"land":"at","l\\u0061nd":"de"}', '{"2":"b","1":"a"}',
  '{"__proto__":{"x":1}}', '{"__proto__":1,"__proto__":2}', '{"constructor":1,"toString":2}', '{"\\ud800":1}',
  '{"kunde":"x"}', '{"kunde":[]}', '{"artikel":[null,0,"x"]}', '{"artikel":{"0":{}}}',
];

const strings = [
  '""', '" "', '"a\\u0000b"', '"\\u0000"', '"\\u0000 a"', '"a\tb"', '"a\nb"', '"a\0b"', '"\u007f"', '"\u2028\u2029"',
  '"\\b\\f\\n\\r\\t\\"\\/\\\\"', '"\\a"', '"\\u12"', '"\\u12g4"', '"\\U0041"', '"\\x41"', '"\\0"', '"\\\'"', '"\\',
  '"\\"', '"\\u00fc\\u00DF"', '"Grüße 🧶"', '"<b>&amp;"', '"\\ufffd\\ufffe\\uffff"',
  '"\\ud83e\\uddf6"', '"\\ud83e"', '"\\uddf6"', '"\\uddf6\\ud83e"', '"\\ud83e\\ud83e\\uddf6"', '"\\ud83ex"',
  '"\\ud83e\\n"', '"\\ud83e\\\\uddf6"', '"\\ud83e\\u0041"', '"\\ud83e\\ud83e"', '"\\uD83E\\uDDF6\\uDDF6"',
  '"\ufeff a \ufeff"', '"\u0085a\u0085"', '"\u180ea\u200b"', '"\\u000b\\u00a0a\\u3000"', '"\\n a b \\r"',
];

// Letters whose other case is more than one letter, or depends on their neighbours.
const cased = [
  "İ", "I\u0307", "ß", "ẞ", "ﬁ", "ŉ", "ǰ", "ΐ", "ᾳ", "ǅ", "ΣΑΣ@x.de", "σας@x.de", "Σ", "ΣΣ", "Α.Σ", "ΑΣ.Α", "ΑΣ. Α",
  "ΑΣ\u0301", "Α\u00adΣ", "1Σ", "ʰΣ", "ΑΣʰ", "ΑΣ1", "ΑΣ_Α", "ΑΣ'Α", "Straße 5", "K", "Å", "ſ", "ı",
].map((text) => `"${text}"`);

// One U+FFFD for each maximal part of a character, as the web decodes.
const invalidUTF8 = [
  bytes('"', 0xff, '"'), bytes('"', [0xc3], '"'), bytes('"', [0xe2], '"'), bytes('"', [0xe2, 0x82], '"'),
  bytes('"', [0xe2, 0x82], 'A"'), bytes('"', [0xf0, 0x9f, 0xa7], '"'), bytes('"', [0xf0, 0x9f], 'a"'),
  bytes('"', [0xed, 0xa0, 0x80], '"'), bytes('"', [0xc0, 0x80], '"'), bytes('"', [0xf4, 0x90, 0x80, 0x80], '"'),
  bytes('"', [0x80, 0x80], '"'), bytes('"', [0xf8, 0x88, 0x80, 0x80, 0x80], '"'), bytes('{"', [0xff], '":1}'),
  bytes([0xff], "1"), bytes("1", [0xff]), bytes('"', [0xc3], '\\n"'), bytes('"', [0xc3], '"', [0xa4], '"'),
];

const numbers = [
  "0", "-0", "-0.0", "0e5", "-0e-5", "00", "01", "-01", "-", "+1", ".5", "5.", "5.e1", "1e", "1e+", "1e5", "1E+5",
  "1e-5", "1.5", "0x1F", "1_0", "--1", "1-", "-Infinity", "1e308", "1.7976931348623157e308", "1.7976931348623159e308",
  "1e309", "-1e309", "1e400", "1e999", "-1e999", "1e-400", "-1e-400", "5e-324", "2e-324", "3e-324", "0.1", "39.2",
  "12345678901234567890", "123456789012345678901234567890", "9007199254740993", "9007199254740992.5", "1e15", "1e21",
  "0.30000000000000004", "0.1000000000000000055511151231257827", "2.2250738585072011e-308",
  "1e99999999999999999999", "1e-99999999999999999999", "0e99999999999999999999",
  `1${"0".repeat(400)}e-400`, `0.${"0".repeat(400)}1e401`, "9".repeat(800), `0.${"9".repeat(800)}`,
];

const halves = [
  "0.4", "0.5", "0.49999999999999994", "0.5000000000000001", "2.5", "3.5", "-0.4", "-0.5", "-0.50000000000000011",
  "-0.6", "-1.5", "-2.5", "-2.51", "4503599627370495.5", "4503599627370496.5", "4503599627370497",
  "-4503599627370495.5", "9007199254740991", "1e300", "-1e300", "1e-300", "-1e-300",
];

// What Number() makes of strings.
const spellings = [
  "12.5", " 7 ", "\\t7\\n", "\ufeff7\u00a0", "\u00857", "1 2", "12,5", "x", "5x", "1n", "10€", "true", "null", "[]",
  "0x1F", "0X1f", "0xg", "0x", "0x1.8", "0x1p4", "0x_1F", "-0x1F", "+0x1F", "0x-1F", "0x+1", " 0x10 ", "0x0", "0x00",
  "0b101", "0B11", "0b2", "0b", "0b-1", "0b0", "0o17", "0O7", "0o8", "017", "08", "1e2", "1E2", "1e+2", "1e-2", "1e",
  "e1", "1e2.5", "+5", "-5", "- 5", "+-5", "++5", ".5", "5.", ".", "+.5e1", "-.5", ".e1", "-0", "0", "-0.0", "1e999",
  "-1e999", "1e-999", "Infinity", "+Infinity", "-Infinity", "infinity", "INFINITY", "Inf", "inf", "+inf", "Infinity1",
  "NaN", "nan", "1_0", "1_000.5", "1e5_0", "٣", "１２", "1\\u0000", "\\u0000", "\\u00005", "\\ud8001",
  "0x1fffffffffffff", "0x20000000000001", "0x20000000000003", "0x3fffffffffffff01", `0x${"0".repeat(2000)}1`,
  `0x${"f".repeat(255)}`, `0x${"f".repeat(256)}`, `0x1${"0".repeat(256)}`, `0x${"f".repeat(2000)}`,
  `0x${"f".repeat(2000)}g`, `0b1${"0".repeat(1023)}`, `0b1${"0".repeat(1024)}`, `0b${"1".repeat(1024)}`,
  `0b${"1".repeat(54)}${"0".repeat(970)}`, `0o${"7".repeat(342)}`, `0o1${"7".repeat(341)}`, `0b${"0".repeat(1500)}1`,
].map((spelling) => `"${spelling}"`);

// What Number() makes of arrays and objects.
const containers = [
  "[5]", "[[5]]", "[[[[5]]]]", "[null]", "[[]]", "[[],[]]", "[[[]]]", "[true]", "[false]", "[{}]", "[1,2]", "[5,null]",
  "[null,null]", '["1e2"]', '[""]', '[" "]', '["0x1F"]', '["x"]', "[-0]", '["-0"]', "[[-0]]", "[1e999]", "[1e21]",
  "[1e-7]", "[0.1]", '["1,2"]', '["Infinity"]', '{"a":5}', '{"valueOf":5}', '[{"toString":1,"valueOf":1}]',
];

export const texts = [
  grammar, whiteSpace, byteOrderMark, names, strings, cased, invalidUTF8, numbers, halves, spellings, containers,
].flat();
