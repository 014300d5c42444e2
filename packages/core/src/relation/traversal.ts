import type { Neighbors } from './walk.js'

/** One resource that a walk reached (rules.md#traversal). */
export interface TraversalEntry {
  readonly resource: string
  /** 1 = a direct parent or child. */
  readonly depth: number
  /** The names from the start resource to this one, both included: `depth` + 1 names. */
  readonly path: readonly string[]
}

/**
 * A breadth-first walk from one resource. Each resource is listed once, at its smallest depth. Within a depth,
 * resources that are reached through a higher-ranked neighbor come first. The start is never listed. The cost is linear
 * in the number of relations read, because only one path per resource is kept. In a cycle, the walk stops at the first
 * resource that it has already reached.
 */
export class Traversal {
  /** The reached resources in the order of the walk. New entries are added at the end. */
  readonly entries: TraversalEntry[] = []
  /** The names of the start resource and of all listed resources. */
  readonly #known = new Set<string>()

  /** @param nearest the direct neighbors of the start, in rank order */
  constructor(start: string, nearest: readonly string[]) {
    this.#known.add(start)
    this.#list({ resource: start, depth: 0, path: [start] }, nearest)
  }

  /**
   * Adds the neighbors of some entries to the list.
   *
   * @param from the next entries of {@link entries} that were not passed to this method before, in the same order
   */
  reach(from: readonly TraversalEntry[], neighbors: Neighbors): void {
    for (const behind of from) this.#list(behind, neighbors.get(behind.resource) ?? [])
  }

  #list({ depth, path }: TraversalEntry, names: readonly string[]): void {
    for (const resource of names) {
      if (this.#known.has(resource)) continue
      this.#known.add(resource)
      // `concat` is used because a spread array reserves spare capacity, which is half of the memory of a large result.
      this.entries.push({ resource, depth: depth + 1, path: path.concat(resource) })
    }
  }
}
