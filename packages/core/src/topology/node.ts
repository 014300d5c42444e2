import type { JsonObject } from '../json-value.js'

export const NODE_KINDS = ['service', 'environment', 'resource'] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** The keys that a node's `hierarchyConfig` may have (rules.md#nodes). */
export const HIERARCHY_CONFIG_KEYS = [
  'hereditary',
  'disabledHereditary',
  'disabledSLA',
  'disabledPerformance',
  'severityLevelsSLA',
  'severityLevelsPerformance',
  'severityLevelsSLAAvailability',
  'severityLevelsSLAPerformance',
] as const

/** A position on the canvas, in pixels. */
export interface Position {
  readonly x: number
  readonly y: number
}

/** A node in the form in which a caller sends it. The node is well-formed, and its label is trimmed. */
export interface DrawnNode {
  readonly id: string
  readonly kind: NodeKind
  readonly label: string
  readonly icon: string
  readonly params: JsonObject
  readonly hierarchyConfig: JsonObject
  readonly position: Position
}

/** A stored node: `environment` and `resource` are derived from its place in the graph. */
export interface Node extends DrawnNode {
  /**
   * `null` for the service node. In a graph that breaks rules, also `null` for a resource below no environment or below
   * several environments.
   */
  readonly environment: string | null
  /** `null` unless the kind is `resource`. */
  readonly resource: string | null
}
