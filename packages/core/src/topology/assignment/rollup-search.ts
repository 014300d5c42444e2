import { LIMITS } from '../../limits.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { Neighbors, Walk } from '../../relation/walk.js'

/** The resource of an alert, which has no node, and the parent that the alert names. */
export interface RollupStart extends ResourceKey {
  readonly resourceParent: string | null
}

/** The nearest ancestor with a node, and the number of levels to it. */
interface Target {
  readonly ancestor: string
  readonly distance: number
}

/**
 * Finds the nearest ancestor with a node for many resources of one environment at the same time
 * (rules.md#assignments-7). Walks up level by level, and looks up each resource only once, even if many alerts are
 * below it. After the walk, the search goes from the ancestors with a node back down to the resources.
 *
 * If several ancestors with a node are equally near, the result is the ancestor that a breadth-first search in rank
 * order finds first. To get this result in the search downward, a resource takes over the ancestor of one of its
 * parents: of the parents that are nearest to a node, the one with the strongest rank.
 */
export class RollupSearch implements Walk {
  readonly #parents = new Map<string, readonly string[]>()
  #frontier: readonly string[]
  #level = 0
  #next: ReadonlySet<string>
  /** The nearest ancestor with a node, by resource. This map is filled after the walk. */
  readonly #targets = new Map<string, Target>()

  /** @param isNode returns true if a resource of this environment has a node */
  constructor(
    starts: readonly RollupStart[],
    readonly isNode: (resource: string) => boolean,
  ) {
    this.#frontier = [...new Set(starts.map((start) => start.resource))]
    const named = starts.flatMap(({ resourceParent }) => resourceParent ?? [])
    this.#next = new Set(named.filter((parent) => !isNode(parent)))
  }

  get frontier(): readonly string[] {
    return this.#frontier
  }

  advance(neighbors: Neighbors): void {
    const reached = new Set(this.#next)
    this.#next = new Set()
    for (const resource of this.#frontier) {
      const parents = neighbors.get(resource) ?? []
      this.#parents.set(resource, parents)
      for (const parent of parents) if (!this.isNode(parent)) reached.add(parent)
    }
    this.#level++
    const isDone = this.#level === LIMITS.rollupDepth
    this.#frontier = isDone ? [] : [...reached].filter((resource) => !this.#parents.has(resource))
    if (this.#frontier.length === 0) this.#findTargets()
  }

  /**
   * The nearest ancestor with a node, within the levels that were walked; `undefined` if there is no such ancestor.
   * Call this method after the walk is complete.
   */
  resolve({ resource, resourceParent }: RollupStart): string | undefined {
    const own = this.#targets.get(resource)
    const named = resourceParent === null || resourceParent === resource ? undefined : this.#targetAt(resourceParent)
    if (named === undefined || named.distance >= LIMITS.rollupDepth) return own?.ancestor
    return own === undefined || named.distance < own.distance ? named.ancestor : own.ancestor
  }

  /**
   * Finds the nearest ancestor with a node for every resource below such an ancestor. The search goes down from the
   * resources with a node, level by level.
   */
  #findTargets(): void {
    const children = this.#childrenByParent()
    let above = new Set([...children.keys()].filter(this.isNode))
    for (let distance = 1; distance <= LIMITS.rollupDepth && above.size > 0; distance++) {
      const nearer = above
      const below = [...nearer].flatMap((parent) => children.get(parent) ?? [])
      above = new Set(below.filter((child) => !this.#targets.has(child)))
      for (const child of above) {
        const parent = this.#parents.get(child)?.find((name) => nearer.has(name))
        const target = parent === undefined ? undefined : this.#targetAt(parent)
        if (target !== undefined) this.#targets.set(child, { ancestor: target.ancestor, distance })
      }
    }
  }

  /** The target of a resource. A resource with a node is its own target. */
  #targetAt(resource: string): Target | undefined {
    return this.isNode(resource) ? { ancestor: resource, distance: 0 } : this.#targets.get(resource)
  }

  #childrenByParent(): ReadonlyMap<string, readonly string[]> {
    const children = new Map<string, string[]>()
    for (const [child, parents] of this.#parents) {
      for (const parent of parents) {
        const siblings = children.get(parent)
        if (siblings === undefined) children.set(parent, [child])
        else siblings.push(child)
      }
    }
    return children
  }
}
