import type { NodeKind } from '../topology/node.js'

/** What may happen to a thing, what matters most first: where not all changes are listed, those are. */
export const CHANGE_ACTIONS = ['remove', 'update', 'create'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** By what people know a node of a topology; its id means nothing to them. */
export interface NodeName {
  readonly kind: NodeKind
  /** `null` for the service node. */
  readonly environment: string | null
  readonly label: string
}

/** Of every change. */
interface Changing {
  readonly action: ChangeAction
  /** Of an update: which fields of the stored thing change, at least one. */
  readonly fields?: readonly string[]
}

/** A relation of the resource graph: `resource` has `parent`. */
export interface RelationChange extends Changing {
  readonly kind: 'relation'
  readonly environment: string
  readonly resource: string
  readonly parent: string
  /** The parents in whose place it comes, at most {@link LIMITS.formerParents}. */
  readonly formerParents?: readonly string[]
}

/** The topology of a service, apart from its nodes and edges. */
export interface TopologyChange extends Changing {
  readonly kind: 'topology'
  readonly service: string
}

export interface NodeChange extends Changing {
  readonly kind: 'node'
  readonly service: string
  readonly node: NodeName
}

export interface EdgeChange extends Changing {
  readonly kind: 'edge'
  readonly service: string
  readonly parentNode: NodeName
  readonly childNode: NodeName
  /** The parent in whose place `parentNode` comes. */
  readonly formerParentNode?: NodeName
}

export interface WeightPolicyChange extends Changing {
  readonly kind: 'weightPolicy'
  /** That of the document that asks for it. */
  readonly service: string
  readonly name: string
}

export interface CatalogServiceChange extends Changing {
  readonly kind: 'catalogService'
  readonly service: string
}

/** One of the things that a change set creates, updates or removes, by names that people know. */
export type Change =
  | RelationChange
  | TopologyChange
  | NodeChange
  | EdgeChange
  | WeightPolicyChange
  | CatalogServiceChange

/** What an answer tells of the changes of a plan. */
export interface ListedChanges {
  readonly changes: readonly Change[]
  /** How many there are, listed or not. */
  readonly changesTotal: number
}
