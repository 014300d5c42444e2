import { compareNames } from '../name.js'
import type { Relation } from './relation.js'
import { rankOf } from './relation-source.js'

/** The end of a relation at which a neighbor stands. */
export type NeighborEnd = 'parent' | 'resource'

/**
 * A number for what ranks a neighbor, the name aside; lower comes first: the stronger source, then the newer updateTime
 * (decisions.md 7).
 *
 * @param rank `rankOf` the source
 * @param updateTime milliseconds since 1970
 */
export function precedence(rank: number, updateTime: number): number {
  return rank * BEYOND_ANY_TIME - updateTime
}

/** More milliseconds than any date has; five times as many still count in whole numbers. */
const BEYOND_ANY_TIME = 2 ** 50

/** The {@link precedence} of whatever neighbor a relation leads to. */
export function precedenceOf({ source, updateTime }: Pick<Relation, 'source' | 'updateTime'>): number {
  return precedence(rankOf(source), Date.parse(updateTime))
}

/**
 * Relations of one resource in the order in which the neighbors at `end` rank: strongest source first, then newest
 * updateTime, then name (decisions.md 7).
 */
export function inRankOrder(relations: readonly Relation[], end: NeighborEnd): readonly Relation[] {
  return relations
    .map((relation) => ({ relation, name: relation[end], precedence: precedenceOf(relation) }))
    .sort((left, right) => left.precedence - right.precedence || compareNames(left.name, right.name))
    .map(({ relation }) => relation)
}
