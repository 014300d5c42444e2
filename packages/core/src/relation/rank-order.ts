import { compareNames } from '../name.js'
import type { Relation } from './relation.js'
import { rankOf } from './relation-source.js'

/** The field of a relation that names the neighbor. */
export type NeighborEnd = 'parent' | 'resource'

/**
 * Sorts the relations of one resource by rank: strongest source first, then newest updateTime, then the name of the
 * neighbor in the field `end` (rules.md#relation-ranking-5).
 */
export function inRankOrder(relations: readonly Relation[], end: NeighborEnd): readonly Relation[] {
  return relations
    .map((relation) => ({
      relation,
      rank: rankOf(relation.source),
      time: Date.parse(relation.updateTime),
      name: relation[end],
    }))
    .sort((one, other) => one.rank - other.rank || other.time - one.time || compareNames(one.name, other.name))
    .map(({ relation }) => relation)
}
