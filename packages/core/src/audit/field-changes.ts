import { isSameJson, type JsonObject, type JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'

/** Fields as an audit entry keeps them: a value that is longer than {@link LIMITS.auditValue} is cut. */
export function keptFields(fields: object): JsonObject {
  return Object.fromEntries(entriesOf(fields).map(([name, value]) => [name, kept(value)]))
}

/**
 * The fields that differ, each with what it was and what it is; empty if none does.
 *
 * @param before plain JSON with the same fields as `after`
 */
export function fieldChanges(before: object, after: object): JsonObject {
  const stored = new Map(entriesOf(before))
  const changes = entriesOf(after).flatMap(([name, to]) => {
    const from = stored.get(name) ?? null
    return isSameJson(from, to) ? [] : [[name, { from: kept(from), to: kept(to) }] as const]
  })
  return Object.fromEntries(changes)
}

function entriesOf(fields: object): [string, JsonValue][] {
  return Object.entries(fields as JsonObject)
}

/** A mapping or a filter may have a megabyte, and a page of the trail shows a thousand entries. */
function kept(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LIMITS.auditValue ? value : `${text.slice(0, LIMITS.auditValue).toWellFormed()}…`
}
