import { pause } from '#platform'
import type { Clock } from '../../port/clock.js'
import type { LinkChange, LoggedChanges, RelationLog } from '../../port/relation-log.js'
import type { Store, StoreSnapshot } from '../../port/store.js'
import { Adjacency } from '../../relation/adjacency.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { TraversalEntry } from '../../relation/traversal.js'
import type { Direction, NeighborLookup, Neighbors } from '../../relation/walk.js'

/** Relations read with one statement while an environment is loaded. Reading a page takes some 10 ms. */
const PAGE = 5_000

/** Milliseconds after which an environment that could not be loaded is tried again. */
const RETRY_AFTER = 60_000

/** Milliseconds after which the position of an environment without changes moves on, so that the log may be pruned. */
const REFRESH_AFTER = 60_000

/** Neighbors returned before other work of the process gets its turn. Returning them takes some 10 ms. */
const NEIGHBORS_AT_ONCE = 50_000

/** What the graph in memory holds and has done. */
export interface GraphMemoryCounts {
  /** Approximate size of the loaded environments. */
  readonly bytes: number
  /** Environments that are loaded now. */
  readonly environments: number
  /** Relations that are loaded now. */
  readonly relations: number
  /** Environments loaded since the process started, counting one again each time it is loaded. */
  readonly loads: number
  /** Changed relations applied to loaded environments since the process started. */
  readonly changes: number
}

/** The relations of one environment, as of a position in the log. */
interface Loaded {
  readonly graph: Adjacency
  /** The size of `graph` as it is counted in the total. */
  bytes: number
  position: string
  /** When the position was read, in milliseconds. */
  readAt: number
  /** Whether a walk has used it since it was loaded. */
  isUsed: boolean
}

/**
 * Keeps the relations of environments in memory, so that walks do not ask the store level by level. An environment is
 * loaded in the background when a walk first needs it. Before each walk, the changes of relations since the last walk
 * are read from the log of the store and applied. Where the memory does not hold the state that a snapshot reads, the
 * walk asks the store, with the same result (docs/decision/0016-graph-in-memory.md).
 */
export class GraphMemory {
  readonly #store: Store
  readonly #clock: Clock
  readonly #budget: number
  /** By environment, the least recently used first. */
  readonly #loaded = new Map<string, Loaded>()
  /** Environments that could not be loaded, and when, in milliseconds. */
  readonly #failed = new Map<string, number>()
  #loading: Promise<void> | undefined
  /** Sum of the `bytes` of all loaded environments. */
  #bytes = 0
  #loads = 0
  #changes = 0

  /** @param budget bytes that the loaded environments may take; 0 = every walk asks the store */
  constructor(store: Store, clock: Clock, budget: number) {
    this.#store = store
    this.#clock = clock
    this.#budget = budget
  }

