import type { JsonValue } from '../json-value.js'

/**
 * Converts a text of digits to the number of seconds that it means; every other value stays as it is. Many tools send
 * numbers as texts, and the action `extract` of an alert policy gives texts only. So mappings
 * (rules.md#mapping-values-6) and policies (rules.md#alert-policy-actions-4) accept such a text. `POST /api/alert` does
 * not accept it.
 */
export function secondsOf(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value
}

/** Longer texts are no valid number of seconds. */
const DIGITS = /^\d{1,16}$/
