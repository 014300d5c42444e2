/** Up to this length the engine's own search is fast whatever it meets. */
const SHORT = 32

/**
 * Makes a search for a text: from where to look, to where it stands, -1 = nowhere. It takes time in proportion to what it
 * looks through, while the engine's own search multiplies it by the length of the needle where both repeat themselves.
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

/** For each beginning of the needle, the length of the longest shorter beginning that it ends with. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  for (let end = 1; end < needle.length; end++) {
    borders[end] = extend(needle, borders, borders[end - 1] ?? 0, needle.charCodeAt(end))
  }
  return borders
}

/** How much of the needle is matched after one more unit, when `matched` units of it were. */
function extend(needle: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched
  while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
  return needle.charCodeAt(length) === unit ? length + 1 : 0
}
