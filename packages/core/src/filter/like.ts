import { searchedText } from './regex.js'

/** In a compiled pattern, which is a list of code points, these numbers represent `_` and `%`. */
const ANY_ONE_CHARACTER = -1
const ANY_CHARACTERS = -2

/**
 * Compiles a pattern of SQL's `LIKE` (rules.md#filter-operators): `%` matches any text, `_` matches any single
 * character (code point), and a backslash escapes the next character. The pattern must match the whole text, and case
 * matters. Without `_`, matching takes time linear in the text. With `_`, matching takes up to (length of pattern ×
 * length of text) steps, so such a pattern searches only the beginning of a long text ({@link searchedText}).
 */
export function compileLike(pattern: string): (text: string) => boolean {
  const symbols = toSymbols(pattern)
  if (symbols.includes(ANY_ONE_CHARACTER)) return (text) => matchesSymbols(searchedText(text, symbols.length), symbols)
  return compileLiterals(symbols)
}

/** True if the pattern contains `_`. Matching may then take (length of text × length of pattern) steps. */
export function isCostlyLike(pattern: string): boolean {
  return toSymbols(pattern).includes(ANY_ONE_CHARACTER)
}

/**
 * Returns what is wrong with a pattern, or `undefined`. The result completes a sentence that begins with the path of
 * the value, for example `filters.clauses[0].value must not end with a single backslash: …`.
 */
export function likeFault(pattern: string): string | undefined {
  const trailing = /\\*$/.exec(pattern)?.[0].length ?? 0
  return trailing % 2 === 1 ? 'must not end with a single backslash: it escapes the next character' : undefined
}

function toSymbols(pattern: string): readonly number[] {
  const symbols: number[] = []
  let escaped = false
  for (const character of pattern) {
    if (character === '\\' && !escaped) {
      escaped = true
      continue
    }
    symbols.push(escaped ? toCodePoint(character) : toSymbol(character))
    escaped = false
  }
  return symbols
}

function toSymbol(character: string): number {
  if (character === '_') return ANY_ONE_CHARACTER
  return character === '%' ? ANY_CHARACTERS : toCodePoint(character)
}

function toCodePoint(character: string): number {
  return character.codePointAt(0) ?? 0
}

/**
 * Compiles a pattern without `_`, which is a sequence of literals. For each literal, it is sufficient to find its first
 * occurrence after the previous literal.
 */
function compileLiterals(symbols: readonly number[]): (text: string) => boolean {
  const [first = '', ...others] = splitIntoLiterals(symbols)
  const last = others.pop()
  if (last === undefined) return (text) => text === first
  const searches = others.map((literal) => ({ find: compileSearch(literal), length: literal.length }))
  return (text) => {
    if (!text.startsWith(first)) return false
    let at = first.length
    for (const { find, length } of searches) {
      const found = find(text, at)
      if (found < 0) return false
      at = found + length
    }
    return text.length - last.length >= at && text.endsWith(last)
  }
}

/** Splits a pattern at its wildcards into literal texts, which may be empty. */
function splitIntoLiterals(symbols: readonly number[]): readonly string[] {
  const literals = ['']
  for (const symbol of symbols) {
    if (symbol === ANY_CHARACTERS || symbol === ANY_ONE_CHARACTER) literals.push('')
    else literals.push(`${literals.pop()}${String.fromCodePoint(symbol)}`)
  }
  return literals
}

/**
 * Compares text and pattern character by character. On a mismatch, goes back to the latest `%`, which then matches one
 * more character.
 */
function matchesSymbols(text: string, symbols: readonly number[]): boolean {
  let at = 0
  let symbol = 0
  let retrySymbol = -1
  let retryAt = 0
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0
    if (symbols[symbol] === ANY_CHARACTERS) {
      retrySymbol = ++symbol
      retryAt = at
    } else if (symbols[symbol] === code || symbols[symbol] === ANY_ONE_CHARACTER) {
      symbol++
      at += codeUnitsOf(code)
    } else if (retrySymbol >= 0) {
      symbol = retrySymbol
      retryAt += codeUnitsOf(text.codePointAt(retryAt) ?? 0)
      at = retryAt
    } else return false
  }
  while (symbols[symbol] === ANY_CHARACTERS) symbol++
  return symbol === symbols.length
}

function codeUnitsOf(code: number): number {
  return code > 0xffff ? 2 : 1
}

/** `indexOf` is always fast if the text to search for (the needle) has at most this length. */
const MAX_SHORT_NEEDLE = 32

/**
 * Compiles a search for `needle`. The result works like `text.indexOf(needle, from)`, but takes linear time in every
 * case (Knuth-Morris-Pratt). `indexOf` can take (length of text × length of needle) steps if both texts are repetitive.
 */
export function compileSearch(needle: string): (text: string, from: number) => number {
  if (needle.length <= MAX_SHORT_NEEDLE) return (text, from) => text.indexOf(needle, from)
  const borders = findBorders(needle)
  return (text, from) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      matched = extendMatch(needle, borders, matched, text.charCodeAt(at))
      if (matched === needle.length) return at + 1 - matched
    }
    return -1
  }
}

/** For each prefix of the needle, the length of its longest proper suffix that is also a prefix of the needle. */
function findBorders(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  for (let end = 1; end < needle.length; end++) {
    borders[end] = extendMatch(needle, borders, borders[end - 1] ?? 0, needle.charCodeAt(end))
  }
  return borders
}

/**
 * Reads `unit`, the next UTF-16 unit of the text. `matched` is the number of units at the start of the needle that are
 * also the end of the text before `unit`. Returns this number for the text including `unit`.
 */
function extendMatch(needle: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched
  while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
  return needle.charCodeAt(length) === unit ? length + 1 : 0
}
