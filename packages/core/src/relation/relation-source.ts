/**
 * The rank of each source of relations; 0 is strongest (rules.md#relation-ranking-1). PostgreSQL stores the rank beside
 * the source, so the number of a released source must never change. The gaps between the numbers leave room for new
 * sources.
 */
const RANK_BY_SOURCE = { manual: 0, event: 10, cmdb: 20, topology: 30, policy: 40 } as const

/** Where a relation comes from. */
export type RelationSource = keyof typeof RANK_BY_SOURCE

/** All sources, strongest first. */
export const RELATION_SOURCES: readonly RelationSource[] = (Object.keys(RANK_BY_SOURCE) as RelationSource[]).sort(
  (one, other) => RANK_BY_SOURCE[one] - RANK_BY_SOURCE[other],
)

/**
 * The rank of a source; 0 is strongest. A smaller number wins over a larger number. Stores keep this number beside the
 * source, so that SQL can compare ranks.
 *
 * @example
 * ```ts
 * import { rankOf } from '@opsgraph/core/store'
 *
 * console.log(rankOf('manual') < rankOf('cmdb')) // true
 * ```
 */
export function rankOf(source: RelationSource): number {
  return RANK_BY_SOURCE[source]
}

export function isRelationSource(value: unknown): value is RelationSource {
  return typeof value === 'string' && Object.hasOwn(RANK_BY_SOURCE, value)
}
