/**
 * The rank of each source of relations; 0 is strongest (rules.md#relation-ranking-1). PostgreSQL stores the rank beside
 * the source, so the number of a released source must never change. The gaps between the numbers leave room for new
 * sources.
 */
const RANKS = { manual: 0, event: 10, cmdb: 20, topology: 30, policy: 40 } as const

/** Where a relation comes from. */
export type RelationSource = keyof typeof RANKS

/** All sources, strongest first. */
export const RELATION_SOURCES: readonly RelationSource[] = (Object.keys(RANKS) as RelationSource[]).sort(
  (one, other) => RANKS[one] - RANKS[other],
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
  return RANKS[source]
}

export function isRelationSource(value: unknown): value is RelationSource {
  return typeof value === 'string' && Object.hasOwn(RANKS, value)
}
