import { LIMITS } from '../limits.js'
import type { Neighbors, Walk } from '../relation/walk.js'

/** Where a way up starts: the resource of an alert, and the parent that the alert names. */
export interface WayUpStart {
  readonly resource: string
  readonly resourceParent: string | null
}

/** A start, with numbers instead of names. `stated` is the parent that the alert names; `undefined` = it names none. */
export interface NumberedStart {
  readonly node: number
  readonly stated: number | undefined
}

/**
 * Collects the ancestors of many resources of one environment, up to `LIMITS.rollupDepth` levels (rules.md#reach-2).
 * Each resource is looked up once, even if many resources are below it. Each resource gets a number, so that later
 * steps can use arrays. Starts can be added later; then only resources that are new on the ways up are looked up.
 */
export class WaysUp implements Walk {
  /** The names of the resources, by number. */
  readonly names: string[] = []
  /**
   * The numbers of the parents of each resource, in rank order. Empty for the resources of the last level, because
   * their parents are not looked up.
   */
  readonly parents: (readonly number[])[] = []
  /** The numbers of the children of each resource, without an order. */
  readonly children: number[][] = []
  readonly #numbers = new Map<string, number>()
  readonly #isLookedUp: boolean[] = []
  /** The resources of the current level of the walk, each once. */
  #current: readonly number[] = []
  /** The resources that the walk has reached since starts were last added. */
  #reached = new Set<number>()
  /**
   * The parents that the alerts name. They are one level above the resources of their alerts, so the walk reaches them
   * when it leaves level 0.
   */
  #stated: readonly number[] = []
  #level = 0
  #asked: readonly number[] = []

  constructor(starts: readonly WayUpStart[]) {
    this.add(starts)
  }

  /** The names of the resources that must be looked up next. */
  get frontier(): readonly string[] {
    return this.#asked.map((node) => this.names[node] as string)
  }

  /** Adds starts to a walk that is over (its `frontier` is empty). The walk continues from these starts. */
  add(starts: readonly WayUpStart[]): void {
    this.#reached = new Set(starts.map(({ resource }) => this.#intern(resource)))
    this.#current = [...this.#reached]
    this.#stated = starts.flatMap(({ resourceParent }) =>
      resourceParent === null ? [] : [this.#intern(resourceParent)],
    )
    this.#level = 0
    this.#climb()
  }

  advance(neighbors: Neighbors): void {
    for (const node of this.#asked) {
      const parents = (neighbors.get(this.names[node] as string) ?? []).map((parent) => this.#intern(parent))
      this.parents[node] = parents
      this.#isLookedUp[node] = true
      for (const parent of parents) this.children[parent]?.push(node)
    }
    this.#climb()
  }

  /** The number of a resource; `undefined` if the resource is on none of the ways up. */
  numberOf(resource: string): number | undefined {
    return this.#numbers.get(resource)
  }

  /** The numbers of a start. The start must be one of those that were passed to the constructor or to {@link add}. */
  numbered({ resource, resourceParent }: WayUpStart): NumberedStart {
    const node = this.#numbers.get(resource)
    if (node === undefined) throw new Error(`no way up starts at "${resource}"`)
    return { node, stated: resourceParent === null ? undefined : this.#numbers.get(resourceParent) }
  }

  /** Climbs up to the next level with a resource that has not been looked up yet, or to the end of the walk. */
  #climb(): void {
    this.#asked = []
    while (this.#level < LIMITS.rollupDepth && this.#current.length > 0) {
      this.#asked = this.#current.filter((node) => !this.#isLookedUp[node])
      if (this.#asked.length > 0) return
      this.#current = this.#nextLevel()
      this.#level++
    }
  }

  #nextLevel(): readonly number[] {
    const next: number[] = []
    const reach = (node: number) => {
      if (this.#reached.has(node)) return
      this.#reached.add(node)
      next.push(node)
    }
    for (const node of this.#stated) reach(node)
    this.#stated = []
    for (const node of this.#current) for (const parent of this.parents[node] as readonly number[]) reach(parent)
    return next
  }

  #intern(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
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
 * @param neighbors the neighbors of each node; `stated` counts as the first neighbor of its start
 */
export function levelsOf(
  neighbors: readonly (readonly number[])[],
  ...starts: readonly NumberedStart[]
): ReadonlyMap<number, number> {
  const levels = new Map(starts.map(({ node }) => [node, 0]))
  const statedBy = new Map(starts.map(({ node, stated }) => [node, stated]))
  // The loop over a map also visits the entries that the loop itself adds.
  for (const [node, level] of levels) {
    if (level === LIMITS.rollupDepth) break
    const own = neighbors[node] as readonly number[]
    const stated = level === 0 ? statedBy.get(node) : undefined
    const next = stated === undefined ? own : [stated, ...own]
    for (const neighbor of next) if (!levels.has(neighbor)) levels.set(neighbor, level + 1)
  }
  return levels
}

/** The names of the nodes of the last level of a walk, whose parents the walk does not look up. */
export function lastLevel({ names }: WaysUp, levels: ReadonlyMap<number, number>): readonly string[] {
  return [...levels].flatMap(([node, level]) => (level === LIMITS.rollupDepth ? [names[node] as string] : []))
}
