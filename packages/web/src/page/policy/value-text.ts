import type { JsonValue } from '@opsgraph/core'
import { readJson } from '../../ui/read-json.js'

/**
 * Reads a JSON value that a user has typed. A text that is not JSON stands for itself, so the user need not put texts
 * in quotes: `closed` is the text, `900` the number, `null` nothing, and `"900"` the text of three digits.
 */
export function valueOfText(text: string): JsonValue {
  const read = readJson(text)
  return 'value' in read ? (read.value as JsonValue) : text
}

/** Returns the text from which {@link valueOfText} reads this value. */
export function textOfValue(value: unknown): string {
  const isPlain = typeof value === 'string' && value !== '' && valueOfText(value) === value
  return isPlain ? value : JSON.stringify(value ?? null)
}
