import { z } from 'zod'
import type { JsonObject, JsonValue } from '../json-value.js'
import { define, ID, JSON_OBJECT, NAME, NUMBER, REFERENCE, TEXT } from '../schema/field.js'
import { defineNoun, optional, optionalWithoutDefault, required, type Stored, setByServer } from '../schema/noun.js'

export const NODE_KINDS = ['service', 'environment', 'resource'] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** The keys that the `hierarchyConfig` of a node may have (rules.md#nodes). */
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

const NODE_KIND_SCHEMA = /* @__PURE__ */ define(() =>
  z.enum(NODE_KINDS).meta({ description: 'What the node stands for' }),
)

const HIERARCHY_CONFIG_SCHEMA = /* @__PURE__ */ define(
  () =>
    z
      .strictObject(
        Object.fromEntries(
          HIERARCHY_CONFIG_KEYS.map((key) => [key, z.unknown().optional().meta({ description: 'Any JSON' })]),
        ),
      )
      .meta({
        id: 'HierarchyConfig',
        description: 'Settings of earlier releases, which are stored as they are',
      }) as unknown as typeof JSON_OBJECT,
)

const POSITION_SCHEMA = /* @__PURE__ */ define(() => ({
  sent: z
    .object({ x: NUMBER, y: NUMBER })
    .meta({ description: 'When omitted, a stored node keeps its position and a new node is laid out' }),
  stored: z
    .strictObject({ x: NUMBER, y: NUMBER })
    .meta({ id: 'Position', description: 'The place of a node on the canvas, in pixels' }),
}))

/**
 * Nodes of topologies (rules.md#nodes). Not this schema but `readNode` reads the nodes of a body, because a graph may
 * have thousands of nodes.
 */
export const NODE = /* @__PURE__ */ defineNoun(() => ({
  id: 'Node',
  description: 'A node of a topology',
  fields: {
    id: required(ID),
    kind: required(NODE_KIND_SCHEMA),
    label: required(NAME),
    environment: setByServer(NAME.nullable(), {
      description:
        'Derived; null for the service node and, in a tree of an earlier release, for a resource that is not below exactly one environment',
    }),
    resource: setByServer(NAME.nullable(), { description: 'Derived; null unless the kind is resource' }),
    icon: optional(TEXT, ''),
    params: optional(
      JSON_OBJECT,
      {},
      {
        description:
          'Further values of any kind. The server sets claims: the names of the CMDB sources that claim the node, the first one first',
      },
    ),
    hierarchyConfig: optional(HIERARCHY_CONFIG_SCHEMA, {}),
    position: optionalWithoutDefault(POSITION_SCHEMA),
  },
  takesOthers: true,
  example: { id: 'db', kind: 'resource', label: 'database', icon: 'database' },
  change: {},
}))

/**
 * Directed edges from a parent node to a child node (rules.md#edges). Not this schema but `readGraph` reads the edges
 * of a body.
 */
export const EDGE = /* @__PURE__ */ defineNoun(() => ({
  id: 'Edge',
  description: 'An edge of a topology, from parent to child',
  fields: {
    id: optionalWithoutDefault({ sent: REFERENCE.meta({ description: 'Generated when omitted' }), stored: z.string() }),
    source: required(ID, { description: 'The id of the parent node' }),
    target: required(ID, { description: 'The id of the child node' }),
  },
  takesOthers: true,
  example: { source: 'production', target: 'db' },
  change: {},
}))

/** What one CMDB declares about the resource or the environment of a node (rules.md#claims-of-nodes). */
export interface NodeClaim {
  /** The name of the CMDB source. */
  readonly source: string
  /** The type of the resource; missing = the CMDB declares no type. */
  readonly type?: JsonValue
  readonly attributes: JsonObject
}

/** A stored node. Its `environment` and `resource` are derived from its kind, label and parents. */
export interface Node extends Stored<typeof NODE> {
  /**
   * What each CMDB declares about the node; missing if this follows from `params`. Answers never contain this field:
   * they have the names of the sources in `params.claims`.
   */
  readonly claims?: readonly NodeClaim[]
}
/** A node in the form in which a caller sends it. The node is well-formed, and its label is trimmed. */
export type DrawnNode = Omit<Node, 'environment' | 'resource'>
/** A position on the canvas, in pixels. */
export type Position = Node['position']
export interface Edge extends Stored<typeof EDGE> {}

/** Nodes and edges as a caller sent them. They are not checked yet; `readGraph` reads them. */
export interface SentGraph {
  readonly nodes: unknown
  readonly edges: unknown
}

/** Nodes and edges from a caller. Each of them is well-formed, but the graph as a whole is not checked yet. */
export interface GraphInput {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
}

/**
 * A graph whose nodes and edges are in the order in which the caller sent them. Every node has its derived environment
 * and resource. The graph of a topology of schemaVersion 2 is valid. The graph of a tree of an earlier release
 * (schemaVersion 1) may break rules.
 */
export interface Graph {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}
