import { pause } from '#platform'
import { LIMITS } from '../../limits.js'
import { type Traversal, type TraversalEntry, traverseNames } from '../../relation/traversal.js'
import type { Direction, NeighborLookup, Neighbors, Walk } from '../../relation/walk.js'
import type { GraphLookup, WalkRoute } from './graph-lookup.js'

/**
 * Looks up the neighbors of some resources: their parents or their children, depending on the direction of the walk.
 */
export type NeighborSource = (frontier: readonly string[]) => Promise<Neighbors>

/** The maximum number of resources in one look-up. */
const RESOURCES_PER_LOOKUP = 256

/** A walk, and the direct neighbors of its start. */
export interface Route extends WalkRoute {
  /**
   * Returns the direct neighbors, those of the strongest source first. A walk in memory does not call this function.
   */
  readonly readDirectNeighbors: () => Promise<readonly string[]>
}

/** Walks through the resource graph, and returns the resources that it reaches, the nearest to the start first. */
export async function walkAlong(relations: GraphLookup, route: Route): Promise<readonly TraversalEntry[]> {
  const walked = await relations.walk?.(route)
  if (walked !== undefined) return walked
  const { direction, environment, resource, readDirectNeighbors, depth } = route
  const traversal = traverseNames(resource, await readDirectNeighbors())
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
 * Runs a traversal to its end. Two look-ups are in flight at the same time, so that the store works on one while the
 * result of the other is processed.
 *
 * @param depth the maximum number of levels; 1 = only the direct neighbors, which `traversal` already contains
 */
export async function traverse(answer: NeighborSource, traversal: Traversal<string>, depth: number): Promise<void> {
  const { entries } = traversal
  const pendingBatches: { readonly batch: readonly TraversalEntry[]; readonly neighbors: Promise<Neighbors> }[] = []
  let next = 0
  const askMore = () => {
    while (pendingBatches.length < 2) {
      const batch = entries.slice(next, next + RESOURCES_PER_LOOKUP).filter((entry) => entry.depth < depth)
      if (batch.length === 0) return
      next += batch.length
      const names = batch.map(({ resource }) => resource)
      const neighbors = answer(names)
      // Avoids an unhandled rejection: if the other look-up fails, nothing awaits this promise.
      neighbors.catch(doNothing)
      pendingBatches.push({ batch, neighbors })
    }
  }
  askMore()
  for (let first = pendingBatches.shift(); first !== undefined; first = pendingBatches.shift()) {
    const neighbors = await first.neighbors
    for (const entry of first.batch) traversal.reach(entry, neighbors.get(entry.resource) ?? [])
    askMore()
  }
}

function doNothing(): void {}

/** True if a walk ended at its maximum depth, although a larger depth would give further resources. */
export interface WalkCut {
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
  /** True for the start of the walk, and for every resource that the walk has reached. */
  readonly hasReached: (resource: string) => boolean
}

/**
 * Looks one level beyond the last level of a walk, in look-ups of a limited size, until it finds a resource that the
 * walk has not reached (rules.md#reading-the-graph-5; rules.md#simulated-failures-6).
 */
export async function findCut(relations: NeighborLookup, level: LastLevel): Promise<WalkCut> {
  const { environment, direction, ends, hasReached } = level
  for (let next = 0; next < ends.length; next += RESOURCES_PER_LOOKUP) {
    const batch = ends.slice(next, next + RESOURCES_PER_LOOKUP)
    const found = (await relations.neighbors(direction, new Map([[environment, batch]]))).get(environment)
    const cutAt = batch.filter((name) => found?.get(name)?.some((neighbor) => !hasReached(neighbor)))
    if (cutAt.length > 0) return { cut: true, cutAt: cutAt.slice(0, LIMITS.cutAt) }
  }
  return { cut: false, cutAt: [] }
}

/** Advancing walks by this many resources takes a few milliseconds; then the process can do other work. */
const RESOURCES_AT_ONCE = 5_000

/**
 * Runs one walk for each environment to its end. All unfinished walks advance together, level by level, with one
 * look-up per level for all environments. After a large level, the process can do other work.
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
