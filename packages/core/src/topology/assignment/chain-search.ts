import { LIMITS } from '../../limits.js'
import type { Neighbors, Walk } from '../../relation/walk.js'

/** The resource of an alert, which has no node, and the parent that the alert names. */
export interface ChainStart {
  readonly resource: string
  readonly resourceParent: string | null
}

/**
 * The chain of main parents of an alert (rules.md#suggestions-3): the resources without a node, and the first resource
 * that has a node.
 */
export interface AncestorChain {
  /**
   * The resources without a node, from the resource of the alert upwards: each resource is a child of the next
   * resource.
   */
  readonly resources: readonly string[]
  /** The first resource that has a node: the parent of the last of `resources`; `undefined` if there is none. */
  readonly top: string | undefined
}

/**
 * Follows the main parents (the parents with the strongest rank) up from many resources of one environment at the same
 * time, level by level. Each resource is looked up only once, even if many chains contain it.
 */
export class ChainSearch implements Walk {
  /** The main parent of each resource that was looked up; `undefined` = the resource has no parent. */
  readonly #parents = new Map<string, string | undefined>()
  #frontier: readonly string[]
  #level = 0

  /** @param isNode returns true if a resource of this environment has a node */
  constructor(
    starts: readonly ChainStart[],
    readonly isNode: (resource: string) => boolean,
  ) {
    this.#frontier = this.#toLookUp(starts.map((start) => namedParent(start) ?? start.resource))
  }

  get frontier(): readonly string[] {
    return this.#frontier
  }

  advance(neighbors: Neighbors): void {
    for (const resource of this.#frontier) this.#parents.set(resource, neighbors.get(resource)?.[0])
    const above = this.#frontier.flatMap((resource) => this.#parents.get(resource) ?? [])
    this.#level++
    this.#frontier = this.#level === LIMITS.rollupDepth ? [] : this.#toLookUp(above)
  }

  /**
   * Returns the chain that begins at a start. Call this method after the walk is complete.
   *
   * @param isNode returns true if a resource of this environment has a node, or if a node is already proposed for this
   *   resource
   */
  chainOf(start: ChainStart, isNode: (resource: string) => boolean): AncestorChain {
    const resources = [start.resource]
    let parent = namedParent(start) ?? this.#parents.get(start.resource)
    for (let level = 1; level <= LIMITS.rollupDepth; level++) {
      if (parent === undefined || resources.includes(parent)) break
      if (isNode(parent)) return { resources, top: parent }
      resources.push(parent)
      parent = this.#parents.get(parent)
    }
    return { resources, top: undefined }
  }

  /** The resources to look up next, without duplicates. Parents of a resource with a node are not looked up. */
  #toLookUp(resources: readonly string[]): readonly string[] {
    return [...new Set(resources)].filter((resource) => !this.#parents.has(resource) && !this.isNode(resource))
  }
}

/**
 * The parent that an alert names; `undefined` if the alert names no parent, or if the alert names its own resource as
 * the parent (rules.md#relations-of-an-alert-3).
 */
function namedParent({ resource, resourceParent }: ChainStart): string | undefined {
  return resourceParent === null || resourceParent === '' || resourceParent === resource ? undefined : resourceParent
}
