/** `indexOf` is always fast if the text to search for has at most this length. */
const SHORT = 32

/**
 * Compiles a search for `needle`. The result works like `text.indexOf(needle, from)`, but takes linear time in every
 * case (Knuth-Morris-Pratt). `indexOf` can take (length of text × length of needle) steps if both texts are repetitive.
 */
export function compileSearch(needle: string): (text: string, from: number) => number {
  if (needle.length <= SHORT) return (text, from) => text.indexOf(needle, from)
  const borders = bordersOf(needle)
  return (text, from) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      matched = extend(needle, borders, matched, text.charCodeAt(at))
      if (matched === needle.length) return at + 1 - matched
    }
    return -1
  }
}

/** For each prefix of the needle, the length of its longest proper suffix that is also a prefix of the needle. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  for (let end = 1; end < needle.length; end++) {
    borders[end] = extend(needle, borders, borders[end - 1] ?? 0, needle.charCodeAt(end))
  }
  return borders
}

/**
 * Reads `unit`, the next UTF-16 unit of the text. `matched` is the number of units at the start of the needle that are
 * also the end of the text before `unit`. Returns this number for the text including `unit`.
 */
function extend(needle: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched
  while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
  return needle.charCodeAt(length) === unit ? length + 1 : 0
}
