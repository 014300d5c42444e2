import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'

/** A message names at most this many topologies. */
const MOST_NAMED = 3

/**
 * Returns a text with the data that names a resource, such as `relations; the topology Shop; a redundancy rule`; empty
 * = nothing names it. Aliases and alerts do not count.
 */
export async function describeNameUses(
  { relations, topologies, redundancyRules }: Pick<StoreParts, 'relations' | 'topologies' | 'redundancyRules'>,
  key: ResourceKey,
): Promise<string> {
  const related = await relations.known(key.environment, [key.resource])
  const drawn = await topologies.find(await topologies.idsDrawing([key]))
  const rules = await redundancyRules.find([key])
  const names = drawn.map(({ name, service }) => name || service).toSorted()
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return [
    ...(related.length > 0 ? ['relations'] : []),
    ...(names.length > 0
      ? [`the ${names.length === 1 ? 'topology' : 'topologies'} ${names.slice(0, MOST_NAMED).join(', ')}${more}`]
      : []),
    ...(rules.length > 0 ? ['a redundancy rule'] : []),
  ].join('; ')
}
