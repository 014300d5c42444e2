import { LIMITS } from '../limits.js'
import type { Neighbors, Walk } from '../relation/walk.js'

/** The start of a walk up to ancestors: the resource of an alert, and the parent that the alert names, if any. */
export interface WalkStart {
  readonly resource: string
  readonly resourceParent: string | null
}

/**
 * A start with numbers instead of names. `namedParent` is the parent that the alert names; `undefined` = it names none.
 */
export interface NumberedStart {
  readonly node: number
  readonly namedParent: number | undefined
}

/**
 * Collects the ancestors of many resources of one environment, up to `LIMITS.rollupDepth` levels (rules.md#reach-2).
 * The parents of each resource are looked up only once, even if many resources are below it. Each resource gets a
 * number, so that later steps can use arrays. If starts are added later, only new resources are looked up.
 */
export class AncestorWalk implements Walk {
  /** The names of the resources, by number. */
  readonly names: string[] = []
  /**
   * The numbers of the parents of each resource, in rank order. Empty for the resources of the last level, because
   * their parents are not looked up.
   */
  readonly parents: (readonly number[])[] = []
  /** The numbers of the children of each resource, in no particular order. */
  readonly children: number[][] = []
  readonly #numbers = new Map<string, number>()
  readonly #isLookedUp: boolean[] = []
  /** The resources of the current level of the walk, without duplicates. */
  #current: readonly number[] = []
  /** The resources that the walk has reached since starts were last added. */
  #reached = new Set<number>()
  /**
   * The parents that the alerts name. They are one level above the resources of their alerts, so they belong to level 1
   * of the walk.
   */
  #namedParents: readonly number[] = []
  #level = 0
  #toLookUp: readonly number[] = []

  constructor(starts: readonly WalkStart[]) {
    this.add(starts)
  }

  /** The names of the resources that must be looked up next. */
  get frontier(): readonly string[] {
    return this.#toLookUp.map((node) => this.names[node] as string)
  }

  /** Adds starts to a complete walk (its `frontier` is empty). The walk continues from these starts. */
  add(starts: readonly WalkStart[]): void {
    this.#reached = new Set(starts.map(({ resource }) => this.#addName(resource)))
    this.#current = [...this.#reached]
    this.#namedParents = starts.flatMap(({ resourceParent }) =>
      resourceParent === null ? [] : [this.#addName(resourceParent)],
    )
    this.#level = 0
    this.#climb()
  }

  advance(neighbors: Neighbors): void {
    for (const node of this.#toLookUp) {
      const parents = (neighbors.get(this.names[node] as string) ?? []).map((parent) => this.#addName(parent))
      this.parents[node] = parents
      this.#isLookedUp[node] = true
      for (const parent of parents) this.children[parent]?.push(node)
    }
    this.#climb()
  }

  /** The number of a resource; `undefined` if the walk has not reached it. */
  numberOf(resource: string): number | undefined {
    return this.#numbers.get(resource)
  }

  /** Converts the names of a start to numbers. The start must have been passed to the constructor or to {@link add}. */
  numberStart({ resource, resourceParent }: WalkStart): NumberedStart {
    const node = this.#numbers.get(resource)
    if (node === undefined) throw new Error(`no way up starts at "${resource}"`)
    return { node, namedParent: resourceParent === null ? undefined : this.#numbers.get(resourceParent) }
  }

  /**
   * Climbs to the next level that has a resource whose parents have not been looked up yet, or to the end of the walk.
   */
  #climb(): void {
    this.#toLookUp = []
    while (this.#level < LIMITS.rollupDepth && this.#current.length > 0) {
      this.#toLookUp = this.#current.filter((node) => !this.#isLookedUp[node])
      if (this.#toLookUp.length > 0) return
      this.#current = this.#nextLevel()
      this.#level++
    }
  }

  #nextLevel(): readonly number[] {
    const next: number[] = []
    const visit = (node: number) => {
      if (this.#reached.has(node)) return
      this.#reached.add(node)
      next.push(node)
    }
    for (const node of this.#namedParents) visit(node)
    this.#namedParents = []
    for (const node of this.#current) for (const parent of this.parents[node] as readonly number[]) visit(parent)
    return next
  }

  #addName(name: string): number {
    const existing = this.#numbers.get(name)
    if (existing !== undefined) return existing
    const number = this.names.length
    this.names.push(name)
    this.parents.push([])
    this.children.push([])
    this.#isLookedUp.push(false)
    this.#numbers.set(name, number)
    return number
  }
}

/**
 * The nodes that a walk from some starts reaches within `LIMITS.rollupDepth` levels, each with its level. The starts
 * have level 0. The nodes are in the order of a breadth-first search.
 *
 * @param neighbors the neighbors of each node; `namedParent` counts as the first neighbor of its start
 */
export function findLevels(
  neighbors: readonly (readonly number[])[],
  ...starts: readonly NumberedStart[]
): ReadonlyMap<number, number> {
  const levels = new Map(starts.map(({ node }) => [node, 0]))
  const namedParents = new Map(starts.map(({ node, namedParent }) => [node, namedParent]))
  // A loop over a map also visits the entries that are added during the loop.
  for (const [node, level] of levels) {
    if (level === LIMITS.rollupDepth) break
    const own = neighbors[node] as readonly number[]
    const namedParent = level === 0 ? namedParents.get(node) : undefined
    const next = namedParent === undefined ? own : [namedParent, ...own]
    for (const neighbor of next) if (!levels.has(neighbor)) levels.set(neighbor, level + 1)
  }
  return levels
}

/** The names of the resources at the last level of a walk. The walk does not look up their parents. */
export function resourcesAtLastLevel({ names }: AncestorWalk, levels: ReadonlyMap<number, number>): readonly string[] {
  return [...levels].flatMap(([node, level]) => (level === LIMITS.rollupDepth ? [names[node] as string] : []))
}
