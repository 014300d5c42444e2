import type { RelationStore } from '../../port/relation-store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { Traversal, type TraversalEntry } from '../../relation/traversal.js'
import type { Direction, KnownNames, Neighbors } from '../../relation/walk.js'

/** Tells the neighbors of some resources; `known` ones may be left out. */
export type Answerer = (frontier: readonly string[], known: KnownNames) => Promise<Neighbors>

/** Resources whose neighbors are wanted by one question. */
const PART = 256
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
  if (few !== undefined) return async () => few
  return async (frontier, known) => {
    const found = await relations.neighbors(direction, new Map([[environment, frontier]]), known)
    return found.get(environment) ?? new Map()
  }
}

/**
 * Takes a traversal to its end. Two questions are out at a time: a store that answers one after the other then has one to
 * work at while the answer to the one before is looked at.
 *
 * @param depth levels to walk; 1 = the direct neighbors, about which nothing is asked
 */
export async function traverse(answer: Answerer, traversal: Traversal, depth: number): Promise<void> {
  const { entries, known } = traversal
  const asked: { readonly part: readonly TraversalEntry[]; readonly neighbors: Promise<Neighbors> }[] = []
  let next = 0
  const askOn = () => {
    while (asked.length < 2) {
      const part = entries.slice(next, next + PART).filter((entry) => entry.depth < depth)
      if (part.length === 0) return
      next += part.length
      const names = part.map(({ resource }) => resource)
      const neighbors = answer(names, known)
      // Told to whoever awaits it, which nobody does anymore once the other one has failed.
      neighbors.catch(ignore)
      asked.push({ part, neighbors })
    }
  }
  askOn()
  for (let first = asked.shift(); first !== undefined; first = asked.shift()) {
    traversal.reach(first.part, await first.neighbors)
    askOn()
  }
}

function ignore(): void {}
