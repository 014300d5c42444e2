import {
  questionFor,
  rankSiblings,
  type Siblings,
  siblings,
  type Walk,
  type WalkAnswer,
  type WalkQuestion,
} from './walk.js'

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
 */
export class Traversal implements Walk {
  readonly entries: TraversalEntry[] = []
  /** The deepest level that is in order. */
  #level: readonly TraversalEntry[] = []
  /** The level below: behind each of these in turn, not yet in order among themselves. */
  #reached: readonly Reached[]
  readonly #known: Set<string>
  #question: WalkQuestion | undefined

  /**
   * @param nearest the direct neighbors of the start, in the order in which they rank
   * @param depth levels to walk; 1 = the direct neighbors
   */
  constructor(
    start: string,
    nearest: readonly string[],
    readonly depth: number,
  ) {
    this.#known = new Set([start, ...nearest])
    this.#reached = [{ behind: { resource: start, depth: 0, path: [start] }, from: start, names: nearest }]
    this.#list([nearest])
    this.#question = questionFor(depth > 1 ? nearest : [], [], this.#known)
  }

  get question(): WalkQuestion | undefined {
    return this.#question
  }

  advance({ neighbors, precedences }: WalkAnswer): void {
    this.#list(rankSiblings(this.#reached, precedences))
    this.#reached = this.#reach(neighbors)
    const isDeepest = this.#reached[0]?.behind.depth === this.depth - 1
    const frontier = isDeepest ? [] : this.#reached.flatMap(({ names }) => names)
    this.#question = questionFor(frontier, this.#reached, this.#known)
    if (this.#question === undefined) this.#list(this.#reached.map(({ names }) => names))
  }

  /** Lists what was reached, now that it is in order. */
  #list(ranked: readonly (readonly string[])[]): void {
    if (this.#reached.length === 0) return
    const level: TraversalEntry[] = []
    for (const [place, { behind }] of this.#reached.entries()) {
      for (const resource of ranked[place] ?? []) {
        level.push({ resource, depth: behind.depth + 1, path: [...behind.path, resource] })
      }
    }
    for (const entry of level) this.entries.push(entry)
    this.#level = level
    this.#reached = []
  }

  /** Each resource belongs to the first that leads to it. */
  #reach(neighbors: WalkAnswer['neighbors']): readonly Reached[] {
    const reached: Reached[] = []
    for (const behind of this.#level) {
      const names = this.#unknownOf(neighbors.get(behind.resource) ?? [])
      if (names.length > 0) reached.push({ behind, ...siblings(behind.resource, names) })
    }
    return reached
  }

  #unknownOf(names: readonly string[]): readonly string[] {
    // Made for the first name only: in a wide walk nearly all neighbors of nearly all resources are known.
    let unknown: string[] | undefined
    for (const name of names) {
      if (this.#known.has(name)) continue
      this.#known.add(name)
      if (unknown === undefined) unknown = [name]
      else unknown.push(name)
    }
    return unknown ?? NO_NAMES
  }
}

const NO_NAMES: readonly string[] = []

/** What was reached from one resource. */
interface Reached extends Siblings {
  readonly behind: TraversalEntry
}
