import type { Neighbors } from './walk.js'

/** One resource that a walk reached (rules.md#traversal). */
export interface TraversalEntry {
  readonly resource: string
  /** 1 = a direct parent or child. */
  readonly depth: number
  /** From the start resource to this one, both included: depth + 1 names. */
  readonly path: readonly string[]
}

/**
 * A breadth-first walk from one resource. Each resource is listed once, at its smallest depth, the one behind the
 * higher-ranked neighbor first; the start is never listed.
 * The cost follows the relations looked at: paths are never enumerated, cycles end by themselves.
 */
export class Traversal {
  /** In the order of the walk; it grows at the end. */
  readonly entries: TraversalEntry[] = []
  /** The start and all that is listed. */
  readonly known = new Set<string>()

  /** @param nearest the direct neighbors of the start, in the order in which they rank */
  constructor(start: string, nearest: readonly string[]) {
    this.known.add(start)
    this.#list({ resource: start, depth: 0, path: [start] }, nearest)
  }

  /**
   * Lists what some entries lead to.
   *
   * @param from the first entries that were not given yet, in their order
   */
  reach(from: readonly TraversalEntry[], neighbors: Neighbors): void {
    for (const behind of from) this.#list(behind, neighbors.get(behind.resource) ?? [])
  }

  #list({ depth, path }: TraversalEntry, names: readonly string[]): void {
    for (const resource of names) {
      if (this.known.has(resource)) continue
      this.known.add(resource)
      // A list that is spread keeps room to grow: half of what a wide answer would take.
      this.entries.push({ resource, depth: depth + 1, path: path.concat(resource) })
    }
  }
}
