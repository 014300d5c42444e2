import { compareNames } from '../name.js'
import type { Relation } from './relation.js'
import { rankOf } from './relation-source.js'

/** The end of a relation at which a neighbor stands. */
export type NeighborEnd = 'parent' | 'resource'

/**
 * Relations of one resource in the order in which the neighbors at `end` rank: strongest source first, then newest
 * updateTime, then name (rules.md#relation-ranking-5).
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
