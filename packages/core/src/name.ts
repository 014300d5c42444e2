import { LIMITS } from './limits.js'

/**
 * How resources, environments and services are written before they are compared: trimmed, case kept (rules.md#names-1).
 */
export function normalizeName(name: string): string {
  return name.trim()
}

/**
 * Tells what keeps a name from being stored and read back unchanged, in words that follow the name's own:
 * `is longer than 255 characters`. `undefined` when nothing does.
 */
export function nameFault(name: string): string | undefined {
  if (name.length > LIMITS.name) return `is longer than ${LIMITS.name} characters`
  return textFault(name)
}

/** As {@link nameFault}, for text of any length: databases keep neither U+0000 nor half of a surrogate pair. */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains the character U+0000'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair (broken Unicode)'
  return undefined
}

/**
 * Orders names by code point, the order of a database with the `C` collation. JavaScript's own comparison differs
 * where a name holds characters beyond U+FFFF.
 */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  let at = 0
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  if (at === length) return left.length - right.length
  return codePointRank(left.charCodeAt(at)) - codePointRank(right.charCodeAt(at))
}

/** Lifts surrogates above the rest of the basic plane, where their code points are. */
function codePointRank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  return isSurrogate ? unit + 0x10000 : unit
}
