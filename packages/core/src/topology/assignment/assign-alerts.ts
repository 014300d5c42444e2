import type { Alert } from '../../alert/alert.js'
import { addToList, groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { Neighbors, Walk } from '../../relation/walk.js'
import type { Graph } from '../graph.js'
import { NodeLookup } from './node-lookup.js'

/**
 * The roll-up of an alert: the resource of the alert has no node, so the node of an ancestor shows the alert
 * (rules.md#assignments).
 */
export interface Rollup {
  readonly nodeId: string
  /** The ancestor whose node shows the alert. */
  readonly via: string
}

/** Says which node shows each alert: exactly one node, or none. */
export interface Assignments {
  /** Ids of the alerts on each node, in the order of the alerts. Nodes without alerts are absent. */
  readonly assignments: ReadonlyMap<string, readonly string[]>
  /** The roll-ups, by alert id. Only alerts that are on the node of an ancestor have an entry. */
  readonly rollups: ReadonlyMap<string, Rollup>
  /** The ids of the alerts that no node shows. */
  readonly unassigned: readonly string[]
}

/**
 * Assigns alerts to the nodes of a graph in the four steps of rules.md#assignments. Before `assign`, the caller must
 * complete the {@link walks}, for which it looks up stored relations.
 */
export class AlertAssigner {
  readonly #nodes: NodeLookup
  readonly #searches: ReadonlyMap<string, RollupSearch>

  constructor(
    graph: Graph,
    readonly alerts: readonly Alert[],
  ) {
    this.#nodes = new NodeLookup(graph)
    const withoutNode = alerts.filter(
      (alert) => this.#nodes.hasResources(alert.environment) && this.#nodes.resource(alert) === undefined,
    )
    this.#searches = new Map(
      [...groupBy(withoutNode, (alert) => alert.environment)].map(([environment, starts]) => [
        environment,
        new RollupSearch(starts, (resource) => this.#nodes.resource({ environment, resource }) !== undefined),
      ]),
    )
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, Walk> {
    return this.#searches
  }

  /** Assigns the alerts to nodes. Call this method after all {@link walks} are complete. */
  assign(): Assignments {
    const rollups = new Map<string, Rollup>()
    const assigned = this.alerts.map((alert) => {
      const direct = this.#nodes.resource(alert)
      const via = direct === undefined ? this.#searches.get(alert.environment)?.resolve(alert) : undefined
      const rolledUp =
        via === undefined ? undefined : this.#nodes.resource({ environment: alert.environment, resource: via })
      if (via !== undefined && rolledUp !== undefined) rollups.set(alert.id, { nodeId: rolledUp, via })
      return { id: alert.id, nodeId: direct ?? rolledUp ?? this.#nodes.environment(alert.environment) }
    })
    const byNode = groupBy(assigned, (landing) => landing.nodeId)
    const idsOn = (nodeId: string | undefined) => (byNode.get(nodeId) ?? []).map((landing) => landing.id)
    const nodeIds = [...byNode.keys()].filter((nodeId) => nodeId !== undefined)
    return {
      assignments: new Map(nodeIds.map((nodeId) => [nodeId, idsOn(nodeId)])),
      rollups,
      unassigned: idsOn(undefined),
    }
  }
}

/** The resource of an alert, which has no node, and the parent that the alert names. */
interface RollupStart extends ResourceKey {
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
class RollupSearch implements Walk {
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
    for (const [child, parents] of this.#parents) for (const parent of parents) addToList(children, parent, child)
    return children
  }
}
