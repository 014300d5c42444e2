import { type ResourceKey, resourceKey } from '../relation/relation.js'
import type { Node } from '../topology/graph.js'
import type { Topology } from '../topology/topology.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import {
  addClaim,
  applyRecord,
  environmentNode,
  isClaimedBy,
  isClaimedOnlyBy,
  isCreatedBy,
  resourceNode,
  serviceNode,
  withdrawClaim,
} from './cmdb-node.js'
import type { CmdbRecord } from './cmdb-record.js'
import { EdgeChanges } from './edge-changes.js'
import type { RemovalScope } from './removal-scope.js'
import type { EdgeEnd, NewNode, NodeUpdate, TopologyChanges } from './topology-changes.js'

/** The input for planning one topology. */
export interface TopologyTask {
  readonly service: string
  /** The stored topology; `undefined` = the service has no topology yet. */
  readonly stored: Topology | undefined
  /** The records of the service. */
  readonly records: readonly CmdbRecord[]
  /** Returns the former parents of a resource: this CMDB declared them before, and no source declares them now. */
  readonly formerParents: (key: ResourceKey) => ReadonlySet<string> | undefined
}

export interface TopologyPlanOptions extends Pick<CmdbImportOptions, 'mode' | 'source'> {
  readonly removalScope: RemovalScope
}

/**
 * Plans the topology of one service (rules.md#cmdb-topologies): one node for each environment, and one node for each
 * record. The node of a record is below the nodes of its parents. If the topology has no node for any of them, the node
 * is below the environment node. In stored nodes, only `params` and the claims change.
 *
 * @param onParentMissing called for each parent of a record that has no node in the topology
 */
export function planCmdbTopology(
  task: TopologyTask,
  options: TopologyPlanOptions,
  onParentMissing: (record: CmdbRecord, parent: string) => void,
): TopologyChanges {
  const planner = new TopologyPlanner(task, options)
  const { records } = task
  const nodes = records.map((record) => planner.addRecord(record))
  // Loops by index, because `entries()` would create an array for each of the many records.
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as CmdbRecord
    planner.connect(record, nodes[at] as EdgeEnd, onParentMissing)
  }
  return planner.finish()
}

class TopologyPlanner {
  readonly #create: NewNode[] = []
  readonly #update: NodeUpdate[] = []
  readonly #claimed: NodeUpdate[] = []
  readonly #remove: Node[]
  /** The nodes that stay although this CMDB withdraws its claim on them. */
  readonly #unclaimed: readonly Node[]
  /** The environments in which this CMDB claims a node after the import. */
  readonly #environments = new Set<string | null>()
  readonly #service: EdgeEnd
  readonly #nodes: TopologyNodes
  readonly #edges: EdgeChanges

  constructor(
    readonly task: TopologyTask,
    readonly options: TopologyPlanOptions,
  ) {
    const nodes = task.stored?.nodes ?? []
    const unlisted = options.removalScope.keepsAllNodes ? [] : this.#findUnlisted(nodes)
    this.#remove = unlisted.filter((node) => isClaimedOnlyBy(node, options.source))
    this.#unclaimed = unlisted.filter((node) => !isClaimedOnlyBy(node, options.source))
    for (const node of this.#unclaimed) this.#addUpdate(withdrawClaim(node, options.source))
    const removed = new Set(this.#remove)
    const remainingNodes = removed.size === 0 ? nodes : nodes.filter((node) => !removed.has(node))
    this.#nodes = new TopologyNodes(remainingNodes)
    this.#edges = new EdgeChanges(task.stored?.edges ?? [], nodes, removed)
    this.#service = remainingNodes.find(({ kind }) => kind === 'service') ?? this.#addNode(serviceNode(task.service))
  }

  addRecord(record: CmdbRecord): EdgeEnd {
    const { environment, resource } = record
    const environmentNodes = this.#nodes.inEnvironment(environment) ?? this.#addEnvironment(environment)
    this.#environments.add(environment)
    const existing = environmentNodes.resources.get(resource)
    if (existing === undefined) {
      const node = this.#addNode(resourceNode(record))
      environmentNodes.resources.set(resource, node)
      return node
    }
    if ('id' in existing) this.#addUpdate(applyRecord(existing, record, this.options))
    return existing
  }

  /**
   * Adds or changes the edges to the node of a record.
   *
   * @param onParentMissing called for each parent of the record that has no node in the topology
   */
  connect(record: CmdbRecord, childNode: EdgeEnd, onParentMissing: (record: CmdbRecord, parent: string) => void): void {
    const environmentNodes = this.#nodes.inEnvironment(record.environment) as EnvironmentNodes
    const parentNodes: EdgeEnd[] = []
    for (const parent of record.parents) {
      const node = environmentNodes.resources.get(parent)
      if (node === undefined) onParentMissing(record, parent)
      else parentNodes.push(node)
    }
    const isFallback = parentNodes.length === 0
    if (isFallback) parentNodes.push(environmentNodes.node)
    if ('id' in childNode) {
      // If this CMDB did not create the node, the edge from the environment node stays, and the node gets a second
      // parent.
      const replaceable = isCreatedBy(childNode, this.options.source) ? environmentNodes.node : undefined
      const former = this.task.formerParents(record)
      this.#edges.settle({ parentNodes, childNode }, { isFallback, former, replaceable })
    } else for (const parentNode of parentNodes) this.#edges.add({ parentNode, childNode })
  }

  finish(): TopologyChanges {
    this.#removeLostEdges()
    for (const node of this.#edges.nodesBelowRemoved) {
      const parentNode = this.#nodes.inEnvironment(node.environment)?.node
      if (parentNode !== undefined)
        this.#edges.settle({ parentNodes: [parentNode], childNode: node }, { isFallback: true })
    }
    this.#settleEnvironments()
    const stored = this.task.stored?.nodes.length ?? 0
    const unchanged = stored - this.#update.length - this.#remove.length
    return {
      nodes: { create: this.#create, update: this.#update, remove: this.#remove, unchanged },
      edges: this.#edges.changes,
      claimed: this.#claimed,
    }
  }

  #addUpdate(update: NodeUpdate | undefined): void {
    if (update === undefined) return
    const { node, params } = update
    if (params === node.params) this.#claimed.push(update)
    else this.#update.push(update)
  }

  #addNode(node: NewNode): NewNode {
    this.#create.push(node)
    return node
  }

  #addEnvironment(environment: string): EnvironmentNodes {
    const node = this.#addNode(environmentNode(environment))
    this.#edges.add({ parentNode: this.#service, childNode: node })
    return this.#nodes.add(environment, node)
  }

