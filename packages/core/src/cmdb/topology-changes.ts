import type { ChangeSet } from '../change-set.js'
import type { JsonObject } from '../json-value.js'
import type { Edge, Node, NodeClaim } from '../topology/graph.js'
import type { CmdbRecord } from './cmdb-record.js'

/** A node to create. Its id, position and `params` are set when the topology is built. */
export interface NewNode extends Pick<Node, 'kind' | 'label' | 'environment' | 'resource'> {
  /** The record of the resource; `undefined` for a service node or an environment node. */
  readonly record: CmdbRecord | undefined
}

/** One end of an edge: a stored node or a new node. */
export type EdgeEnd = Node | NewNode

export interface NodeUpdate {
  readonly node: Node
  readonly params: JsonObject
  /** All claims of the node after the import. */
  readonly claims: readonly NodeClaim[]
}

export interface NewEdge {
  readonly parentNode: EdgeEnd
  readonly childNode: EdgeEnd
}

/** An edge that replaces a stored edge. */
export interface EdgeUpdate extends NewEdge {
  readonly replaced: Edge
}

/** The changes that an import makes to one topology. */
export interface TopologyChanges {
  readonly nodes: ChangeSet<NewNode, NodeUpdate, Node>
  readonly edges: ChangeSet<NewEdge, EdgeUpdate, Edge>
  /** The nodes of which only the claims change. They are counted as unchanged. */
  readonly claimed: readonly NodeUpdate[]
}
