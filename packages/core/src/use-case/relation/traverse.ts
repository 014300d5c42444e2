import type { RelationStore } from '../../port/relation-store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { Traversal, type TraversalEntry } from '../../relation/traversal.js'
import type { Direction, KnownNames, Neighbors } from '../../relation/walk.js'

/** Returns the neighbors of some resources. It may leave out names in `known`. */
export type NeighborSource = (frontier: readonly string[], known: KnownNames) => Promise<Neighbors>

/** Resources per look-up. */
const PART = 256
/**
 * If a walk reaches at most this many resources, their relations are read in one look-up. If it reaches more, that
 * look-up was wasted, so the number is kept small.
 */
const FEW = 128
/** A resource with more direct neighbors than this rarely reaches only {@link FEW} resources. */
const FEW_NEAREST = 8

/** Where a walk starts, and how far it goes. */
export interface Route extends ResourceKey {
  readonly direction: Direction
  /** The direct neighbors, in rank order. */
  readonly nearest: readonly string[]
  /** Levels to walk; 1 = the direct neighbors. */
  readonly depth: number
}

/** Walks through the resource graph and returns the resources it reaches, nearest first. */
export async function walkAlong(relations: RelationStore, route: Route): Promise<readonly TraversalEntry[]> {
  const traversal = new Traversal(route.resource, route.nearest)
  await traverse(await answererFor(relations, route), traversal, route.depth)
  return traversal.entries
}

/**
 * The source of neighbors for a walk: if the walk can reach only a few relations, they are read in advance; otherwise the
 * walk asks the store.
 */
async function answererFor(relations: RelationStore, route: Route): Promise<NeighborSource> {
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
 * Runs a traversal to its end. Keeps two look-ups in flight, so that the store works on one while the result of the
 * other is processed.
 *
 * @param depth levels to walk; 1 = only the direct neighbors, which need no look-up
 */
export async function traverse(answer: NeighborSource, traversal: Traversal, depth: number): Promise<void> {
  const { entries, known } = traversal
  const asked: { readonly part: readonly TraversalEntry[]; readonly neighbors: Promise<Neighbors> }[] = []
  let next = 0
  const askMore = () => {
    while (asked.length < 2) {
      const part = entries.slice(next, next + PART).filter((entry) => entry.depth < depth)
      if (part.length === 0) return
      next += part.length
      const names = part.map(({ resource }) => resource)
      const neighbors = answer(names, known)
      // Avoids an unhandled rejection: if the other look-up fails, this promise is never awaited.
      neighbors.catch(ignore)
      asked.push({ part, neighbors })
    }
  }
  askMore()
  for (let first = asked.shift(); first !== undefined; first = asked.shift()) {
    traversal.reach(first.part, await first.neighbors)
    askMore()
  }
}

function ignore(): void {}
