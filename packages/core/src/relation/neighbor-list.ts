import { compareNames } from '../name.js'
import type { Relation } from './relation.js'
import { rankOf } from './relation-source.js'

/** The parents (or children) of one resource, in no order of their own. */
export interface NeighborList {
  readonly names: readonly string[]
  /** The {@link precedence} of the neighbor at a place in `names`. */
  precedenceAt(place: number): number
}

/** The parents (or children) of some resources of one environment; those without any are absent. */
export type Neighbors = ReadonlyMap<string, NeighborList>

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

/** The neighbors that relations tell of; `end` is where they stand. */
export function neighborList(relations: readonly Relation[], end: NeighborEnd): NeighborList {
  return {
    names: relations.map((relation) => relation[end]),
    precedenceAt: (place) => precedenceOf(relations[place]),
  }
}

/**
 * Names in the order in which neighbors rank: strongest source first, then newest updateTime, then name (decisions.md
 * 7). The first parent is the main parent.
 *
 * @param known are left out before anything is ranked
 */
export function rankedNames(list: NeighborList, known: ReadonlySet<string> = NOBODY): readonly string[] {
  // Made for the first name only: in a wide walk nearly all neighbors of nearly all resources are known.
  let places: number[] | undefined
  for (const [place, name] of list.names.entries()) {
    if (known.has(name)) continue
    if (places === undefined) places = [place]
    else places.push(place)
  }
  if (places === undefined) return NO_NAMES
  if (places.length === 1) return places.map((place) => list.names[place] ?? '')
  return places
    .map((place) => ({ name: list.names[place] ?? '', precedence: list.precedenceAt(place) }))
    .sort(compareRanked)
    .map(({ name }) => name)
}

const NOBODY: ReadonlySet<string> = new Set()
const NO_NAMES: readonly string[] = []

/** Relations of one resource in the order in which the neighbors at `end` rank. */
export function inRankOrder(relations: readonly Relation[], end: NeighborEnd): readonly Relation[] {
  return relations
    .map((relation) => ({ relation, name: relation[end], precedence: precedenceOf(relation) }))
    .sort(compareRanked)
    .map(({ relation }) => relation)
}

/** A neighbor and its {@link precedence}. */
export interface Ranked {
  readonly name: string
  readonly precedence: number
}

/** The order in which neighbors rank. */
export function compareRanked(left: Ranked, right: Ranked): number {
  return left.precedence - right.precedence || compareNames(left.name, right.name)
}

function precedenceOf(relation: Relation | undefined): number {
  return relation === undefined ? Number.NaN : precedence(rankOf(relation.source), Date.parse(relation.updateTime))
}
