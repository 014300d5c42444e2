import { compareRanked } from './rank-order.js'

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
  /** The steps whose `precedence` is wanted. */
  readonly contested: readonly Step[]
}

/** From a resource to a neighbor: a relation, as a walk takes it. */
export interface Step {
  readonly from: string
  readonly to: string
}

export interface WalkAnswer {
  /** The names next to each resource of the frontier, in no order of their own; resources without any are absent. */
  readonly neighbors: ReadonlyMap<string, readonly string[]>
  /** The `precedence` of each contested step, in their order. */
  readonly precedences: readonly number[]
}

/** Some neighbors of one resource. */
export interface Siblings {
  readonly from: string
  readonly names: readonly string[]
}

/** The question for the neighbors of a frontier and the order of these siblings; `undefined` when there is nothing to ask. */
export function questionFor(frontier: readonly string[], groups: readonly Siblings[]): WalkQuestion | undefined {
  const contested = groups.flatMap(({ from, names }) =>
    names.length < 2 ? NO_STEPS : names.map((to): Step => ({ from, to })),
  )
  return frontier.length === 0 && contested.length === 0 ? undefined : { frontier, contested }
}

const NO_STEPS: readonly Step[] = []

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
  return groups.map(({ names }) => {
    if (names.length < 2) return names
    const ofGroup = precedences.slice(start, start + names.length)
    start += names.length
    return names
      .map((name, place) => ({ name, precedence: ofGroup[place] ?? Number.POSITIVE_INFINITY }))
      .sort(compareRanked)
      .map(({ name }) => name)
  })
}
