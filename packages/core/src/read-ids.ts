import { isObject, ownValue } from './json-value.js'
import { bodyFault } from './schema/body-error.js'
import { define } from './schema/field.js'
import { schemaFromReader } from './schema/read-body.js'

/** A list of ids. An entry is the id itself, or an object with the field `id`, such as a whole topology. */
export type IdList = readonly (string | { readonly id: string })[]

/**
 * Reads the ids of a bulk request. Returns each id once, and ignores invalid entries.
 *
 * @param field the path of the list in the body
 * @throws OpsgraphError `invalid` if `entries` is not a list or contains no valid id
 */
export function readIds(entries: unknown, field: string): readonly string[] {
  if (!Array.isArray(entries)) throw bodyFault(field, 'must be a list of ids')
  const ids = entries
    .map((entry: unknown) => (isObject(entry) ? ownValue(entry, 'id') : entry))
    .filter((id): id is string => typeof id === 'string' && id !== '')
  if (ids.length === 0) throw bodyFault(field, 'holds no valid id')
  return [...new Set(ids)]
}

/** The schema of the list of ids in a bulk request. */
export const ID_LIST_SCHEMA = /* @__PURE__ */ define(() =>
  schemaFromReader<readonly string[], IdList>((sent) => readIds(sent, ''), {
    type: 'array',
    items: {
      anyOf: [{ type: 'string' }, { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }],
    },
    minItems: 1,
    description: 'Ids, or objects with ids',
  }),
)
