import { type Counts, counter, gauge } from '../../metric.js'
import type { Clock } from '../../port/clock.js'
import type { LoggedChanges, RelationLog } from '../../port/relation-log.js'
import type { Store, StoreSnapshot } from '../../port/store.js'
import { Adjacency, type GraphRelation } from '../../relation/adjacency.js'
import type { NeighborLookup } from '../../relation/walk.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type GraphLookup, type LoadedState, MemoryLookup } from './graph-lookup.js'
import { LoadedGraph } from './loaded-graph.js'

/** If loading an environment fails, it is not tried again for this many milliseconds. */
const RETRY_AFTER_MILLISECONDS = 60_000

/**
 * After this many milliseconds, the position of a loaded environment in the log is moved forward even if the
 * environment has not changed. Otherwise, the log could be pruned beyond the position, and the environment would have
 * to be loaded again.
 */
const REFRESH_AFTER_MILLISECONDS = 60_000

type ChangedRelationsEntry = Extract<LoggedChanges, { readonly kind: 'changed' }>

/** What the graph in memory contains now, and how much it has loaded so far. */
export const GRAPH_MEMORY_METRICS = {
  bytes: gauge('opsgraph_graph_memory_bytes', 'Approximate bytes of the resource graph in memory.'),
  environments: gauge('opsgraph_graph_memory_environments', 'Environments whose relations are in memory.'),
  relations: gauge('opsgraph_graph_memory_relations', 'Relations that are in memory.'),
  loads: counter('opsgraph_graph_memory_loads_total', 'Environments loaded into memory, counted again each time.'),
  changes: counter('opsgraph_graph_memory_changes_total', 'Changed relations applied to the resource graph in memory.'),
}
export type GraphMemoryCounts = Counts<typeof GRAPH_MEMORY_METRICS>

/**
 * Keeps the relations of environments in memory, so that a walk does not ask the store once for each level. An
 * environment is loaded in the background when a walk first needs it. Before each walk, the changed relations are read
 * from the log of the store and applied. A walk must see exactly the relations of the snapshot in which it runs. If the
 * memory does not have these, the walk asks the store (docs/decision/0016-graph-in-memory.md).
 */
export class GraphMemory {
  readonly #store: Store
  readonly #clock: Clock
  readonly #budget: number
  readonly #page: number | undefined
  /** The loaded environments by name, the least recently used first. */
  readonly #loaded = new Map<string, LoadedGraph>()
  /** For each environment whose loading failed, the time of the attempt in milliseconds. */
  readonly #failed = new Map<string, number>()
  #loading: Promise<void> | undefined
  /** The sum of the `bytes` of all loaded environments. */
  #bytes = 0
  #loads = 0
  #changes = 0

