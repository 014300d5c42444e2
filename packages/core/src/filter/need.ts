import { equalityText, isDecimal, textOf } from './comparable.js'
import type { Scalar } from './filter.js'

/**
 * What an object must have, at the least, to match a filter. Every object that matches the filter satisfies the need;
 * an object that satisfies the need may still not match the filter. Unlike a filter, a need can be looked up in an
 * index.
 */
export type Need = Term | { readonly all: readonly Need[] } | { readonly any: readonly Need[] }

/**
 * A condition on one field. If the field is a list, at least one of its elements must satisfy the condition.
 *
 * - `equal`: the field has the `equalityText` `value`.
 * - `literal`: the text of the field contains `value`, which is not empty.
 * - `atLeast`, `atMost`: the field is at least, or at most, `value`. A field that does not count as a number satisfies
 *   the condition too, because a filter compares it as a text.
 */
export type Term =
  | { readonly key: string; readonly kind: 'equal' | 'literal'; readonly value: string }
  | { readonly key: string; readonly kind: 'atLeast' | 'atMost'; readonly value: number }

/** Every object satisfies this need. */
export const NO_NEED: Need = { all: [] }

/** Of a longer literal, only this many UTF-16 units are needed, so that an index stays small. */
const LITERAL_UNITS = 32

export function needEqual(key: string, value: Scalar): Need {
  return { key, kind: 'equal', value: equalityText(value) }
}

export function needLiteral(key: string, text: string): Need {
  return text === '' ? NO_NEED : { key, kind: 'literal', value: text.slice(0, LITERAL_UNITS) }
}

/** A bound that is a text, and not a number, gives no need. */
export function needBound(key: string, kind: 'atLeast' | 'atMost', value: Scalar): Need {
  const text = textOf(value)
  // Rounding to a floating-point number may make two numbers equal, but never changes their order.
  return isDecimal(text) ? { key, kind, value: Number(text) } : NO_NEED
}
