import { LIMITS } from '../../limits.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { Neighbors, Walk } from '../../relation/walk.js'

/** The resource of an alert, which has no node, and the parent that the alert names. */
export interface RollupStart extends ResourceKey {
  readonly resourceParent: string | null
}

/** The nearest of a resource's ancestors that have a node, and the number of levels between the two. */
interface FoundAncestor {
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
  /** The parents that alerts name and that have no node. The walk looks up their parents at its second level. */
  #namedParents: ReadonlySet<string>
  /** The nearest ancestor with a node, by resource. This map is filled after the walk. */
  readonly #ancestors = new Map<string, FoundAncestor>()

  /** @param isNode returns true if a resource of this environment has a node */
  constructor(
    starts: readonly RollupStart[],
    readonly isNode: (resource: string) => boolean,
  ) {
    this.#frontier = [...new Set(starts.map((start) => start.resource))]
    const named = starts.flatMap(({ resourceParent }) => resourceParent ?? [])
    this.#namedParents = new Set(named.filter((parent) => !isNode(parent)))
  }

  get frontier(): readonly string[] {
    return this.#frontier
  }

  advance(neighbors: Neighbors): void {
    const reached = new Set(this.#namedParents)
    this.#namedParents = new Set()
    for (const resource of this.#frontier) {
      const parents = neighbors.get(resource) ?? []
      this.#parents.set(resource, parents)
      for (const parent of parents) if (!this.isNode(parent)) reached.add(parent)
    }
    this.#level++
    const isDone = this.#level === LIMITS.rollupDepth
    this.#frontier = isDone ? [] : [...reached].filter((resource) => !this.#parents.has(resource))
    if (this.#frontier.length === 0) this.#findAncestors()
  }

  /**
   * The nearest ancestor with a node, within the levels that were walked; `undefined` if there is no such ancestor.
   * Call this method after the walk is complete.
   */
  resolve({ resource, resourceParent }: RollupStart): string | undefined {
    const own = this.#ancestors.get(resource)
    const named =
      resourceParent === null || resourceParent === resource ? undefined : this.#selfOrAncestor(resourceParent)
    if (named === undefined || named.distance >= LIMITS.rollupDepth) return own?.ancestor
    return own === undefined || named.distance < own.distance ? named.ancestor : own.ancestor
  }

  /**
   * Finds the nearest ancestor with a node for every resource below such an ancestor. The search goes down from the
   * resources with a node, level by level.
   */
  #findAncestors(): void {
    const children = this.#childrenByParent()
    let above = new Set([...children.keys()].filter(this.isNode))
    for (let distance = 1; distance <= LIMITS.rollupDepth && above.size > 0; distance++) {
      const nearer = above
      const below = [...nearer].flatMap((parent) => children.get(parent) ?? [])
      above = new Set(below.filter((child) => !this.#ancestors.has(child)))
      for (const child of above) {
        const parent = this.#parents.get(child)?.find((name) => nearer.has(name))
        const target = parent === undefined ? undefined : this.#selfOrAncestor(parent)
        if (target !== undefined) this.#ancestors.set(child, { ancestor: target.ancestor, distance })
      }
    }
  }

  /** The resource itself, if it has a node; otherwise its nearest ancestor with a node. */
  #selfOrAncestor(resource: string): FoundAncestor | undefined {
    return this.isNode(resource) ? { ancestor: resource, distance: 0 } : this.#ancestors.get(resource)
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
