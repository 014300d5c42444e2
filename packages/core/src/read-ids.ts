import { isObject, ownValue } from './json-value.js'
import { invalid } from './opsgraph-error.js'

/**
 * Reads the ids of a bulk request, given as strings or `{id}` objects. Returns each id once and ignores invalid
 * entries.
 *
 * @param field the path of the list in the body
 * @throws OpsgraphError `invalid` if `entries` is not a list or contains no valid id
 */
export function readIds(entries: unknown, field: string): readonly string[] {
  if (!Array.isArray(entries)) throw invalid(`${field} must be a list of ids`)
  const ids = entries
    .map((entry: unknown) => (isObject(entry) ? ownValue(entry, 'id') : entry))
    .filter((id): id is string => typeof id === 'string' && id !== '')
  if (ids.length === 0) throw invalid(`${field} holds no valid id`)
  return [...new Set(ids)]
}
