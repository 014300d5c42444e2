import type { Alert } from '../../alert/alert.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { type ResourceKey, resourceKey } from '../../relation/relation.js'
import type { Walk } from '../../relation/walk.js'
import type { Steps } from '../../steps.js'
import type { Edge, Node, Position } from '../graph.js'
import { layOutInSteps } from '../lay-out/lay-out.js'
import type { Topology } from '../topology.js'
import { ChainSearch } from './chain-search.js'
import { NodeLookup } from './node-lookup.js'
import { SuggestedGraph } from './suggested-graph.js'

export interface SuggestedNode extends Node {
  readonly suggested: true
}

export interface SuggestedEdge extends Edge {
  readonly suggested: true
}

/** The nodes and edges that would give each alert a node (rules.md#suggestions). */
export interface Suggestion {
  /** Each node comes after its parent. */
  readonly nodes: readonly SuggestedNode[]
  readonly edges: readonly SuggestedEdge[]
  readonly summary: SuggestionSummary
  /** True if nodes are left out because the topology would have too many nodes. */
  readonly truncated: boolean
  /**
   * The number of alerts that get no node because the topology would have too many nodes; 0 = every alert that has an
   * environment has a node in the topology or in the suggestion.
   */
  readonly alertsLeftOut: number
}

/**
 * The names in a suggestion, in order of appearance and without duplicates. The fields `new…` contain the proposed
 * nodes. The fields `skipped…` contain those environments and resources of the alerts that already have a node.
 */
export interface SuggestionSummary {
  readonly newEnvironments: readonly string[]
  readonly newResources: readonly ResourceKey[]
  readonly skippedEnvironments: readonly string[]
  readonly skippedResources: readonly ResourceKey[]
}

/**
 * Proposes nodes for those alerts of a topology's service that have no node. For each of these alerts, the suggestion
 * contains nodes for its resource and for the ancestors up to the first one that already has a node
 * (`AncestorChain`; rules.md#suggestions). Before `suggest`, the caller must complete the {@link walks} with the stored
 * relations.
 *
 * If several alerts need a node for the same resource, this node is proposed once, and the first of these alerts
 * decides the parent. So the proposed nodes form trees, and the topology stays valid when all of them are added. The
 * suggestion ends before the first chain that would make the topology too large. The suggestion is then `truncated`.
 *
 * The topology must be valid. The environments and resources of the alerts become labels as they are, so they must be
 * trimmed names without a fault (`nameFault`), and resources must not be empty.
 */
export class NodeSuggester {
  readonly #nodes: NodeLookup
  /** The alerts with an environment. */
  readonly #withEnvironment: readonly Alert[]
  /** The first alert of each resource. Further alerts of the resource need the same node. */
  readonly #firstAlerts: readonly Alert[]
  readonly #withoutNode: readonly Alert[]
  readonly #searches: ReadonlyMap<string, ChainSearch>

  /**
   * @param alerts the alerts to consider. If several alerts have the same resource but different parents, the first of
   *   these alerts decides the parent
   */
  constructor(
    readonly topology: Pick<Topology, 'nodes' | 'edges' | 'orientation'>,
    alerts: readonly Alert[],
  ) {
    this.#nodes = new NodeLookup(topology)
    this.#withEnvironment = alerts.filter(({ environment }) => environment !== '')
    this.#firstAlerts = firstOfEachResource(this.#withEnvironment)
    this.#withoutNode = this.#firstAlerts.filter((alert) => this.#nodes.resource(alert) === undefined)
    this.#searches = new Map(
      [...groupBy(this.#withoutNode, (alert) => alert.environment)].map(([environment, starts]) => [
        environment,
        new ChainSearch(starts, (resource) => this.#nodes.resource({ environment, resource }) !== undefined),
      ]),
    )
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, Walk> {
    return this.#searches
  }

  /**
   * Makes the suggestion. Call this method after the walks are complete.
   *
   * @param newId creates ids that no node has
   * @param limit the maximum number of nodes of the topology together with the suggested nodes
   */
  *suggest(newId: () => string, limit: number = LIMITS.topologyNodes): Steps<Suggestion> {
    const suggested = this.#propose(newId, limit)
    const { nodes, edges } = suggested
    const alertsLeftOut = this.#withEnvironment.filter((alert) => !suggested.hasNode(alert)).length
    yield
    const positions = yield* this.#positionsOf({ nodes, edges })
    return {
      nodes: nodes.map((node) => ({ ...node, position: positions.get(node.id) ?? node.position, suggested: true })),
      edges: edges.map((edge) => ({ ...edge, suggested: true })),
      summary: this.#summarize(nodes),
      truncated: alertsLeftOut > 0,
      alertsLeftOut,
    }
  }

  /**
   * Adds whole chains in the order of their alerts. Stops at the first chain that is too long for the remaining number
   * of nodes, even if a later chain is short enough.
   */
  #propose(newId: () => string, limit: number): SuggestedGraph {
    const suggested = new SuggestedGraph(this.topology, newId, limit)
    for (const alert of this.#withoutNode) {
      if (suggested.hasNode(alert)) continue
      const { environment } = alert
      const isNode = (resource: string) => suggested.hasNode({ environment, resource })
      const chain = this.#searches.get(environment)?.chainOf(alert, isNode)
      if (chain === undefined || !suggested.add(environment, chain)) break
    }
    return suggested
  }

  *#positionsOf({ nodes, edges }: Pick<SuggestedGraph, 'nodes' | 'edges'>): Steps<ReadonlyMap<string, Position>> {
    const stored = this.topology
    if (nodes.length === 0) return new Map()
    const graph = { nodes: [...stored.nodes, ...nodes], edges: [...stored.edges, ...edges] }
    return yield* layOutInSteps(graph, stored.orientation, new Set(stored.nodes.map(({ id }) => id)))
  }

  #summarize(proposed: readonly Node[]): SuggestionSummary {
    const environments = [...new Set(this.#firstAlerts.map(({ environment }) => environment))]
    const onNodes = this.#firstAlerts.filter((alert) => this.#nodes.resource(alert) !== undefined)
    return {
      newEnvironments: proposed.filter(({ kind }) => kind === 'environment').map(({ label }) => label),
      newResources: proposed.flatMap(({ environment, resource }) =>
        environment === null || resource === null ? [] : [{ environment, resource }],
      ),
      skippedEnvironments: environments.filter((environment) => this.#nodes.environment(environment) !== undefined),
      skippedResources: onNodes.map(({ environment, resource }) => ({ environment, resource })),
    }
  }
}

function firstOfEachResource(alerts: readonly Alert[]): readonly Alert[] {
  return [...groupBy(alerts, resourceKey).values()].flatMap(([first]) => first ?? [])
}