  counts(): GraphMemoryCounts {
    return {
      bytes: this.#bytes,
      environments: this.#loaded.size,
      relations: [...this.#loaded.values()].reduce((sum, { graph }) => sum + graph.size, 0),
      loads: this.#loads,
      changes: this.#changes,
    }
  }

  /**
   * Prepares walks through some environments.
   *
   * @param parts a snapshot; the result sees exactly its state and must not be used after its end
   */
  async at(parts: StoreSnapshot, environments: readonly string[]): Promise<GraphLookup> {
    const { relations, relationLog } = parts
    if (relationLog === undefined || this.#budget === 0) return relations
    const known = environments.flatMap((environment) => {
      const loaded = this.#loaded.get(environment)
      if (loaded === undefined) this.#load(environment)
      return loaded === undefined ? [] : [{ environment, loaded, position: loaded.position }]
    })
    if (known.length === 0) return relations
    const logged = await relationLog.since(new Map(known.map(({ environment, position }) => [environment, position])))
    const changes = new Map(logged.map((one) => [one.environment, one]))
    const current = new Map<string, LoadedState>()
    for (const { environment, loaded, position } of known) {
      // Another walk may have moved the position on in the meantime; then these changes do not fit.
      if (this.#loaded.get(environment) !== loaded || loaded.position !== position) continue
      if (this.#bringForward(environment, loaded, changes.get(environment))) {
        current.set(environment, { loaded, position: loaded.position })
      }
    }
    return current.size === 0 ? relations : new MemoryLookup(current, relations)
  }

  /** Waits until no environment is being loaded. */
  async settle(): Promise<void> {
    while (this.#loading !== undefined) await this.#loading
  }

  /** Applies changes; returns true if the memory then holds the state of the snapshot that returned them. */
  #bringForward(environment: string, loaded: Loaded, changes: LoggedChanges | undefined): boolean {
    const now = this.#clock().getTime()
    if (changes?.kind === 'lost') {
      this.#drop(environment, loaded)
      // Lost at its first use: loading it again at once would not help.
      if (!loaded.isUsed) this.#failed.set(environment, now)
      this.#load(environment)
    }
    if (changes?.kind !== 'changed') return false
    loaded.isUsed = true
    if (changes.links.length > 0 || now - loaded.readAt > REFRESH_AFTER) {
      for (const link of changes.links) apply(loaded.graph, link)
      loaded.position = changes.position
      loaded.readAt = now
      this.#changes += changes.links.length
    }
    this.#drop(environment, loaded)
    return this.#keep(environment, loaded)
  }

  /** Loads an environment in the background, unless one is being loaded. Later walks try again. */
  #load(environment: string): void {
    const now = this.#clock().getTime()
    const failed = this.#failed.get(environment)
    if (this.#loading !== undefined || (failed !== undefined && now - failed < RETRY_AFTER)) return
    for (const [other, at] of this.#failed) if (now - at >= RETRY_AFTER) this.#failed.delete(other)
    this.#loading = this.#read(environment)
      .then((loaded) => {
        if (loaded !== undefined && this.#keep(environment, loaded)) this.#loads++
        else this.#failed.set(environment, now)
      })
      // A walk that asks the store in the meantime reports why the store does not answer.
      .catch(() => void this.#failed.set(environment, now))
      .finally(() => {
        this.#loading = undefined
      })
  }

  /** Reads an environment; `undefined` if it does not fit into the budget. */
  #read(environment: string): Promise<Loaded | undefined> {
    return this.#store.snapshot(async ({ relationLog }) => {
      if (relationLog === undefined) return undefined
      const [position, readAt] = [await relationLog.position(), this.#clock().getTime()]
      const graph = await readGraph(relationLog, environment, this.#budget)
      return graph && { graph, bytes: 0, position, readAt, isUsed: false }
    })
  }

  /**
   * Keeps an environment as the most recently used one, and drops others until the budget is kept.
   *
   * @returns false if it alone exceeds the budget
   */
  #keep(environment: string, loaded: Loaded): boolean {
    loaded.bytes = loaded.graph.bytes
    if (loaded.bytes > this.#budget) return false
    for (const [other, oldest] of this.#loaded) {
      if (this.#bytes + loaded.bytes <= this.#budget) break
      this.#drop(other, oldest)
    }
    this.#loaded.set(environment, loaded)
    this.#bytes += loaded.bytes
    return true
  }

  #drop(environment: string, loaded: Loaded): void {
    this.#loaded.delete(environment)
    this.#bytes -= loaded.bytes
  }
}

/** Looks up neighbors for walks, and takes whole walks where the graph is in memory. */
export interface GraphLookup extends NeighborLookup {
  /** The resources that a walk reaches, nearest first; `undefined` if its environment is not in memory. */
  walk?(route: WalkRoute): readonly TraversalEntry[] | undefined
}

/** Where a walk starts, and how far it goes. */
export interface WalkRoute extends ResourceKey {
  readonly direction: Direction
  /** Levels to walk; 1 = the direct neighbors. */
  readonly depth: number
}

/** A loaded environment that had the state of a snapshot when it was at this position. */
interface LoadedState {
  readonly loaded: Loaded
  readonly position: string
}

/** Answers from memory where it still holds the state of the snapshot, otherwise from the store. */
class MemoryLookup implements GraphLookup {
  readonly #current: ReadonlyMap<string, LoadedState>
  readonly #relations: NeighborLookup
  /** Neighbors returned since other work of the process had its turn. */
  #returned = 0

  constructor(current: ReadonlyMap<string, LoadedState>, relations: NeighborLookup) {
    this.#current = current
    this.#relations = relations
  }

  async neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Neighbors>> {
    if (this.#returned > NEIGHBORS_AT_ONCE) {
      this.#returned = 0
      await pause()
    }
    const found = new Map<string, Neighbors>()
    const asked = new Map<string, readonly string[]>()
    for (const [environment, names] of frontiers) {
      const graph = this.#graphOf(environment)
      if (graph === undefined) asked.set(environment, names)
      else found.set(environment, this.#inMemory(graph, direction, names))
    }
    if (asked.size === 0) return found
    return new Map([...found, ...(await this.#relations.neighbors(direction, asked))])
  }

  walk({ environment, direction, resource, depth }: WalkRoute): readonly TraversalEntry[] | undefined {
    return this.#graphOf(environment)?.walk(direction, resource, depth)
  }

  /** The graph of an environment, if it still has the state of the snapshot. */
  #graphOf(environment: string): Adjacency | undefined {
    const state = this.#current.get(environment)
    return state !== undefined && state.loaded.position === state.position ? state.loaded.graph : undefined
  }

  #inMemory(graph: Adjacency, direction: Direction, names: readonly string[]): Neighbors {
    const found = new Map<string, readonly string[]>()
    for (const name of names) {
      const neighbors = graph.neighbors(direction, name)
      this.#returned += neighbors.length
      if (neighbors.length > 0) found.set(name, neighbors)
    }
    return found
  }
}

/** Reads all relations of an environment; `undefined` if they take more than `budget` bytes. */
async function readGraph(log: RelationLog, environment: string, budget: number): Promise<Adjacency | undefined> {
  const graph = new Adjacency()
  let page = await log.page(environment, undefined, PAGE)
  while (page.length > 0 && graph.bytes <= budget) {
    // The store reads the next page while this one is added.
    const next = page.length < PAGE ? [] : log.page(environment, page.at(-1), PAGE)
    for (const link of page) graph.put(link)
    page = await next
  }
  return graph.bytes <= budget ? graph : undefined
}

function apply(graph: Adjacency, link: LinkChange): void {
  if (link.rank === null) graph.remove(link.resource, link.parent)
  else graph.put(link)
}
