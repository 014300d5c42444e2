import { resourceKey } from '../relation/relation.js'
import type { Node } from '../topology/graph.js'
import type { Topology } from '../topology/topology.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import { environmentNode, isMadeBy, nodeUpdateFor, resourceNode, serviceNode } from './cmdb-node.js'
import type { CmdbRecord } from './cmdb-record.js'
import { EdgeChanges } from './edge-changes.js'
import type { NewNode, NodeEnd, NodeUpdate, TopologyChanges } from './topology-changes.js'

/** The input for planning one topology. */
export interface TopologyTask {
  readonly service: string
  /** `undefined` = the service has no topology yet. */
  readonly stored: Topology | undefined
  /** The records of the service. */
  readonly records: readonly CmdbRecord[]
  /**
   * Returns the former parents of a record's resource: this CMDB stated these parents before, but no longer states
   * them.
   */
  readonly formerParents: (record: CmdbRecord) => ReadonlySet<string> | undefined
}

/**
 * Plans the topology of one service (rules.md#cmdb-topologies): one node for each environment, and one node for each
 * record. The node of a record is below the nodes of its parents. If the topology has none of them, it is below the
 * environment node. In stored nodes, only `params.type` and `params.attributes` change.
 *
 * @param onParentMissing called for each parent of a record that has no node
 */
export function planCmdbTopology(
  task: TopologyTask,
  options: Pick<CmdbImportOptions, 'mode' | 'source'>,
  onParentMissing: (record: CmdbRecord, parent: string) => void,
): TopologyChanges {
  const drafting = new TopologyDrafting(task, options)
  const { records } = task
  const nodes = records.map((record) => drafting.putNode(record))
  // A loop by index, because `entries()` would create an array for each of the many records.
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as CmdbRecord
    drafting.putEdges(record, nodes[at] as NodeEnd, onParentMissing)
  }
  return drafting.end()
}

class TopologyDrafting {
  readonly #create: NewNode[] = []
  readonly #update: NodeUpdate[] = []
  readonly #remove: Node[]
  readonly #service: NodeEnd
  readonly #places: TopologyNodes
  readonly #edges: EdgeChanges

  constructor(
    readonly task: TopologyTask,
    readonly options: Pick<CmdbImportOptions, 'mode' | 'source'>,
  ) {
    const nodes = task.stored?.nodes ?? []
    this.#remove = options.mode === 'replace' ? this.#abandoned(nodes) : []
    const removed = new Set(this.#remove)
    const kept = removed.size === 0 ? nodes : nodes.filter((node) => !removed.has(node))
    this.#places = new TopologyNodes(kept)
    this.#edges = new EdgeChanges(task.stored?.edges ?? [], nodes, removed)
    this.#service = kept.find(({ kind }) => kind === 'service') ?? this.#added(serviceNode(task.service))
  }

  putNode(record: CmdbRecord): NodeEnd {
    const { environment, resource } = record
    const place = this.#places.of(environment) ?? this.#addEnvironment(environment)
    const known = place.resources.get(resource)
    if (known === undefined) {
      const node = this.#added(resourceNode(record))
      place.resources.set(resource, node)
      return node
    }
    const update = 'id' in known ? nodeUpdateFor(known, record, this.options) : undefined
    if (update !== undefined) this.#update.push(update)
    return known
  }

  /**
   * Adds or changes the edges to the node of a record.
   *
   * @param onParentMissing called for each parent of the record that has no node in the topology
   */
  putEdges(
    record: CmdbRecord,
    childNode: NodeEnd,
    onParentMissing: (record: CmdbRecord, parent: string) => void,
  ): void {
    const place = this.#places.of(record.environment) as EnvironmentNodes
    const parentNodes: NodeEnd[] = []
    for (const parent of record.parents) {
      const node = place.resources.get(parent)
      if (node === undefined) onParentMissing(record, parent)
      else parentNodes.push(node)
    }
    const isFallback = parentNodes.length === 0
    if (isFallback) parentNodes.push(place.node)
    if ('id' in childNode) {
      // If this CMDB did not create the node, the edge from the environment to the node stays, and the node gets a
      // second parent.
      const leaves = isMadeBy(childNode, this.options.source) ? place.node : undefined
      const former = this.task.formerParents(record)
      this.#edges.settle({ parentNodes, childNode }, { isFallback, former, leaves })
    } else for (const parentNode of parentNodes) this.#edges.add({ parentNode, childNode })
  }

  end(): TopologyChanges {
    for (const node of this.#edges.orphans) {
      const parentNode = this.#places.of(node.environment)?.node
      if (parentNode !== undefined)
        this.#edges.settle({ parentNodes: [parentNode], childNode: node }, { isFallback: true })
    }
    if (this.options.mode === 'replace') this.#removeEmptyEnvironments()
    const stored = this.task.stored?.nodes.length ?? 0
    const unchanged = stored - this.#update.length - this.#remove.length
    return {
      nodes: { create: this.#create, update: this.#update, remove: this.#remove, unchanged },
      edges: this.#edges.changes,
    }
  }

  #added(node: NewNode): NewNode {
    this.#create.push(node)
    return node
  }

  #addEnvironment(environment: string): EnvironmentNodes {
    const node = this.#added(environmentNode(environment))
    this.#edges.add({ parentNode: this.#service, childNode: node })
    return this.#places.add(environment, node)
  }

  /** The resource nodes that this CMDB created and that have no record any more. Only records of this service count. */
  #abandoned(nodes: readonly Node[]): Node[] {
    const { source } = this.options
    const own = nodes.filter((node) => node.resource !== null && isMadeBy(node, source))
    if (own.length === 0) return []
    const wanted = new Set(this.task.records.map(resourceKey))
    return own.filter(
      ({ environment, resource }) =>
        !wanted.has(resourceKey({ environment: environment ?? '', resource: resource ?? '' })),
    )
  }

  #removeEmptyEnvironments(): void {
    const { parents } = this.#edges
    for (const node of this.task.stored?.nodes ?? []) {
      const isOwn = node.kind === 'environment' && isMadeBy(node, this.options.source)
      if (!isOwn || parents.has(node)) continue
      this.#remove.push(node)
      this.#edges.removeAround(node)
    }
  }
}

/**
 * An environment in a topology: the environment node, and the nodes of its resources. The keys of `resources` are the
 * names of the resources.
 */
export interface EnvironmentNodes {
  readonly node: NodeEnd
  readonly resources: Map<string, NodeEnd>
}

/** Finds stored and new nodes of a topology during planning. */
export class TopologyNodes {
  readonly #places = new Map<string, EnvironmentNodes>()

  constructor(nodes: readonly Node[]) {
    for (const node of nodes) if (node.kind === 'environment') this.add(node.label, node)
    for (const node of nodes) if (node.resource !== null) this.of(node.environment)?.resources.set(node.resource, node)
  }

  of(environment: string | null): EnvironmentNodes | undefined {
    return environment === null ? undefined : this.#places.get(environment)
  }

  add(environment: string, node: NodeEnd): EnvironmentNodes {
    const place = { node, resources: new Map<string, NodeEnd>() }
    this.#places.set(environment, place)
    return place
  }
}
