import { type ResourceKey, resourceKey } from '../relation/relation.js'
import type { Node } from '../topology/graph.js'
import type { Topology } from '../topology/topology.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import {
  claimedNode,
  environmentNode,
  isClaimedBy,
  isHeldOnlyBy,
  isMadeBy,
  recordedNode,
  resourceNode,
  serviceNode,
  unclaimedNode,
} from './cmdb-node.js'
import type { CmdbRecord } from './cmdb-record.js'
import { EdgeChanges } from './edge-changes.js'
import type { RemovalReach } from './removal-reach.js'
import type { NewNode, NodeEnd, NodeUpdate, TopologyChanges } from './topology-changes.js'

/** The input for planning one topology. */
export interface TopologyTask {
  readonly service: string
  /** `undefined` = the service has no topology yet. */
  readonly stored: Topology | undefined
  /** The records of the service. */
  readonly records: readonly CmdbRecord[]
  /** Returns the former parents of a resource: this CMDB stated them before, and no source states them now. */
  readonly formerParents: (key: ResourceKey) => ReadonlySet<string> | undefined
}

export interface DraftingOptions extends Pick<CmdbImportOptions, 'mode' | 'source'> {
  readonly reach: RemovalReach
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
  options: DraftingOptions,
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
  readonly #claimed: NodeUpdate[] = []
  readonly #remove: Node[]
  /** The nodes that stay although this CMDB withdraws its claim on them. */
  readonly #left: readonly Node[]
  /** The environments in which this CMDB claims a node after the import. */
  readonly #environments = new Set<string | null>()
  readonly #service: NodeEnd
  readonly #places: TopologyNodes
  readonly #edges: EdgeChanges

  constructor(
    readonly task: TopologyTask,
    readonly options: DraftingOptions,
  ) {
    const nodes = task.stored?.nodes ?? []
    const abandoned = options.reach.isEmpty ? [] : this.#abandoned(nodes)
    this.#remove = abandoned.filter((node) => isHeldOnlyBy(node, options.source))
    this.#left = abandoned.filter((node) => !isHeldOnlyBy(node, options.source))
    for (const node of this.#left) this.#put(unclaimedNode(node, options.source))
    const removed = new Set(this.#remove)
    const kept = removed.size === 0 ? nodes : nodes.filter((node) => !removed.has(node))
    this.#places = new TopologyNodes(kept)
    this.#edges = new EdgeChanges(task.stored?.edges ?? [], nodes, removed)
    this.#service = kept.find(({ kind }) => kind === 'service') ?? this.#added(serviceNode(task.service))
  }

  putNode(record: CmdbRecord): NodeEnd {
    const { environment, resource } = record
    const place = this.#places.of(environment) ?? this.#addEnvironment(environment)
    this.#environments.add(environment)
    const known = place.resources.get(resource)
    if (known === undefined) {
      const node = this.#added(resourceNode(record))
      place.resources.set(resource, node)
      return node
    }
    if ('id' in known) this.#put(recordedNode(known, record, this.options))
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
      // If this CMDB did not create the node, the edge from the environment node stays, and the node gets a second
      // parent.
      const leaves = isMadeBy(childNode, this.options.source) ? place.node : undefined
      const former = this.task.formerParents(record)
      this.#edges.settle({ parentNodes, childNode }, { isFallback, former, leaves })
    } else for (const parentNode of parentNodes) this.#edges.add({ parentNode, childNode })
  }

  end(): TopologyChanges {
    this.#returnLeft()
    for (const node of this.#edges.orphans) {
      const parentNode = this.#places.of(node.environment)?.node
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

  #put(update: NodeUpdate | undefined): void {
    if (update === undefined) return
    const { node, params } = update
    if (params === node.params) this.#claimed.push(update)
    else this.#update.push(update)
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

  /** The resource nodes that this CMDB claims, but that no longer have a record with this service. */
  #abandoned(nodes: readonly Node[]): readonly Node[] {
    const { source, reach } = this.options
    const own = nodes.filter((node) => node.resource !== null && isClaimedBy(node, source))
    if (own.length === 0) return own
    const wanted = new Set(this.task.records.map(resourceKey))
    return own.filter((node) => {
      const key = keyOf(node)
      const isAbandoned = !wanted.has(resourceKey(key)) && reach.covers(key)
      if (!isAbandoned) this.#environments.add(node.environment)
      return isAbandoned
    })
  }

  /** The nodes that this CMDB still claims although they have no record. Their edges may be stale. */
  get #unlisted(): readonly Node[] {
    const { source, reach } = this.options
    if (!reach.removesStale) return []
    const wanted = new Set(this.task.records.map(resourceKey))
    const others = new Set([...this.#left, ...this.#remove])
    return (this.task.stored?.nodes ?? []).filter((node) => {
      const isResource = node.resource !== null && !wanted.has(resourceKey(keyOf(node)))
      return isResource && !others.has(node) && isClaimedBy(node, source)
    })
  }

  /** Removes edges that no source states any more, from nodes that stay without a record. */
  #returnLeft(): void {
    for (const node of [...this.#left, ...this.#unlisted]) {
      const former = this.task.formerParents(keyOf(node))
      const place = this.#places.of(node.environment)
      if (former === undefined || place === undefined) continue
      this.#edges.settle({ parentNodes: [place.node], childNode: node }, { isFallback: true, former })
    }
  }

  /**
   * Claims the environment nodes of all environments in which this CMDB claims a node. Withdraws its claims on other
   * environment nodes, and removes them unless they have children, another CMDB claims them, or they were drawn by hand.
   */
  #settleEnvironments(): void {
    const { source, reach } = this.options
    const nodes = (this.task.stored?.nodes ?? []).filter(({ kind }) => kind === 'environment')
    for (const node of nodes) if (this.#environments.has(node.label)) this.#put(claimedNode(node, source))
    const left = nodes.filter(
      (node) => !this.#environments.has(node.label) && isClaimedBy(node, source) && reach.coversEnvironment(node.label),
    )
    if (left.length === 0) return
    const { parents } = this.#edges
    for (const node of left) {
      if (!isHeldOnlyBy(node, source)) this.#put(unclaimedNode(node, source))
      else if (!parents.has(node)) {
        this.#remove.push(node)
        this.#edges.removeAround(node)
      }
    }
  }
}

function keyOf({ environment, resource }: Node): ResourceKey {
  return { environment: environment ?? '', resource: resource ?? '' }
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
