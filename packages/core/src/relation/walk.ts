import { compareNames } from '../name.js'

/** Which way a walk goes: from a resource to its parents, or to its children. */
export type Direction = 'parents' | 'children'

/**
 * A walk through the resource graph of one environment, level by level. It awaits nothing: whoever holds the relations
 * answers its questions, until it has none.
 */
export interface Walk {
  /** What it wants to know next; `undefined` = the walk is over. */
  readonly question: WalkQuestion | undefined
  /** Goes on by what the last question is answered with. */
  advance(answer: WalkAnswer): void
}

/**
 * What a walk wants to know before it goes on. Which resources stand on which level depends on names alone, so that it
 * asks what ranks neighbors only where it has to choose between them, and a level later: together with the next names.
 */
export interface WalkQuestion {
  /** The resources whose neighbors are wanted, each once. */
  readonly frontier: readonly string[]
  /** The neighbors whose `precedence` is wanted; all of them are stored. */
  readonly contested: readonly Siblings[]
  /** Names that need not be told, wherever they are neighbors; an answer that tells them all the same is as good. */
  readonly known?: { has(name: string): boolean } | undefined
}

/** Some neighbors of one resource, in the order of their names. */
export interface Siblings {
  readonly from: string
  readonly names: readonly string[]
}

export interface WalkAnswer {
  /** The names next to each resource of the frontier, in no order of their own; resources without any are absent. */
  readonly neighbors: ReadonlyMap<string, readonly string[]>
  /** The `precedence` of each contested name, in the order of the question. */
  readonly precedences: readonly number[]
}

/** What is told of an environment in which nothing was found. */
export const NOTHING_FOUND: WalkAnswer = { neighbors: new Map(), precedences: [] }

/** Neighbors of one resource, put in the order of their names. */
export function siblings(from: string, names: readonly string[]): Siblings {
  return { from, names: names.length < 2 ? names : [...names].sort(compareNames) }
}

/** Neighbors of some resources by name, with the `precedence` of each. */
export type RankedNeighbors = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The answer to a question about resources all of whose neighbors are given. */
export function answerFrom(neighbors: RankedNeighbors, { frontier, contested }: WalkQuestion): WalkAnswer {
  const found = frontier.flatMap((from) => {
    const names = neighbors.get(from)
    return names === undefined ? [] : [[from, [...names.keys()]] as const]
  })
  const precedences = contested.flatMap(({ from, names }) =>
    names.map((name) => neighbors.get(from)?.get(name) ?? Number.NaN),
  )
  return { neighbors: new Map(found), precedences }
}

/** The question for the neighbors of a frontier and the order of these groups; `undefined` when nothing is to be asked. */
export function questionFor(
  frontier: readonly string[],
  groups: readonly Siblings[],
  known?: WalkQuestion['known'],
): WalkQuestion | undefined {
  const contested = groups.filter(isContested)
  return frontier.length === 0 && contested.length === 0 ? undefined : { frontier, contested, known }
}

/**
 * The names of each group in the order in which neighbors rank (decisions.md 7). The first of all parents is the main
 * parent.
 *
 * @param precedences what the question for these groups was answered with
 */
export function rankSiblings(
  groups: readonly Siblings[],
  precedences: readonly number[],
): readonly (readonly string[])[] {
  let start = 0
  return groups.map((group) => {
    if (!isContested(group)) return group.names
    const first = start
    start += group.names.length
    // Sorting is stable: among equals the order of names stays.
    return group.names
      .map((name, place) => ({ name, precedence: precedences[first + place] ?? Number.NaN }))
      .sort((left, right) => left.precedence - right.precedence)
      .map(({ name }) => name)
  })
}

/** One name alone has its place, whatever its precedence, which may be costly to tell. */
function isContested({ names }: Siblings): boolean {
  return names.length > 1
}
