import type { JsonValue } from '@opsgraph/core'
import { readJson } from '../../ui/read-json.js'

/**
 * Reads a JSON value that a user has typed. A text that is not JSON stands for itself, so that users need not put texts
 * in quotes: `closed` is a text, `900` a number, `null` the value null, and `"900"` a text of three digits. A number
 * that JavaScript would write in another way, such as `1.10` or an id of 20 digits, is a text.
 */
export function readValue(text: string): JsonValue {
  const read = readJson(text)
  if (!('value' in read)) return text
  const value = read.value as JsonValue
  return typeof value === 'number' && String(value) !== text.trim() ? text : value
}

/** Returns the text from which {@link readValue} reads this value. */
export function writeValue(value: unknown): string {
  const isPlain = typeof value === 'string' && value !== '' && readValue(value) === value
  return isPlain ? value : JSON.stringify(value ?? null)
}
