import type { JsonObject, JsonValue } from '@opsgraph/core'
import fc from 'fast-check'

/**
 * Returns a name of the maximum length: 255 UTF-16 units, each of which takes three bytes in UTF-8. The letters vary so
 * that the name cannot be compressed. It reveals stores with a limit on the size of an index row.
 */
export function longestName(seed = 0): string {
  let state = seed + 1
  return Array.from({ length: 255 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(0x4e00 + (state % 20_000))
  }).join('')
}

/** Names that every store must keep unchanged and distinguish from each other. */
export const ODD_NAMES: readonly string[] = [
  'plain',
  'PLAIN',
  ' leading and trailing ',
  'two  spaces',
  'tab\tand\nnewline\r\n',
  "single ' and '' quotes",
  'double " and "" quotes',
  'back\\slash \\\\ \\n \\u0041 \\x00 \\',
  '{braces,and,commas}',
  '{"json":[1,null]}',
  '[]',
  '(1,2)',
  ',',
  'NULL',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e3',
  '%',
  '_',
  '%s $1 ? :name',
  '; drop table relation; --',
  '/* comment */',
  '<b>&amp;</b>',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'é',
  'e\u0301',
  'ß',
  'İ',
  'ı',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{1f600}',
  '\u{10ffff}',
  'שלום \u202eRTL',
  'السلام',
  '日本語',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\ue000',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  longestName(1),
  longestName(2),
]

/**
 * Names in the order of their code points. Ordering by UTF-16 units or by the rules of a language gives another order.
 */
export const NAMES_IN_ORDER: readonly string[] = [
  '-b',
  'A',
  'B',
  'Z',
  'a',
  'a-b',
  'ab',
  'b',
  'e\u0301',
  'z',
  'é',
  '日本',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
]

/** A free text with characters that names must not contain: U+0000 and unpaired surrogates. */
export const ODD_TEXT = 'nul \u0000, halves \ud800 and \udc00, \u{1f600}, quotes \' " and back\\slashes \\u0000 \\'

/**
 * Free JSON with values that stores may lose or change. This constant is parsed from text, so that `__proto__` is an
 * ordinary key.
 */
export const ODD_JSON: JsonObject = JSON.parse(
  `{"__proto__":{"__proto__":1,"polluted":true},"constructor":{"prototype":null},"":"empty key","\\u0000":"\\u0000",
    "\\ud800":"\\udfff","text":${JSON.stringify(ODD_TEXT)},"numbers":[0,-1,0.1,1e21,1.7976931348623157e308,5e-324,9007199254740991],
    "like numbers":["1","01","1e3","Infinity"],"lists":[[],[[]],[null,[true,false]],{}],
    "like a time":"2026-01-01T00:00:00.000Z","deep":${'{"a":['.repeat(45)}1${']}'.repeat(45)}}`,
)

/** Generates any name that core allows. */
export function anyName(): fc.Arbitrary<string> {
  const text = fc.string({ unit: codePoint(), minLength: 1, maxLength: 80 })
  return fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom(...ODD_NAMES))
}

/** Generates any JSON value that core allows, with characters of every kind. */
export function anyJson(): fc.Arbitrary<JsonValue> {
  const letter = fc.oneof(codePoint(), fc.constantFrom('\u0000', '\ud800', '\udc00', '"', '\\', '__proto__'))
  // JSON has no -0. Writing and parsing the value removes it.
  return fc.jsonValue({ stringUnit: letter, maxDepth: 4 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)))
}

/** Generates any code point except U+0000 and surrogates. The unit `binary` of fast-check would take 1.5 s to start. */
function codePoint(): fc.Arbitrary<string> {
  return fc
    .integer({ min: 1, max: 0x10ffff - SURROGATES })
    .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES))
}

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800
