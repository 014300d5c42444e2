import { pause } from '#platform'
import { NEIGHBORS_AT_ONCE } from '../../relation/adjacency.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { TraversalEntry } from '../../relation/traversal.js'
import type { Direction, NeighborLookup, Neighbors } from '../../relation/walk.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { LoadedGraph } from './loaded-graph.js'

/** Looks up neighbors for walks through the resource graph. Only the graph in memory has the optional methods. */
export interface GraphLookup extends NeighborLookup {
  /** The resources that a walk reaches, the nearest to its start first; `undefined` = the graph is not in memory. */
  walk?(route: WalkRoute): Promise<readonly TraversalEntry[] | undefined>
  /**
   * Identifies the current relations of some environments: within this process, different relations never have the same
   * version. `undefined` = one of the environments is not in memory.
   */
  versionOf?(environments: readonly string[]): string | undefined
}

/** The start of a walk, its direction, and its maximum depth. */
export interface WalkRoute extends ResourceKey {
  readonly direction: Direction
  /** The maximum number of levels; 1 = only the direct neighbors. */
  readonly depth: number
}

/**
 * A loaded environment, and its position in the log of relations at a certain time. As long as `loaded.position` equals
 * `position`, the relations in memory are those of that time.
 */
export interface LoadedState {
  readonly loaded: LoadedGraph
  readonly position: string
}

/**
 * Looks up neighbors for walks in one snapshot. Uses the graph in memory if it has exactly the relations of the
 * snapshot; otherwise asks the store.
 */
export class MemoryLookup implements GraphLookup {
  readonly #current: ReadonlyMap<string, LoadedState>
  readonly #relations: NeighborLookup

  constructor(current: ReadonlyMap<string, LoadedState>, relations: NeighborLookup) {
    this.#current = current
    this.#relations = relations
  }

  async neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Neighbors>> {
    const found = new Map<string, Neighbors>()
    const asked = new Map<string, readonly string[]>()
    for (const [environment, names] of frontiers) {
      const loaded = this.#findLoaded(environment)
      if (loaded === undefined) asked.set(environment, names)
      else found.set(environment, await loaded.reading(() => findNeighbors(loaded, direction, names)))
    }
    if (asked.size === 0) return found
    return new Map([...found, ...(await this.#relations.neighbors(direction, asked))])
  }

  async walk(route: WalkRoute): Promise<readonly TraversalEntry[] | undefined> {
    const loaded = this.#findLoaded(route.environment)
    return await loaded?.reading(() => runWithPauses(loaded.graph.walk(route.direction, route.resource, route.depth)))
  }

  versionOf(environments: readonly string[]): string | undefined {
    const versions = environments.map((environment) => this.#findLoaded(environment)?.version)
    return versions.includes(undefined) ? undefined : versions.join(' ')
  }

  /** The environment in memory; `undefined` = the memory does not have exactly the relations of the snapshot. */
  #findLoaded(environment: string): LoadedGraph | undefined {
    const state = this.#current.get(environment)
    return state !== undefined && state.loaded.position === state.position ? state.loaded : undefined
  }
}

async function findNeighbors(
  { graph }: LoadedGraph,
  direction: Direction,
  names: readonly string[],
): Promise<Neighbors> {
  const found = new Map<string, readonly string[]>()
  let read = 0
  for (const name of names) {
    if (read >= NEIGHBORS_AT_ONCE) {
      await pause()
      read = 0
    }
    const neighbors = graph.neighbors(direction, name)
    if (neighbors.length > 0) found.set(name, neighbors)
    read += neighbors.length + 1
  }
  return found
}
