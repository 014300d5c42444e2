import { LIMITS } from './limits.js'

/**
 * Trims the name of a resource, environment or service. Names are stored and compared in this form, without changing
 * their case (rules.md#names-1).
 */
export function normalizeName(name: string): string {
  return name.trim()
}

/**
 * Returns why a name cannot be stored; `undefined` if it can. The caller puts the name of the field in front of the
 * returned text, for example in front of `is longer than 255 characters`.
 */
export function nameFault(name: string): string | undefined {
  if (name.length > LIMITS.name) return `is longer than ${LIMITS.name} characters`
  return textFault(name)
}

/**
 * Like {@link nameFault}, but the text may have any length. Databases can store neither U+0000 nor half of a surrogate
 * pair.
 */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains the character U+0000'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair (broken Unicode)'
  return undefined
}

/**
 * Orders names by code point, like a database with the `C` collation. The operator `<` compares UTF-16 units instead,
 * so that names with characters beyond U+FFFF would have another order.
 */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  let at = 0
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  if (at === length) return left.length - right.length
  return codePointRank(left.charCodeAt(at)) - codePointRank(right.charCodeAt(at))
}

/** Ranks surrogates above all other UTF-16 units, because surrogates encode the code points beyond U+FFFF. */
function codePointRank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  return isSurrogate ? unit + 0x10000 : unit
}
