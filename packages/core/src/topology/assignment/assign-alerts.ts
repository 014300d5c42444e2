import type { Alert } from '../../alert/alert.js'
import { groupBy } from '../../group-by.js'
import type { Walk } from '../../relation/walk.js'
import type { Graph } from '../graph.js'
import { NodeLookup } from './node-lookup.js'
import { RollupSearch } from './rollup-search.js'

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
