import { type ResourceKey, resourceKey } from '../../relation/relation.js'
import type { Edge, Graph, Node } from '../graph.js'
import type { AncestorChain } from './chain-search.js'
import { NodeLookup } from './node-lookup.js'

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
