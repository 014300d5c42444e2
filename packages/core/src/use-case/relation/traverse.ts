import { pause } from '#platform'
import { LIMITS } from '../../limits.js'
import { type Traversal, type TraversalEntry, traverseNames } from '../../relation/traversal.js'
import type { Direction, NeighborLookup, Neighbors, Walk } from '../../relation/walk.js'
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

/** Whether a walk ended at its depth, although it would have reached further resources with a larger depth. */
export interface Cut {
  readonly cut: boolean
  /** The first resources of the last level that have neighbors which the walk has not reached. */
  readonly cutAt: readonly string[]
}

/** The last level of a walk. */
interface LastLevel {
  readonly environment: string
  readonly direction: Direction
  /** The resources of the last level, in the order of the walk. */
  readonly ends: readonly string[]
  /** True if the walk has reached a resource, or began there. */
  readonly hasReached: (resource: string) => boolean
}

/**
 * Looks one level beyond the last level of a walk, in parts of a limited size, until it finds a resource that the walk
 * has not reached (rules.md#reading-the-graph-5; rules.md#simulated-failures-6).
 */
export async function findCut(relations: NeighborLookup, level: LastLevel): Promise<Cut> {
  const { environment, direction, ends, hasReached } = level
  for (let next = 0; next < ends.length; next += PART) {
    const part = ends.slice(next, next + PART)
    const found = (await relations.neighbors(direction, new Map([[environment, part]]))).get(environment)
    const cutAt = part.filter((name) => found?.get(name)?.some((neighbor) => !hasReached(neighbor)))
    if (cutAt.length > 0) return { cut: true, cutAt: cutAt.slice(0, LIMITS.cutAt) }
  }
  return { cut: false, cutAt: [] }
}

/** A walk takes a few milliseconds to advance by this many resources. */
const RESOURCES_AT_ONCE = 5_000

/**
 * Runs one walk per environment to its end. Each round advances all unfinished walks by one level. A round needs only
 * one look-up for all environments. After a large round, the process can do other work.
 */
export async function runWalks(
  relations: NeighborLookup,
  direction: Direction,
  walks: ReadonlyMap<string, Walk>,
): Promise<void> {
  for (let frontiers = frontiersOf(walks); frontiers.size > 0; frontiers = frontiersOf(walks)) {
    const found = await relations.neighbors(direction, frontiers)
    let advanced = 0
    for (const [environment, frontier] of frontiers) {
      walks.get(environment)?.advance(found.get(environment) ?? new Map())
      advanced += frontier.length
      if (advanced < RESOURCES_AT_ONCE) continue
      advanced = 0
      await pause()
    }
  }
}

function frontiersOf(walks: ReadonlyMap<string, Walk>): ReadonlyMap<string, readonly string[]> {
  const frontiers = new Map<string, readonly string[]>()
  for (const [environment, { frontier }] of walks) if (frontier.length > 0) frontiers.set(environment, frontier)
  return frontiers
}
