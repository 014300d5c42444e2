import { type Traversal, type TraversalEntry, traverseNames } from '../../relation/traversal.js'
import type { Neighbors } from '../../relation/walk.js'
import type { GraphLookup, WalkRoute } from './graph-lookup.js'

/** Looks up the neighbors of some resources: their parents or their children, depending on the walk. */
export type NeighborSource = (frontier: readonly string[]) => Promise<Neighbors>

/** Maximum number of resources per look-up. */
const PART = 256

/** The start, direction and depth of a walk, and the direct neighbors of its start. */
export interface Route extends WalkRoute {
  /**
   * Returns the direct neighbors, in rank order: relations of the strongest source first. A walk in memory does not
   * call this function.
   */
  readonly nearest: () => Promise<readonly string[]>
}

/** Walks through the resource graph and returns the resources that the walk reaches, nearest first. */
export async function walkAlong(relations: GraphLookup, route: Route): Promise<readonly TraversalEntry[]> {
  const walked = await relations.walk?.(route)
  if (walked !== undefined) return walked
  const { direction, environment, resource, nearest, depth } = route
  const traversal = traverseNames(resource, await nearest())
  await traverse(
    async (frontier) => {
      const found = await relations.neighbors(direction, new Map([[environment, frontier]]))
      return found.get(environment) ?? new Map()
    },
    traversal,
    depth,
  )
  return traversal.entries
}

/**
 * Runs a traversal to its end. Keeps two look-ups in flight, so that the store works on one look-up while the result of
 * the other look-up is processed.
 *
 * @param depth levels to walk; 1 = only the direct neighbors, which `traversal` already contains
 */
export async function traverse(answer: NeighborSource, traversal: Traversal<string>, depth: number): Promise<void> {
  const { entries } = traversal
  const asked: { readonly part: readonly TraversalEntry[]; readonly neighbors: Promise<Neighbors> }[] = []
  let next = 0
  const askMore = () => {
    while (asked.length < 2) {
      const part = entries.slice(next, next + PART).filter((entry) => entry.depth < depth)
      if (part.length === 0) return
      next += part.length
      const names = part.map(({ resource }) => resource)
      const neighbors = answer(names)
      // Avoids an unhandled rejection: if the other look-up fails, this promise is never awaited.
      neighbors.catch(ignore)
      asked.push({ part, neighbors })
    }
  }
  askMore()
  for (let first = asked.shift(); first !== undefined; first = asked.shift()) {
    const neighbors = await first.neighbors
    for (const entry of first.part) traversal.reach(entry, neighbors.get(entry.resource) ?? [])
    askMore()
  }
}

function ignore(): void {}
