import type { RelationKey } from '../relation/relation.js'
import type { Neighbors, Walk } from '../relation/walk.js'
import { isRest, type Stepwise } from '../work-meter.js'

/** Climbing this many relations takes a few milliseconds. */
const STEPS_AT_ONCE = 20_000

const NONE = -1

/**
 * Walks from some resources of one environment to the resources below them, all at once: each resource is asked for its
 * children once, wherever it is reached from. Resources have numbers, in the order in which they are reached.
 */
export class WalkBelow implements Walk {
  frontier: readonly string[]
  readonly #depth: number
  readonly #stated: ReadonlyMap<string, readonly RelationKey[]>
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []
  /** By number, those of the parents from which the walk has reached the resource. */
  readonly #parents: number[][] = []
  #level = 0

  /**
   * @param depth the number of levels; at least 1
   * @param stated relations of the environment that are not stored yet, but count, by parent
   */
  constructor(resources: Iterable<string>, depth: number, stated: ReadonlyMap<string, readonly RelationKey[]>) {
    this.frontier = [...new Set(resources)]
    this.#depth = depth
    this.#stated = stated
    for (const name of this.frontier) this.#number(name)
  }

  advance(neighbors: Neighbors): void {
    const known = this.#names.length
    for (const name of this.frontier) {
      const parent = this.#number(name)
      for (const child of neighbors.get(name) ?? []) this.#parents[this.#number(child)]?.push(parent)
      for (const { resource } of this.#stated.get(name) ?? []) this.#parents[this.#number(resource)]?.push(parent)
    }
    this.#level++
    // The last level is the largest, and nobody asks for its children.
    this.frontier = this.#level === this.#depth ? [] : this.#names.slice(known)
  }

  /**
   * Finds for each resource the nearest resource that matches, at most `depth` levels below it: the resource itself if it
   * matches. Asks each resource once, and climbs from all that match at once. Yields for pauses.
   */
  *nearest(sought: Sought): Generator<undefined, NearestBelow> {
    const found = yield* this.#matching(sought)
    let level: Iterable<number> = [...found.keys()]
    for (let height = 0; height < sought.depth; height++) level = yield* this.#climb(level, found)
    const below = (resource: string) => found.get(this.#numbers.get(resource) ?? NONE)
    return { size: found.size, of: (resource) => this.#names[below(resource) ?? NONE] }
  }

  /** The resources that match, each below itself. */
  *#matching({ matches, named }: Sought): Generator<undefined, Map<number, number>> {
    const found = new Map<number, number>()
    let at = 0
    for (const name of named ?? this.#names) {
      const node = named === undefined ? at++ : this.#numbers.get(name)
      if (node === undefined) continue
      const matched = matches(name)
      if (isRest(matched) ? yield* matched : matched) found.set(node, node)
    }
    return found
  }

  /** Adds the parents of a level to `found`, and returns those that are new. */
  *#climb(level: Iterable<number>, found: Map<number, number>): Generator<undefined, Iterable<number>> {
    let steps = 0
    const next: number[] = []
    for (const node of level) {
      const parents = this.#parents[node] as readonly number[]
      for (const parent of parents) {
        if (++steps % STEPS_AT_ONCE === 0) yield
        if (found.has(parent)) continue
        found.set(parent, found.get(node) as number)
        next.push(parent)
      }
    }
    return next
  }

  #number(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#parents.push([])
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }
}

/** What is looked for below resources. */
interface Sought {
  readonly matches: (resource: string) => Stepwise<boolean>
  /** The only resources that can match; `undefined` = all. */
  readonly named: ReadonlySet<string> | undefined
  readonly depth: number
}

export interface NearestBelow {
  /** The number of resources with an answer. */
  readonly size: number
  /** The nearest matching resource below a resource; `undefined` = there is none. */
  readonly of: (resource: string) => string | undefined
}