  /** The resource nodes that this CMDB claims, but that no longer have a record with this service. */
  #findUnlisted(nodes: readonly Node[]): readonly Node[] {
    const { source, removalScope } = this.options
    const claimedNodes = nodes.filter((node) => node.resource !== null && isClaimedBy(node, source))
    if (claimedNodes.length === 0) return claimedNodes
    const inFile = new Set(this.task.records.map(resourceKey))
    return claimedNodes.filter((node) => {
      const key = resourceKeyOfNode(node)
      const isUnlisted = !inFile.has(resourceKey(key)) && removalScope.covers(key)
      if (!isUnlisted) this.#environments.add(node.environment)
      return isUnlisted
    })
  }

  /** The nodes that this CMDB still claims although they have no record. Their edges may be stale. */
  get #stillClaimed(): readonly Node[] {
    const { source, removalScope } = this.options
    if (!removalScope.removesStale) return []
    const inFile = new Set(this.task.records.map(resourceKey))
    const others = new Set([...this.#unclaimed, ...this.#remove])
    return (this.task.stored?.nodes ?? []).filter((node) => {
      const isResource = node.resource !== null && !inFile.has(resourceKey(resourceKeyOfNode(node)))
      return isResource && !others.has(node) && isClaimedBy(node, source)
    })
  }

  /** Removes edges that no source declares any more, from nodes that stay without a record. */
  #removeLostEdges(): void {
    for (const node of [...this.#unclaimed, ...this.#stillClaimed]) {
      const former = this.task.formerParents(resourceKeyOfNode(node))
      const environmentNodes = this.#nodes.inEnvironment(node.environment)
      if (former === undefined || environmentNodes === undefined) continue
      this.#edges.settle({ parentNodes: [environmentNodes.node], childNode: node }, { isFallback: true, former })
    }
  }

  /**
   * Claims the environment nodes of all environments in which this CMDB claims a node. Withdraws its claims on other
   * environment nodes, and removes them unless they have children, another CMDB claims them, or they were drawn by
   * hand.
   */
  #settleEnvironments(): void {
    const { source, removalScope } = this.options
    const nodes = (this.task.stored?.nodes ?? []).filter(({ kind }) => kind === 'environment')
    for (const node of nodes) if (this.#environments.has(node.label)) this.#addUpdate(addClaim(node, source))
    const unclaimed = nodes.filter(
      (node) =>
        !this.#environments.has(node.label) && isClaimedBy(node, source) && removalScope.coversEnvironment(node.label),
    )
    if (unclaimed.length === 0) return
    const { parents } = this.#edges
    for (const node of unclaimed) {
      if (!isClaimedOnlyBy(node, source)) this.#addUpdate(withdrawClaim(node, source))
      else if (!parents.has(node)) {
        this.#remove.push(node)
        this.#edges.removeParentEdges(node)
      }
    }
  }
}

function resourceKeyOfNode({ environment, resource }: Node): ResourceKey {
  return { environment: environment ?? '', resource: resource ?? '' }
}

/**
 * An environment in a topology: the environment node, and the nodes of its resources. The keys of `resources` are the
 * names of the resources.
 */
export interface EnvironmentNodes {
  readonly node: EdgeEnd
  readonly resources: Map<string, EdgeEnd>
}

/** Finds stored and new nodes of a topology during planning. */
export class TopologyNodes {
  readonly #nodes = new Map<string, EnvironmentNodes>()

  constructor(nodes: readonly Node[]) {
    for (const node of nodes) if (node.kind === 'environment') this.add(node.label, node)
    for (const node of nodes)
      if (node.resource !== null) this.inEnvironment(node.environment)?.resources.set(node.resource, node)
  }

  inEnvironment(environment: string | null): EnvironmentNodes | undefined {
    return environment === null ? undefined : this.#nodes.get(environment)
  }

  add(environment: string, node: EdgeEnd): EnvironmentNodes {
    const environmentNodes = { node, resources: new Map<string, EdgeEnd>() }
    this.#nodes.set(environment, environmentNodes)
    return environmentNodes
  }
}
