import { pause } from '#platform'
import type { Clock } from '../../port/clock.js'
import type { LinkChange, LoggedChanges, RelationLog } from '../../port/relation-log.js'
import type { Store, StoreSnapshot } from '../../port/store.js'
import { Adjacency } from '../../relation/adjacency.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { TraversalEntry } from '../../relation/traversal.js'
import type { Direction, NeighborLookup, Neighbors } from '../../relation/walk.js'

/** Maximum number of relations that one statement reads when an environment is loaded. It takes about 10 ms. */
const PAGE = 5_000

/** If an environment could not be loaded, it is not loaded again for this many milliseconds. */
const RETRY_AFTER = 60_000

/**
 * The position of a loaded environment in the log is moved forward after this many milliseconds even if the environment
 * has no changes. Otherwise the log could be pruned beyond the position, and the environment would be loaded again.
 */
const REFRESH_AFTER = 60_000

/** A look-up that has returned this many neighbors yields to the event loop. Returning them takes about 10 ms. */
const NEIGHBORS_AT_ONCE = 50_000

/** What the graph in memory contains now, and how much it has loaded so far. */
export interface GraphMemoryCounts {
  /** Approximate size of all loaded environments in memory. */
  readonly bytes: number
  /** Environments that are loaded now. */
  readonly environments: number
  /** Relations that are loaded now. */
  readonly relations: number
  /** Number of times that any environment was loaded since the process started. */
  readonly loads: number
  /** Changed relations applied to loaded environments since the process started. */
  readonly changes: number
}

/** The relations of one environment in memory, with all changes up to a position in the log. */
interface Loaded {
  readonly graph: Adjacency
  /** The size of `graph` that is included in the total size of all loaded environments. */
  bytes: number
  position: string
  /** When the position was read, in milliseconds. */
  readAt: number
  /** True if a walk has used this environment since it was loaded. */
  isUsed: boolean
}

/**
 * Keeps the relations of environments in memory, so that a walk does not ask the store once for each level. An
 * environment is loaded in the background when a walk first needs it. Before each walk, changed relations are read from
 * the log of the store and applied. A walk must see the same relations as the snapshot in which it runs. If the memory
 * does not have exactly these relations, the walk asks the store (docs/decision/0016-graph-in-memory.md).
 */
export class GraphMemory {
  readonly #store: Store
  readonly #clock: Clock
  readonly #budget: number
  /** The loaded environments by name, the least recently used first. */
  readonly #loaded = new Map<string, Loaded>()
  /** For each environment that could not be loaded: the time of the attempt in milliseconds. */
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
   * Returns a look-up for walks through some environments. Brings these environments up to date in memory.
   *
   * @param parts the snapshot in which the walks run; the look-up sees the same relations as the snapshot, and must not
   *   be used after the snapshot has ended
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
      // While the log was read, another walk may have moved the position forward. Then these changes do not start at
      // the new position and cannot be applied, so this walk asks the store.
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

  /** Applies changes that a snapshot has read. Returns true if the memory then has the relations of the snapshot. */
  #bringForward(environment: string, loaded: Loaded, changes: LoggedChanges | undefined): boolean {
    const now = this.#clock().getTime()
    if (changes?.kind === 'lost') {
      this.#drop(environment, loaded)
      // The log was pruned, or got too many changes, before any walk used the loaded environment. This could happen
      // again, so it counts as a failed attempt: the environment is not loaded again before `RETRY_AFTER`.
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

  /**
   * Starts to load an environment in the background. Does nothing while any environment is being loaded, or if
   * loading this one has failed less than `RETRY_AFTER` ago. A later walk then calls this method again.
   */
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
      // The error is not reported here: walks ask the store until the environment is loaded, and if the store does not
      // answer, they report why.
      .catch(() => void this.#failed.set(environment, now))
      .finally(() => {
        this.#loading = undefined
      })
  }

  /** Reads an environment; `undefined` if it does not fit into the budget, or if the store has no log of relations. */
  #read(environment: string): Promise<Loaded | undefined> {
    return this.#store.snapshot(async ({ relationLog }) => {
      if (relationLog === undefined) return undefined
      const [position, readAt] = [await relationLog.position(), this.#clock().getTime()]
      const graph = await readGraph(relationLog, environment, this.#budget)
      return graph && { graph, bytes: 0, position, readAt, isUsed: false }
    })
  }

  /**
   * Keeps an environment as the most recently used one. Drops the least recently used ones until all fit into the
   * budget.
   *
   * @returns false if this environment alone exceeds the budget
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

/** Looks up neighbors for walks. If an environment is in memory, `walk` does a whole walk at once. */
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

/** A loaded environment, and the position at which it had the same relations as a snapshot. */
interface LoadedState {
  readonly loaded: Loaded
  readonly position: string
}

/** Answers from memory if the environment still has the same relations as the snapshot, otherwise from the store. */
class MemoryLookup implements GraphLookup {
  readonly #current: ReadonlyMap<string, LoadedState>
  readonly #relations: NeighborLookup
  /** The number of neighbors returned since the last time this look-up yielded to the event loop. */
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

  /** The graph of an environment; `undefined` if its relations are not, or no longer, those of the snapshot. */
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
    // The next page is requested before this page is added to the graph, so that both happen at the same time.
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
