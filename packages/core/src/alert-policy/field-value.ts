import type { JsonValue } from '../json-value.js'

/** Trims a text and converts it to lower case. The action `translate` compares texts in this form. */
export function comparedText(text: string): string {
  return text.trim().toLowerCase()
}

/** True for a missing value, `null`, a blank text and an empty list. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (isList(value) && value.length === 0)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
