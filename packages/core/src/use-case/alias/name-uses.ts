import { MAX_NEAR_NAMES_READ, NearNames } from '../../impact/near-names.js'
import { LIMITS } from '../../limits.js'
import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'

/** A message names at most this many topologies. */
const MAX_NAMED_USES = 3

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
  const more = names.length > MAX_NAMED_USES ? ` and ${names.length - MAX_NAMED_USES} more` : ''
  return [
    ...(related.length > 0 ? ['relations'] : []),
    ...(names.length > 0
      ? [`the ${names.length === 1 ? 'topology' : 'topologies'} ${names.slice(0, MAX_NAMED_USES).join(', ')}${more}`]
      : []),
    ...(rules.length > 0 ? ['a redundancy rule'] : []),
  ].join('; ')
}

/**
 * Finds names in relations of the same environment that are near the name of a resource: probably the same resource,
 * spelled differently (rules.md#aliases-7). For warnings only. Costs one statement.
 *
 * @param except names that are left out
 */
export async function findNearResources(
  { relations }: Pick<StoreParts, 'relations'>,
  { environment, resource }: ResourceKey,
  except: readonly string[],
): Promise<readonly string[]> {
  const near = new NearNames(environment, [resource])
  for (const candidate of await relations.namedLike(near.like, MAX_NEAR_NAMES_READ)) near.offer(candidate)
  const others = new Set([resource, ...except])
  return near
    .nearOf(resource)
    .filter((found) => found.environment === environment && !others.has(found.resource))
    .slice(0, LIMITS.nearNames)
    .map((found) => found.resource)
}
