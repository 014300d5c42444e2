import { LIMITS } from '../../limits.js'
import type { Neighbors, Walk } from '../../relation/walk.js'

/** A resource without a node, with the parent that its alert names. */
export interface ChainStart {
  readonly resource: string
  readonly resourceParent: string | null
}

/** The resources above a resource that have no node, up to the first one that has (rules.md#suggestions-3). */
export interface Chain {
  /** From the resource upwards; each is a child of the next. None of them has a node. */
  readonly resources: readonly string[]
  /** The resource above the last of them; it has a node. `undefined` = there is none. */
  readonly top: string | undefined
}

/**
 * Follows main parents upwards from many resources of one environment at once. Walks the union of all chains level by
 * level, so that each resource is looked up once, however many chains contain it.
 */
export class ChainSearch implements Walk {
  /** The main parent of each resource that was looked up; `undefined` = it has none. */
  readonly #parents = new Map<string, string | undefined>()
  #frontier: readonly string[]
  #level = 0

  /** @param isNode whether a resource of this environment has a node */
  constructor(
    starts: readonly ChainStart[],
    readonly isNode: (resource: string) => boolean,
  ) {
    this.#frontier = this.#unknown(starts.map((start) => statedParent(start) ?? start.resource))
  }

  get frontier(): readonly string[] {
    return this.#frontier
  }

  advance(neighbors: Neighbors): void {
    for (const resource of this.#frontier) this.#parents.set(resource, neighbors.get(resource)?.[0])
    const above = this.#frontier.flatMap((resource) => this.#parents.get(resource) ?? [])
    this.#level++
    this.#frontier = this.#level === LIMITS.rollupDepth ? [] : this.#unknown(above)
  }

  /**
   * The chain of one of the starts. Call it after the walk.
   *
   * @param isNode as in the constructor; more resources may have nodes by now
   */
  chainOf(start: ChainStart, isNode: (resource: string) => boolean): Chain {
    const resources = [start.resource]
    let parent = statedParent(start) ?? this.#parents.get(start.resource)
    for (let level = 1; level <= LIMITS.rollupDepth; level++) {
      if (parent === undefined || resources.includes(parent)) break
      if (isNode(parent)) return { resources, top: parent }
      resources.push(parent)
      parent = this.#parents.get(parent)
    }
    return { resources, top: undefined }
  }

  /** The resources to look up, without duplicates; nothing above a node is looked up. */
  #unknown(resources: readonly string[]): readonly string[] {
    return [...new Set(resources)].filter((resource) => !this.#parents.has(resource) && !this.isNode(resource))
  }
}

/**
 * The parent that an alert names. A parent equal to the alert's own resource does not count
 * (rules.md#relations-of-an-alert-3).
 */
function statedParent({ resource, resourceParent }: ChainStart): string | undefined {
  return resourceParent === null || resourceParent === '' || resourceParent === resource ? undefined : resourceParent
}
