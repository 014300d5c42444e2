import { isSameJson, type JsonObject, type JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'

/** Converts fields to the form that an audit entry stores. Truncates values longer than {@link LIMITS.auditValue}. */
export function auditFields(fields: object): JsonObject {
  return Object.fromEntries(entriesOf(fields).map(([name, value]) => [name, truncateValue(value)]))
}

/**
 * The fields that differ, each as `{from, to}`. The result is `{}` if no field differs.
 *
 * @param before plain JSON with the same fields as `after`
 */
export function fieldChanges(before: object, after: object): JsonObject {
  const stored = new Map(entriesOf(before))
  const changes = entriesOf(after).flatMap(([name, to]) => {
    const from = stored.get(name) ?? null
    return isSameJson(from, to) ? [] : [[name, { from: truncateValue(from), to: truncateValue(to) }] as const]
  })
  return Object.fromEntries(changes)
}

function entriesOf(fields: object): [string, JsonValue][] {
  return Object.entries(fields as JsonObject)
}

/**
 * Truncates a long value, such as a mapping or a filter of a megabyte, so that a page of up to 1,000 audit entries
 * stays small.
 */
function truncateValue(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LIMITS.auditValue ? value : `${text.slice(0, LIMITS.auditValue).toWellFormed()}…`
}
