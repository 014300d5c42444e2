import type { RelationStore } from '../../port/relation-store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { Traversal, type TraversalEntry } from '../../relation/traversal.js'
import {
  answerFrom,
  type Direction,
  NOTHING_FOUND,
  type Siblings,
  type WalkAnswer,
  type WalkQuestion,
} from '../../relation/walk.js'

/** Answers a question of a traversal. */
export type Answerer = (question: WalkQuestion) => Promise<WalkAnswer>

/** Resources whose neighbors are wanted by one question. */
const PART = 512
/** Resources whose relations are read all at once, if a walk reaches no more; what is read in vain costs as much. */
const FEW = 128
/** A resource with more direct neighbors than these seldom leads to few. */
const FEW_NEAREST = 8

/** A walk from a resource. */
export interface Route extends ResourceKey {
  readonly direction: Direction
  /** The direct neighbors, in the order in which they rank. */
  readonly nearest: readonly string[]
  /** Levels to walk; 1 = the direct neighbors. */
  readonly depth: number
}

/** What a walk reaches, nearest first. */
export async function walkAlong(relations: RelationStore, route: Route): Promise<readonly TraversalEntry[]> {
  const traversal = new Traversal(route.resource, route.nearest)
  await traverse(await answererFor(relations, route), traversal, route.depth)
  return traversal.entries
}

/** Who answers what a walk asks: the few relations that it can meet, read at once, or else the store. */
async function answererFor(relations: RelationStore, route: Route): Promise<Answerer> {
  const { direction, environment, nearest, depth } = route
  const isAsking = nearest.length > 0 && depth > 1
  const few = isAsking && nearest.length <= FEW_NEAREST ? await relations.reachable(direction, route, FEW) : undefined
  if (few !== undefined) return async (question) => answerFrom(few, question)
  return async (question) => {
    const answers = await relations.neighbors(direction, new Map([[environment, question]]))
    return answers.get(environment) ?? NOTHING_FOUND
  }
}

/**
 * Takes a traversal to its end. Names are asked for as soon as they are known, in parts, and what ranks a level follows
 * behind: a store that answers one question after the other then always has one to work at while an answer is looked at.
 *
 * @param depth levels to walk; 1 = the direct neighbors, about which nothing is asked
 */
export async function traverse(answer: Answerer, traversal: Traversal, depth: number): Promise<void> {
  const ask = (question: WalkQuestion) => {
    const asked = answer(question)
    // Told to whoever awaits it, which nobody does anymore once another one has failed.
    asked.catch(ignore)
    return asked
  }
  const askNames = (names: readonly string[]) =>
    partsOf(names).map((frontier) => ask({ frontier, contested: [], known: traversal.known }))
  const askRanks = async (contested: readonly Siblings[]) =>
    contested.length === 0 ? [] : (await ask({ frontier: [], contested })).precedences

  let ranks: Promise<readonly number[]> = Promise.resolve([])
  let parts = depth > 1 ? askNames(traversal.nearest) : []
  for (let level = 2; parts.length > 0; level++) {
    const below: Promise<WalkAnswer>[] = []
    let ahead: string[] = []
    for (const part of parts) {
      const unknown = traversal.reach((await part).neighbors)
      if (level === depth) continue
      ahead = ahead.concat(unknown)
      if (ahead.length < PART) continue
      below.push(...askNames(ahead))
      ahead = []
    }
    parts = [...below, ...askNames(ahead)]
    ranks = askRanks(traversal.rank(await ranks))
    ranks.catch(ignore)
  }
  traversal.rank(await ranks)
}

function partsOf(names: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / PART) }, (_, at) => names.slice(at * PART, (at + 1) * PART))
}

function ignore(): void {}
