import { z } from 'zod'
import type { Clause, Filter } from '../filter/filter.js'
import type { Issue } from '../issue.js'
import { nearestName } from '../nearest-name.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { ALERT } from './alert.js'

/** Filters on alerts, by their paths in a body, such as `filters` or `alertImpact.whitelist`. */
type Filters = Readonly<Record<string, Filter>>

/**
 * Warns of the keys in filters that name no field of an alert (rules.md#filter-keys-5).
 *
 * @returns a sentence for each of the first ten, such as `filters.clauses[0].key: alerts have no field resorce; …`; if
 *   there are more, how many
 */
export function filterWarnings(filters: Filters): readonly string[] {
  return findUnknownKeyIssues(filters).map(({ message }) => message)
}

/** Like {@link filterWarnings}, with the path of each key. */
export function findUnknownKeyIssues(filters: Filters): readonly Issue<'unknownKey'>[] {
  const unknown = Object.entries(filters)
    .flatMap(([path, filter]) => keysIn(filter, path))
    .filter(({ key }) => findFirstUnknownKey(key.split('.')) !== undefined)
  const listed = unknown.slice(0, MAX_LISTED_KEYS).map(({ key, path }) => `${path}: ${keyWarning(key)}`)
  const messages =
    unknown.length > MAX_LISTED_KEYS ? [...listed, `and ${unknown.length - MAX_LISTED_KEYS} more`] : listed
  return messages.map((message, index) => ({ code: 'unknownKey', path: unknown[index]?.path ?? '', message }))
}

const MAX_LISTED_KEYS = 10

/** Says that alerts have no field with this key, and which key is probably meant; `undefined` if they may have one. */
export function keyWarning(key: string): string | undefined {
  const names = key.split('.')
  const unknown = findFirstUnknownKey(names)
  if (unknown === undefined) return undefined
  const { index, known } = unknown
  const near = nearestName(names[index] ?? '', known)
  const meant = near && names.with(index, near)
  const fault = `alerts have no field ${truncateForMessage(key)}`
  if (meant && findFirstUnknownKey(meant) === undefined)
    return `${fault}; do you mean ${truncateForMessage(meant.join('.'))}?`
  return index === 0 ? `${fault}; attributes are written as attributes.<name>` : fault
}

/** The keys of all clauses, with their paths. `LIMITS.filterDepth` limits the recursion. */
function keysIn({ clauses }: Filter, path: string): readonly (Pick<Clause, 'key'> & { readonly path: string })[] {
  return clauses.flatMap((part, index) => {
    const at = `${path}.clauses[${index}]`
    return 'clauses' in part ? keysIn(part, at) : { key: part.key, path: `${at}.key` }
  })
}

/**
 * The first of the names in a key that alerts do not have there, and the names that they have; `undefined` if alerts
 * may have the whole key. What is inside of an attribute or of `rawData` may have any name.
 */
function findFirstUnknownKey(
  names: readonly string[],
): { readonly index: number; readonly known: string[] } | undefined {
  let schema: z.ZodType = ALERT.stored
  for (const [index, name] of names.entries()) {
    if (schema instanceof z.ZodUnknown) return undefined
    const fields: Readonly<Record<string, z.ZodType>> = schema instanceof z.ZodObject ? schema.shape : {}
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return { index, known: Object.keys(fields) }
    schema = unwrapSchema(field)
  }
  return undefined
}

/** The schema of a value that is not missing and not `null`; of a list, the schema of its elements. */
function unwrapSchema(schema: z.ZodType): z.ZodType {
  return 'unwrap' in schema ? unwrapSchema((schema.unwrap as () => z.ZodType)()) : schema
}
