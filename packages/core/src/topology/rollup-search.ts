import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import { type Neighbors, rankedNames } from '../relation/neighbor-list.js'
import type { ResourceKey } from '../relation/relation.js'

/** A resource of an alert that is no node, with the parent that the alert itself names. */
export interface RollupStart extends ResourceKey {
  readonly resourceParent: string | null
}

/** The nearest ancestor that is a node, and how many levels up it is. */
interface Target {
  readonly ancestor: string
  readonly distance: number
}

/**
 * Finds the nearest ancestor that is a node for many resources of one environment at once (api.md, assignments, step 2;
 * order of decisions.md 7 and 9). It walks the union of all their ancestors level by level, so that each resource is
 * looked up once, however many alerts stand below it; then it works back down from the nodes that were found.
 *
 * Of the nearest nodes the one wins that a breadth-first walk in rank order meets first, which is the one behind the
 * highest-ranked parent that is nearest to a node.
 */
export class RollupSearch {
  readonly #parents = new Map<string, readonly string[]>()
  #frontier: readonly string[]
  #level = 0
  #next: ReadonlySet<string>

  /** @param isNode whether a resource of this environment is a node */
  constructor(
    starts: readonly RollupStart[],
    readonly isNode: (resource: string) => boolean,
  ) {
    this.#frontier = [...new Set(starts.map((start) => start.resource))]
    const stated = starts.flatMap(({ resourceParent }) => resourceParent ?? [])
    this.#next = new Set(stated.filter((parent) => !isNode(parent)))
  }

  /** The resources whose parents are wanted next; empty when the walk is over. */
  get frontier(): readonly string[] {
    return this.#frontier
  }

  /** Takes one step up: `neighbors` are the parents of every resource of the frontier. */
  advance(neighbors: Neighbors): void {
    for (const resource of this.#frontier) {
      const parents = neighbors.get(resource)
      this.#parents.set(resource, parents === undefined ? [] : rankedNames(parents))
    }
    const reached = new Set(this.#next)
    this.#next = new Set()
    for (const { names } of neighbors.values()) {
      for (const parent of names) if (!this.isNode(parent)) reached.add(parent)
    }
    this.#level++
    const done = this.#level === LIMITS.rollupDepth
    this.#frontier = done ? [] : [...reached].filter((resource) => !this.#parents.has(resource))
  }

  /** The ancestor for each start that has one within the walked levels; to be asked when the walk is over. */
  resolve(): (start: RollupStart) => string | undefined {
    const targets = this.#targets()
    return ({ resource, resourceParent }) => {
      const parents = this.#parents.get(resource) ?? []
      const first = resourceParent === null || resourceParent === resource ? [] : [resourceParent]
      return this.#nearest([...first, ...parents], targets)?.ancestor
    }
  }

  /** The target of every walked resource that has one, nearest first. */
  #targets(): ReadonlyMap<string, Target> {
    const targets = new Map<string, Target>()
    const children = this.#childrenByParent()
    let level = [...children.keys()].filter(this.isNode)
    for (let distance = 1; distance < LIMITS.rollupDepth && level.length > 0; distance++) {
      const below = new Set(
        level.flatMap((parent) => children.get(parent) ?? []).filter((child) => !targets.has(child)),
      )
      const found = [...below].map((child) => [child, this.#nearest(this.#parents.get(child) ?? [], targets)] as const)
      for (const [child, target] of found) if (target !== undefined) targets.set(child, target)
      level = [...below]
    }
    return targets
  }

  /** Of these parents, in rank order, the first of those that are nearest to a node. */
  #nearest(parents: readonly string[], targets: ReadonlyMap<string, Target>): Target | undefined {
    let nearest: Target | undefined
    for (const parent of parents) {
      const beyond = this.isNode(parent) ? { ancestor: parent, distance: 0 } : targets.get(parent)
      if (beyond === undefined || (nearest !== undefined && beyond.distance + 1 >= nearest.distance)) continue
      nearest = { ancestor: beyond.ancestor, distance: beyond.distance + 1 }
    }
    return nearest
  }

  #childrenByParent(): ReadonlyMap<string, readonly string[]> {
    const steps = [...this.#parents].flatMap(([child, parents]) => parents.map((parent) => ({ child, parent })))
    const groups = [...groupBy(steps, (step) => step.parent)]
    return new Map(groups.map(([parent, group]) => [parent, group.map((step) => step.child)]))
  }
}
