import { pause } from '#platform'
import type { GraphRelationChange } from '../../port/relation-log.js'
import type { Adjacency } from '../../relation/adjacency.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'

/** After applying this many changes, which takes about 10 ms, the process can do other work. */
const CHANGES_AT_ONCE = 5_000

let loadedGraphs = 0

/**
 * The relations of one environment in memory, as they are at a position in the log. They do not change while a walk
 * reads them.
 */
export class LoadedGraph {
  readonly graph: Adjacency
  /** The size of `graph` in bytes, as it is counted in the total size of all loaded environments. */
  bytes = 0
  /** True if a walk has used this environment since it was loaded. */
  isUsed = false
  /** When the position was read from the log, in milliseconds. */
  readAt: number
  #position: string | undefined
  readonly #number = ++loadedGraphs
  #changes = 0
  readonly #readings = new Set<Promise<unknown>>()
  #changing: Promise<void> | undefined

  constructor(graph: Adjacency, position: string, readAt: number) {
    this.graph = graph
    this.#position = position
    this.readAt = readAt
  }

  /** Identifies the current relations: no other state of any environment in this process has this text. */
  get version(): string {
    return `${this.#number}.${this.#changes}`
  }

  /** `undefined` while changes are being applied. */
  get position(): string | undefined {
    return this.#position
  }

  /** Waits until no changes are being applied. */
  async settle(): Promise<void> {
    while (this.#changing !== undefined) await this.#changing
  }

  /** Runs `work`, which reads the graph. Changes are applied only after `work` has ended. */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    const done = work()
    this.#readings.add(done)
    try {
      return await done
    } finally {
      this.#readings.delete(done)
    }
  }

  /**
   * Applies changes, so that the graph moves from the position `from` to the position `to`. Applies nothing if another
   * walk has already moved the graph away from `from`.
   *
   * @param changes all changes between the two positions
   * @returns the number of applied changes; 0 if another walk has already moved the graph to `to`; `undefined` if the
   *   graph is at any other position
   * @throws if the changes could not be applied. The graph is then unusable, because it may contain some of the changes
   */
  async moveForward(from: string, to: string, changes: readonly GraphRelationChange[]): Promise<number | undefined> {
    while (this.#changing !== undefined || (this.#position === from && this.#readings.size > 0)) {
      await (this.#changing ?? Promise.allSettled(this.#readings))
    }
    if (this.#position !== from) return this.#position === to ? 0 : undefined
    const applied = this.#apply(changes, to)
    // Other walks wait until the changes are applied. If applying them fails, the graph has no position, and these
    // walks ask the store.
    this.#changing = applied
      .catch(() => undefined)
      .then(() => {
        this.#changing = undefined
      })
    await applied
    return changes.length
  }

  async #apply(changes: readonly GraphRelationChange[], position: string): Promise<void> {
    this.#position = undefined
    this.#changes += changes.length
    for (let first = 0; first < changes.length; first += CHANGES_AT_ONCE) {
      if (first > 0) await pause()
      await this.#applyAtOnce(changes.slice(first, first + CHANGES_AT_ONCE))
    }
    this.#position = position
  }

  async #applyAtOnce(changes: readonly GraphRelationChange[]): Promise<void> {
    const { graph } = this
    const added = changes.filter(({ resource, parent, rank }) => rank !== null && !graph.has(resource, parent))
    await runWithPauses(graph.makeRoom(added.length))
    for (const change of changes) {
      if (change.rank === null) graph.remove(change.resource, change.parent)
      else graph.put(change)
    }
  }
}
