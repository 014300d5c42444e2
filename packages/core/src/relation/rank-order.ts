import { compareNames } from '../name.js'
import type { Relation } from './relation.js'
import { rankOf } from './relation-source.js'

/** The field that contains the name of the neighbor: `parent` for a parent, `resource` for a child. */
export type NeighborEnd = 'parent' | 'resource'

/**
 * Sorts the relations of one resource by rank: strongest source first, then newest updateTime, then the name of the
 * neighbor in the field `end` (rules.md#relation-ranking-5).
 */
export function inRankOrder(relations: readonly Relation[], end: NeighborEnd): readonly Relation[] {
  return relations.toSorted(
    (one, other) =>
      rankOf(one.source) - rankOf(other.source) ||
      compareNames(other.updateTime, one.updateTime) ||
      compareNames(one[end], other[end]),
  )
}
