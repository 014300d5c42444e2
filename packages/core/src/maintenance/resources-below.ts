import { groupBy } from '../group-by.js'
import { NEIGHBORS_AT_ONCE } from '../relation/adjacency.js'
import type { RelationKey, ResourceKey } from '../relation/relation.js'
import type { Neighbors, Walk } from '../relation/walk.js'

/** The resources below a resource, nearest first, each once; the resource itself is not among them. */
export interface LevelsBelow {
  readonly names: readonly string[]
  /** `upTo[n]` = how many of the names are at most `n` levels below. */
  readonly upTo: readonly number[]
}

/**
 * Walks from some resources of one environment to the resources below them, all at once: each resource is asked for its
 * children once, wherever it is reached from.
 */
export class WalkBelow implements Walk {
  frontier: readonly string[]
  readonly #depth: number
  readonly #stated: ReadonlyMap<string, readonly RelationKey[]>
  readonly #children = new Map<string, readonly string[]>()
  #level = 0

  /**
   * @param depth the number of levels; at least 1
   * @param stated by parent: relations of the environment that are not stored yet. The walk follows them, too
   */
  constructor(resources: Iterable<string>, depth: number, stated: ReadonlyMap<string, readonly RelationKey[]>) {
    this.frontier = [...new Set(resources)]
    this.#depth = depth
    this.#stated = stated
  }

  advance(neighbors: Neighbors): void {
    for (const name of this.frontier) {
      const stored = neighbors.get(name) ?? []
      const stated = this.#stated.get(name) ?? []
      this.#children.set(name, stated.length === 0 ? stored : [...stored, ...stated.map(({ resource }) => resource)])
    }
    this.#level++
    // The last level is the largest, and nobody asks for its children.
    this.frontier = this.#level === this.#depth ? [] : this.#reached()
  }

  /** The resources below one of the resources from which the walk began. Yields for pauses. */
  *below(resource: string): Generator<undefined, LevelsBelow> {
    const reached = new Set([resource])
    const upTo = [0]
    let level: readonly string[] = [resource]
    let read = 0
    while (level.length > 0 && upTo.length <= this.#depth) {
      const known = reached.size
      for (const name of level) {
        for (const child of this.#children.get(name) ?? []) {
          if (read++ % NEIGHBORS_AT_ONCE === NEIGHBORS_AT_ONCE - 1) yield
          reached.add(child)
        }
      }
      // A set keeps the order in which the resources were reached.
      level = [...reached].slice(known)
      upTo.push(reached.size - 1)
    }
    return { names: [...reached].slice(1), upTo }
  }

  #reached(): readonly string[] {
    const next = new Set<string>()
    for (const name of this.frontier) {
      for (const child of this.#children.get(name) ?? []) if (!this.#children.has(child)) next.add(child)
    }
    return [...next]
  }
}

/** What lies below the resources of some alerts, as far as the windows look (rules.md#maintenance-windows-13). */
export class ResourcesBelow {
  /** For windows that look at no other resource. */
  static readonly NONE = new ResourcesBelow(new Map())

  readonly #walks: ReadonlyMap<string, WalkBelow>
  /** The last answer: the same alert is asked by each window, and alerts of one resource often follow each other. */
  #last: (ResourceKey & { readonly below: LevelsBelow }) | undefined

  /** @param walks by environment, each at its end */
  constructor(walks: ReadonlyMap<string, WalkBelow>) {
    this.#walks = walks
  }

  /** The walks for some resources, by environment, which the caller runs to their ends. */
  static walks(
    resources: readonly ResourceKey[],
    depth: number,
    stated: readonly RelationKey[],
  ): ReadonlyMap<string, WalkBelow> {
    const statedIn = groupBy(stated, ({ environment }) => environment)
    const walks = Array.from(
      groupBy(resources, ({ environment }) => environment),
      ([environment, starts]) => {
        const names = starts.map(({ resource }) => resource)
        const children = groupBy(statedIn.get(environment) ?? [], ({ parent }) => parent)
        return [environment, new WalkBelow(names, depth, children)] as const
      },
    )
    return new Map(walks)
  }

  /** The resources below a resource that the walks began with; empty for another one. Yields for pauses. */
  *of({ environment, resource }: ResourceKey): Generator<undefined, LevelsBelow> {
    const last = this.#last
    if (last?.environment === environment && last.resource === resource) return last.below
    const walk = this.#walks.get(environment)
    const below = walk === undefined ? NOTHING : yield* walk.below(resource)
    this.#last = { environment, resource, below }
    return below
  }
}

const NOTHING: LevelsBelow = { names: [], upTo: [0] }
