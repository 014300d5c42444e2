import { isObject, ownValue } from './json-value.js'
import { invalid } from './opsgraph-error.js'

/**
 * Reads what a bulk request names: ids as strings or `{id}` objects, each once; anything else is passed over.
 *
 * @param field where the list stands in the body
 * @throws OpsgraphError `invalid` when there is no valid id
 */
export function readIds(entries: unknown, field: string): readonly string[] {
  if (!Array.isArray(entries)) throw invalid(`${field} must be a list of ids`)
  const ids = entries
    .map((entry: unknown) => (isObject(entry) ? ownValue(entry, 'id') : entry))
    .filter((id): id is string => typeof id === 'string' && id !== '')
  if (ids.length === 0) throw invalid(`${field} holds no valid id`)
  return [...new Set(ids)]
}
