import { MAX_NEAR_READ, NearNames } from '../../impact/near-names.js'
import { LIMITS } from '../../limits.js'
import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'

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
  for (const candidate of await relations.namedLike(near.like, MAX_NEAR_READ)) near.offer(candidate)
  const others = new Set([resource, ...except])
  return near
    .nearOf(resource)
    .filter((found) => found.environment === environment && !others.has(found.resource))
    .slice(0, LIMITS.nearNames)
    .map((found) => found.resource)
}
