import type { Node, NodeKind } from '../topology/graph.js'

/**
 * The actions of changes, most severe first. A list that cannot contain all changes contains the most severe changes.
 */
export const CHANGE_ACTIONS = ['remove', 'update', 'create'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** Names a node for people, who do not know the ids of nodes. */
export interface NodeName {
  readonly kind: NodeKind
  /** `null` for the service node. */
  readonly environment: string | null
  readonly label: string
}

/** The fields that all changes have. */
interface ChangeBase {
  readonly action: ChangeAction
  /** The names of the fields that an update changes, at least one; absent for other changes. */
  readonly fields?: readonly string[]
}

/** A change of a relation in the resource graph: `parent` is the parent of `resource`. */
export interface RelationChange extends ChangeBase {
  readonly kind: 'relation'
  readonly environment: string
  readonly resource: string
  readonly parent: string
  /** The parents that `parent` replaces, at most {@link LIMITS.formerParents}. */
  readonly formerParents?: readonly string[]
}

/** A change of the topology itself. Changes of its nodes and edges are {@link NodeChange} and {@link EdgeChange}. */
export interface TopologyChange extends ChangeBase {
  readonly kind: 'topology'
  readonly service: string
}

export interface NodeChange extends ChangeBase {
  readonly kind: 'node'
  readonly service: string
  readonly node: NodeName
}

export interface EdgeChange extends ChangeBase {
  readonly kind: 'edge'
  readonly service: string
  readonly parentNode: NodeName
  readonly childNode: NodeName
  /** The parent that `parentNode` replaces. */
  readonly formerParentNode?: NodeName
}

export interface WeightPolicyChange extends ChangeBase {
  readonly kind: 'weightPolicy'
  /** The service of the topology that the policy belongs to. */
  readonly service: string
  readonly name: string
}

export interface RedundancyRuleChange extends ChangeBase {
  readonly kind: 'redundancyRule'
  /**
   * The service of the topology whose document contains the rule, or that draws the resource of the rule; missing if
   * the change concerns no topology.
   */
  readonly service?: string
  readonly environment: string
  readonly resource: string
}

/** An active alert that gets another status. */
export interface AlertChange extends ChangeBase {
  readonly kind: 'alert'
  readonly environment: string
  readonly resource: string
  readonly event: string
}

export interface CatalogServiceChange extends ChangeBase {
  readonly kind: 'catalogService'
  readonly service: string
}

/** An item that a change set creates, updates or removes, described with names instead of ids. */
export type Change =
  | RelationChange
  | TopologyChange
  | NodeChange
  | EdgeChange
  | WeightPolicyChange
  | RedundancyRuleChange
  | CatalogServiceChange
  | AlertChange

/** The changes of a plan that a response lists. */
export interface ListedChanges {
  readonly changes: readonly Change[]
  /** The number of all changes, including the changes that are not listed. */
  readonly changesTotal: number
}

/** Returns only the fields that name a node. The argument may be a whole node. */
export function nodeNameOf({ kind, environment, label }: NodeName): NodeName {
  return { kind, environment, label }
}

/**
 * Returns a function that finds the name of a node by its id, for example to name the two ends of an edge. Its first
 * call builds an index of the nodes.
 */
export function createNameFinder(nodes: readonly Node[]): (id: string) => NodeName {
  let byId: ReadonlyMap<string, Node> | undefined
  return (id) => {
    byId ??= new Map(nodes.map((node) => [node.id, node]))
    return nodeNameOf(byId.get(id) as Node)
  }
}
