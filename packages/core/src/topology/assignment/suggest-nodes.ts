import type { Alert } from '../../alert/alert.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { type ResourceKey, resourceKey } from '../../relation/relation.js'
import type { Walk } from '../../relation/walk.js'
import type { Steps } from '../../steps.js'
import type { Edge, Graph, Node, Position } from '../graph.js'
import { layOutInSteps } from '../lay-out/lay-out.js'
import type { Topology } from '../topology.js'
import { type AncestorChain, ChainSearch } from './chain-search.js'
import { NodeLookup } from './node-lookup.js'

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

/**
 * Nodes and edges to add to a graph. The graph stays valid if all these nodes and edges are added. The nodes have no
 * positions yet.
 */
export class SuggestedGraph {
  /** Each node comes after its parent. */
  readonly nodes: Node[] = []
  readonly edges: Edge[] = []
  readonly #stored: NodeLookup
  readonly #service: string
  readonly #environments = new Map<string, string>()
  readonly #resources = new Map<string, string>()
  #remaining: number

  /** @param limit the maximum number of nodes of the graph together with the proposed nodes */
  constructor(
    graph: Graph,
    readonly newId: () => string,
    limit: number,
  ) {
    const service = graph.nodes.find((node) => node.kind === 'service')
    if (service === undefined) throw new Error('the graph has no service node: it is not valid')
    this.#service = service.id
    this.#stored = new NodeLookup(graph)
    this.#remaining = limit - graph.nodes.length
  }

  /** True if the resource has a node, either in the graph or proposed. */
  hasNode(key: ResourceKey): boolean {
    return this.#idOf(key) !== undefined
  }

  /**
   * Proposes a node for each resource of the chain. The chain is connected to the node of `top`, or, if there is no
   * `top`, to the node of the environment. If the environment has no node, a node is proposed for it too
   * (rules.md#suggestions-2). If the graph would have too many nodes, proposes nothing and returns false.
   */
  add(environment: string, { resources, top }: AncestorChain): boolean {
    const existing = this.#environments.get(environment) ?? this.#stored.environment(environment)
    const needed = resources.length + (existing === undefined ? 1 : 0)
    if (needed > this.#remaining) return false
    this.#remaining -= needed
    const environmentNode = existing ?? this.#addEnvironment(environment)
    let parent = (top === undefined ? undefined : this.#idOf({ environment, resource: top })) ?? environmentNode
    for (const resource of resources.toReversed()) parent = this.#addResource({ environment, resource }, parent)
    return true
  }

  #idOf(key: ResourceKey): string | undefined {
    return this.#stored.resource(key) ?? this.#resources.get(resourceKey(key))
  }

  #addEnvironment(environment: string): string {
    const id = this.#addBelow(this.#service, { kind: 'environment', label: environment, environment, resource: null })
    this.#environments.set(environment, id)
    return id
  }

  #addResource({ environment, resource }: ResourceKey, parent: string): string {
    const id = this.#addBelow(parent, { kind: 'resource', label: resource, environment, resource })
    this.#resources.set(resourceKey({ environment, resource }), id)
    return id
  }

  #addBelow(parent: string, fields: Pick<Node, 'kind' | 'label' | 'environment' | 'resource'>): string {
    const id = this.newId()
    this.nodes.push({ id, ...fields, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } })
    this.edges.push({ id: this.newId(), source: parent, target: id })
    return id
  }
}
