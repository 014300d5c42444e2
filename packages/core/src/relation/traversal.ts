import { type Neighbors, rankedNames } from './neighbor-list.js'

/** Which way a walk goes: from a resource to its parents, or to its children. */
export type Direction = 'parents' | 'children'

/** One resource that a walk reached (api.md, Graph traversal entry). */
export interface TraversalEntry {
  readonly resource: string
  /** 1 = a direct parent or child. */
  readonly depth: number
  /** From the start resource to this one, both included: depth + 1 names. */
  readonly path: readonly string[]
}

/**
 * A breadth-first walk from one resource, one level at a time, so that whoever holds the relations answers a whole
 * level at once. Each resource is listed once, at its smallest depth, the one behind the higher-ranked neighbor first; the
 * start is never listed.
 * The cost follows the relations looked at: paths are never enumerated, cycles end by themselves.
 */
export class Traversal {
  readonly entries: TraversalEntry[] = []
  #depth = 0
  #frontier: readonly TraversalEntry[]
  readonly #reached: Set<string>

  constructor(start: string) {
    this.#frontier = [{ resource: start, depth: 0, path: [start] }]
    this.#reached = new Set([start])
  }

  /** The resources whose neighbors are wanted next; empty when the walk is over. */
  get frontier(): readonly string[] {
    return this.#frontier.map((entry) => entry.resource)
  }

  /** Takes one step: `neighbors` are those of every resource of the frontier. */
  advance(neighbors: Neighbors): void {
    this.#depth++
    const reachedNow: TraversalEntry[] = []
    for (const entry of this.#frontier) {
      const list = neighbors.get(entry.resource)
      if (list === undefined) continue
      // Most neighbors were reached before: only the others are worth sorting.
      for (const resource of rankedNames(list, this.#reached)) {
        this.#reached.add(resource)
        reachedNow.push({ resource, depth: this.#depth, path: [...entry.path, resource] })
      }
    }
    for (const entry of reachedNow) this.entries.push(entry)
    this.#frontier = reachedNow
  }
}