  /**
   * @param budget the maximum number of bytes for all loaded environments; 0 = every walk asks the store
   * @param page the maximum number of relations that one statement reads
   */
  constructor(store: Store, clock: Clock, budget: number, page?: number) {
    this.#store = store
    this.#clock = clock
    this.#budget = budget
    this.#page = page
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
   * Brings environments in memory up to date, and returns a look-up for walks through them.
   *
   * @param parts the snapshot in which the walks run. The look-up sees the relations of this snapshot, and must not be
   *   used after the snapshot has ended
   */
  async at(parts: StoreSnapshot, environments: readonly string[]): Promise<GraphLookup> {
    const { relations, relationLog } = parts
    if (relationLog === undefined || this.#budget === 0) return relations
    const known = new Map<string, LoadedState>()
    for (const environment of environments) {
      const loaded = this.#loaded.get(environment)
      if (loaded === undefined) this.#load(environment)
      // Waits only if changes are being applied. Without a wait, the statement of `#lookUp` is sent at once, before any
      // statement that the caller sends after calling this method. `readResourceGraph` needs this order.
      else if (loaded.position === undefined) await loaded.settle()
      if (loaded?.position !== undefined) known.set(environment, { loaded, position: loaded.position })
    }
    return known.size === 0 ? relations : await this.#lookUp(known, relations, relationLog)
  }

  /** Brings loaded environments to the state of a snapshot, and returns a look-up for this snapshot. */
  async #lookUp(
    known: ReadonlyMap<string, LoadedState>,
    relations: NeighborLookup,
    log: RelationLog,
  ): Promise<GraphLookup> {
    const positions = new Map(Array.from(known, ([environment, { position }]) => [environment, position]))
    const current = new Map<string, LoadedState>()
    for (const changes of await log.since(positions)) {
      const state = known.get(changes.environment)
      if (state === undefined) continue
      const position = await this.#bringForward(state, changes)
      if (position !== undefined) current.set(changes.environment, { loaded: state.loaded, position })
    }
    return current.size === 0 ? relations : new MemoryLookup(current, relations)
  }

  /** Waits until no environment is being loaded. */
  async settle(): Promise<void> {
    while (this.#loading !== undefined) await this.#loading
  }

  /**
   * Applies the changes that a snapshot has read from the log.
   *
   * @returns the position in the log at which the memory has the relations of the snapshot. `undefined` = the memory
   *   cannot have these relations, for example because another walk has moved the position forward meanwhile
   */
  async #bringForward({ loaded, position }: LoadedState, changes: LoggedChanges): Promise<string | undefined> {
    const { environment } = changes
    const now = this.#clock().getTime()
    if (changes.kind === 'lost' && this.#drop(environment, loaded)) {
      // The log was pruned, or got too many changes, before any walk used the loaded environment. This could happen
      // again, so the loading counts as failed: the environment is not loaded again before `RETRY_AFTER_MILLISECONDS`.
      if (!loaded.isUsed) this.#failed.set(environment, now)
      this.#load(environment)
    }
    if (changes.kind !== 'changed') return undefined
    loaded.isUsed = true
    const movesForward = changes.links.length > 0 || now - loaded.readAt > REFRESH_AFTER_MILLISECONDS
    const to = movesForward ? changes.position : position
    if (loaded.position !== to) {
      const applied = await this.#tryApply({ loaded, position }, to, changes)
      if (applied === undefined) return undefined
      this.#changes += applied
      loaded.readAt = now
    }
    if (this.#drop(environment, loaded)) this.#keep(environment, loaded)
    return to
  }

  /**
   * Applies changes (see `moveForward`). If this fails, for example because there is not enough memory, drops the
   * environment, so that the walk asks the store.
   */
  async #tryApply(
    { loaded, position }: LoadedState,
    to: string,
    { environment, links }: ChangedRelationsEntry,
  ): Promise<number | undefined> {
    try {
      return await loaded.moveForward(position, to, links)
    } catch {
      // The error is not reported, because the walk gets its answer from the store.
      if (this.#drop(environment, loaded)) this.#failed.set(environment, this.#clock().getTime())
      return undefined
    }
  }

  /**
   * Starts to load an environment in the background. Does nothing while any environment is being loaded, or if loading
   * this environment has failed less than `RETRY_AFTER_MILLISECONDS` ago. Later walks call this method again.
   */
  #load(environment: string): void {
    const now = this.#clock().getTime()
    const failed = this.#failed.get(environment)
    if (this.#loading !== undefined || (failed !== undefined && now - failed < RETRY_AFTER_MILLISECONDS)) return
    for (const [other, at] of this.#failed) if (now - at >= RETRY_AFTER_MILLISECONDS) this.#failed.delete(other)
    this.#loading = loadGraph(
      { store: this.#store, clock: this.#clock, budget: this.#budget, page: this.#page },
      environment,
    )
      .then((loaded) => {
        if (loaded !== undefined && this.#keep(environment, loaded)) this.#loads++
        else this.#failed.set(environment, now)
      })
      // The error is not reported here: walks ask the store until the environment is loaded, and if the store does not
      // answer, the walks report why.
      .catch(() => void this.#failed.set(environment, now))
      .finally(() => {
        this.#loading = undefined
      })
  }

  /**
   * Stores an environment as the most recently used one. Drops the least recently used environments until the rest fit
   * into the budget.
   *
   * @returns false if this environment alone exceeds the budget
   */
  #keep(environment: string, loaded: LoadedGraph): boolean {
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

  /** Drops an environment. Returns false if it was already dropped. */
  #drop(environment: string, loaded: LoadedGraph): boolean {
    if (this.#loaded.get(environment) !== loaded) return false
    this.#bytes -= loaded.bytes
    return this.#loaded.delete(environment)
  }
}

/** When an environment is loaded, one statement reads at most this many relations, which takes about 10 ms. */
const PAGE_SIZE = 5_000

interface GraphSource {
  readonly store: Store
  readonly clock: Clock
  /** The maximum number of bytes that the environment may take. */
  readonly budget: number
  /** The maximum number of relations that one statement reads. Default: 5,000. */
  readonly page?: number | undefined
}

/**
 * Reads the relations of an environment. Each page is read in a snapshot of its own, because the embedded database has
 * only one connection, which one long snapshot would block. At the end, reads from the log which relations have changed
 * since the beginning, and applies these changes.
 *
 * @returns `undefined` if the environment exceeds the budget, if the store has no log, or if the log no longer contains
 *   all of these changes or contains too many
 */
async function loadGraph(source: GraphSource, environment: string): Promise<LoadedGraph | undefined> {
  const start = await readLog(source, (log) => log.position())
  if (start === undefined) return undefined
  const graph = await readPages(source, environment)
  if (graph === undefined) return undefined
  const readAt = source.clock().getTime()
  const changes = await readLog(source, (log) => log.since(new Map([[environment, start]])))
  const [change] = changes ?? []
  if (change?.kind !== 'changed') return undefined
  const loaded = new LoadedGraph(graph, start, readAt)
  await loaded.moveForward(start, change.position, change.links)
  return loaded
}

/** Reads all relations of an environment; `undefined` = they exceed the budget. */
async function readPages(source: GraphSource, environment: string): Promise<Adjacency | undefined> {
  const { budget, page: limit = PAGE_SIZE } = source
  const graph = new Adjacency()
  const after = async (last: GraphRelation | undefined) =>
    (await readLog(source, (log) => log.page(environment, last, limit))) ?? []
  let page = await after(undefined)
  while (page.length > 0 && graph.bytes <= budget) {
    // The next page is requested before this page is added to the graph, so that both happen at the same time.
    const [next] = await Promise.all([page.length < limit ? [] : after(page.at(-1)), addRelations(graph, page)])
    page = next
  }
  return graph.bytes <= budget ? graph : undefined
}

async function addRelations(graph: Adjacency, relations: readonly GraphRelation[]): Promise<void> {
  await runWithPauses(graph.makeRoom(relations.length))
  for (const relation of relations) graph.put(relation)
}

/** Reads from the log in a new snapshot of the store; `undefined` = the store has no log. */
async function readLog<T>({ store }: GraphSource, work: (log: RelationLog) => Promise<T>): Promise<T | undefined> {
  return await store.snapshot(async ({ relationLog }) => relationLog && (await work(relationLog)))
}
