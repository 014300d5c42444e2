import { isObject } from '../json-value.js'
import { type Need, NO_NEED } from './need.js'

/**
 * What a text needs to match a regular expression. Every matching text contains certain literals. RE2JS computes these
 * literals for its own use: it does not search a text that lacks them. They are not a documented part of RE2JS. If they
 * have a form that this function does not know, the result is {@link NO_NEED}.
 *
 * The recursion is shallow: RE2JS keeps at most 32 parts, except alternatives that are all literals.
 *
 * @param prefilter `prefilter` of a compiled regular expression
 * @param literal returns the need for a literal
 */
export function regexNeed(prefilter: unknown, literal: (text: string) => Need): Need {
  if (!isObject(prefilter)) return NO_NEED
  const { str, subs } = prefilter
  const kind = kindOf(prefilter)
  if (kind === 'EXACT' && typeof str === 'string') return literal(str)
  if (!Array.isArray(subs)) return NO_NEED
  const needs = subs.map((sub: unknown) => regexNeed(sub, literal))
  if (kind === 'AND') return { all: needs }
  return kind === 'OR' ? { any: needs } : NO_NEED
}

/** The name of the prefilter's type. RE2JS numbers the types in `Prefilter.Type`. */
function kindOf(prefilter: Readonly<Record<string, unknown>>): string | undefined {
  const types: unknown = (prefilter.constructor as { readonly Type?: unknown }).Type
  return isObject(types) ? Object.keys(types).find((name) => types[name] === prefilter.type) : undefined
}
