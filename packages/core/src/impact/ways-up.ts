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
 * Collects the ancestors of many resources of one environment, up to `LIMITS.rollupDepth` levels
 * (rules.md#reach-2). Each resource is looked up once, even if many resources are below it. Each resource gets a
 * number, so that later steps can use arrays.
 */
export class WaysUp implements Walk {
  /** The names of the resources, by number. */
  readonly names: string[] = []
  /**
   * The numbers of the parents of each resource, in rank order. Empty for the resources of the last level, because
   * their parents are not looked up.
   */
  readonly parents: (readonly number[])[] = []
  readonly #numbers = new Map<string, number>()
  #asked: readonly number[]
  #frontier: readonly string[]
  /**
   * The parents that the alerts name, except for the resources of alerts. These parents are one level above the
   * resources of their alerts. So the second look-up, and not the first, contains them.
   */
  #stated: readonly number[]
  #level = 0

  constructor(starts: readonly WayUpStart[]) {
    this.#asked = [...new Set(starts.map(({ resource }) => this.#intern(resource)))]
    const known = this.names.length
    const stated = starts.flatMap(({ resourceParent }) =>
      resourceParent === null ? [] : [this.#intern(resourceParent)],
    )
    this.#stated = [...new Set(stated)].filter((node) => node >= known)
    this.#frontier = this.#namesOf(this.#asked)
  }

  get frontier(): readonly string[] {
    return this.#frontier
  }

  advance(neighbors: Neighbors): void {
    const known = this.names.length
    for (const node of this.#asked) {
      const parents = neighbors.get(this.names[node] as string) ?? []
      this.parents[node] = parents.map((parent) => this.#intern(parent))
    }
    this.#level++
    const found = Array.from({ length: this.names.length - known }, (_, index) => known + index)
    this.#asked = this.#level === LIMITS.rollupDepth ? [] : [...this.#stated, ...found]
    this.#stated = []
    this.#frontier = this.#namesOf(this.#asked)
  }

  /** The number of a resource; `undefined` if the resource is on none of the ways up. */
  numberOf(resource: string): number | undefined {
    return this.#numbers.get(resource)
  }

  /** The numbers of a start. The start must be one of those that were passed to the constructor. */
  numbered({ resource, resourceParent }: WayUpStart): NumberedStart {
    const node = this.#numbers.get(resource)
    if (node === undefined) throw new Error(`no way up starts at "${resource}"`)
    return { node, stated: resourceParent === null ? undefined : this.#numbers.get(resourceParent) }
  }

  /** The numbers of the children of each resource, without an order. */
  children(): readonly (readonly number[])[] {
    const children: number[][] = this.parents.map(() => [])
    for (const [child, above] of this.parents.entries()) for (const parent of above) children[parent]?.push(child)
    return children
  }

  #intern(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.names.length
    this.names.push(name)
    this.parents.push([])
    this.#numbers.set(name, number)
    return number
  }

  #namesOf(nodes: readonly number[]): readonly string[] {
    return nodes.map((node) => this.names[node] as string)
  }
}
