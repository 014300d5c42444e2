import { rankSiblings, type Siblings, siblings, type WalkAnswer } from './walk.js'

/** One resource that a walk reached (api.md, Graph traversal entry). */
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
 * The cost follows the relations looked at: paths are never enumerated, cycles end by themselves. What ranks a neighbor
 * is asked only for those by which a resource was reached, and of these only where one led to several.
 *
 * Which resources stand on a level depends on names alone, so that names can be asked for far ahead of what ranks them.
 * For each level: `reach`, as often as there are answers, then `rank`, once; and `rank` once more after the last level.
 */
export class Traversal {
  readonly entries: TraversalEntry[] = []
  /** Names that need not be told, wherever they are neighbors: those of all levels but the one that is being reached. */
  readonly known: ReadonlySet<string>
  /** The deepest level that is in order. */
  #level: readonly TraversalEntry[] = []
  /** The level below: behind each of these in turn, not yet in order among themselves. */
  #reached: readonly Reached[]
  /** The level that is being reached, and all neighbors by which it is. */
  readonly #next = new Set<string>()
  readonly #found = new Map<string, readonly string[]>()
  readonly #known: Set<string>

  /** @param nearest the direct neighbors of the start, in the order in which they rank */
  constructor(
    start: string,
    readonly nearest: readonly string[],
  ) {
    this.#known = new Set([start, ...nearest])
    this.known = this.#known
    this.#reached = [{ behind: { resource: start, depth: 0, path: [start] }, from: start, names: nearest }]
    this.#list([nearest])
  }

  /**
   * Takes the neighbors of some resources of the level before.
   *
   * @returns those that were not known, in no order of their own
   */
  reach(neighbors: WalkAnswer['neighbors']): readonly string[] {
    const unknown: string[] = []
    for (const [from, names] of neighbors) {
      this.#found.set(from, names)
      for (const name of names) {
        if (this.#known.has(name) || this.#next.has(name)) continue
        this.#next.add(name)
        unknown.push(name)
      }
    }
    return unknown
  }

  /**
   * Lists the level before, now that its order is known, and shares out the one that was reached: each resource belongs to
   * the first that leads to it.
   *
   * @param precedences of what the last call returned; none for the first call, as the direct neighbors are in order
   * @returns the neighbors whose order is wanted next
   */
  rank(precedences: readonly number[]): readonly Siblings[] {
    this.#list(rankSiblings(this.#reached, precedences))
    const reached: Reached[] = []
    for (const behind of this.#level) {
      const names = this.#found.get(behind.resource)?.filter((name) => this.#next.delete(name)) ?? []
      if (names.length > 0) reached.push({ behind, ...siblings(behind.resource, names) })
    }
    for (const { names } of reached) for (const name of names) this.#known.add(name)
    this.#found.clear()
    this.#reached = reached
    return reached.filter(({ names }) => names.length > 1)
  }

  #list(ranked: readonly (readonly string[])[]): void {
    if (this.#reached.length === 0) return
    const level: TraversalEntry[] = []
    for (const [place, { behind }] of this.#reached.entries()) {
      for (const resource of ranked[place] ?? []) {
        // A list that is spread keeps room to grow: half of what a wide answer would take.
        level.push({ resource, depth: behind.depth + 1, path: behind.path.concat(resource) })
      }
    }
    for (const entry of level) this.entries.push(entry)
    this.#level = level
    this.#reached = []
  }
}

/** What was reached from one resource. */
interface Reached extends Siblings {
  readonly behind: TraversalEntry
}
