import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import { define, ID, REFERENCE, REQUIRED_NAME, STORED_TIME, TEXT } from '../schema/field.js'
import { fieldHas, ifThenElse } from '../schema/field-rules.js'
import {
  alias,
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  optionalWithoutDefault,
  required,
  type Stored,
  setByServer,
} from '../schema/noun.js'
import { EDGE, type Edge, type Graph, NODE, type Node } from './graph.js'

export const ORIENTATIONS = ['TB', 'LR', 'CI'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** The fields that a body sets, besides the graph (rules.md#topology-fields). */
export const FIELDS_WITHOUT_GRAPH = /* @__PURE__ */ define(() => ({
  name: required(REQUIRED_NAME),
  description: required(TEXT),
  service: required(REQUIRED_NAME, { description: 'Has at most one topology of schemaVersion 2; never changes' }),
  serviceKpi: nullable(REFERENCE),
  service_kpi: alias('serviceKpi', REFERENCE, { deprecated: true, description: 'serviceKpi, for older clients' }),
  orientation: optional(z.enum(ORIENTATIONS), 'TB'),
}))

/**
 * The schemas of the graph, for the OpenAPI document. `readGraph` reads the graph, because it may have thousands of
 * nodes, and its faults have codes of their own.
 */
const GRAPH_SCHEMAS = /* @__PURE__ */ define(() => ({
  nodes: optionalWithoutDefault({
    sent: listSchema<NewBody<typeof NODE>>(NODE.created).meta({ maxItems: LIMITS.topologyNodes }),
    stored: listSchema<Node>(NODE.stored),
  }),
  edges: optionalWithoutDefault({
    sent: listSchema<NewBody<typeof EDGE>>(EDGE.created),
    stored: listSchema<Edge>(EDGE.stored),
  }),
}))

/** The schema of a list whose items have a more exact TypeScript type than the schema of an item. */
export function listSchema<Item>(item: z.ZodType) {
  return z.array(item) as unknown as z.ZodType<readonly Item[], readonly Item[]>
}

const arrayOfAtLeast = (minItems: number) => ({ type: 'array', items: {}, minItems })

/**
 * In the JSON schema: a graph with two or more nodes needs an edge, because every node except the service node has a
 * parent.
 */
const EDGES_REQUIRED_RULE = /* @__PURE__ */ ifThenElse(
  fieldHas('nodes', arrayOfAtLeast(2)),
  fieldHas('edges', arrayOfAtLeast(1)),
)

/** Topologies. Each one is the graph of one service (rules.md#topology-fields). */
export const TOPOLOGY = /* @__PURE__ */ defineNoun(() => ({
  id: 'Topology',
  description: 'The drawing of a service',
  fields: {
    id: setByServer(ID),
    ...FIELDS_WITHOUT_GRAPH,
    schemaVersion: setByServer(z.literal([1, 2], { error: 'must be 1 or 2' }), {
      description: '2 = a valid graph; 1 = a tree of an earlier release, converted to a graph that may break rules',
    }),
    ...GRAPH_SCHEMAS,
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME, { description: 'Increases with every save, so that it identifies a version' }),
  },
  example: {
    name: 'Shop',
    description: 'What customers see',
    service: 'shop',
    orientation: 'TB',
    nodes: [
      { id: 'shop', kind: 'service', label: 'Shop' },
      { id: 'production', kind: 'environment', label: 'Production' },
      { id: 'db', kind: 'resource', label: 'database', icon: 'database' },
    ],
    edges: [
      { source: 'shop', target: 'production' },
      { source: 'production', target: 'db' },
    ],
  },
  change: { name: 'The shop' },
  bodies: {
    created: {
      description: 'A topology without nodes gets a single service node',
      ...ifThenElse(fieldHas('nodes', arrayOfAtLeast(0)), EDGES_REQUIRED_RULE, {
        properties: { edges: { maxItems: 0 } },
      }),
    },
    changed: {
      description: 'nodes and edges are sent together and replace the whole graph',
      ...ifThenElse(
        fieldHas('nodes', arrayOfAtLeast(0)),
        { ...fieldHas('edges', arrayOfAtLeast(0)), ...EDGES_REQUIRED_RULE },
        { properties: { edges: { type: 'null' } } },
      ),
    },
  },
}))

/** A topology without its graph (rules.md#reading-topologies-7). */
export const TOPOLOGY_SUMMARY = /* @__PURE__ */ define(() =>
  TOPOLOGY.stored
    .omit({ nodes: true, edges: true })
    .meta({ id: 'TopologySummary', description: 'A topology without its graph' }),
)

export interface Topology extends Stored<typeof TOPOLOGY> {}
/** A new topology (rules.md#creating-a-topology). If no nodes are sent, the topology gets a single service node. */
export interface TopologyInput extends NewBody<typeof TOPOLOGY> {}
/** Changes of a topology. Fields that are left out stay unchanged (rules.md#saving-a-topology). */
export interface TopologyPatch extends Changes<typeof TOPOLOGY> {}
/** A topology without its graph. Its `updateTime` also identifies the version of the graph. */
export type TopologySummary = Omit<Topology, keyof Graph>

type RankedTopology = Pick<Topology, 'id' | 'schemaVersion' | 'createTime'>

/**
 * Sorts the topologies of one service by precedence: first the topology of schemaVersion 2, then the topologies of
 * schemaVersion 1 (trees of an earlier release), oldest createTime first. Topologies with equal times are sorted by id.
 * A service has at most one topology of schemaVersion 2, but may have several of schemaVersion 1.
 */
export function byPrecedence(left: RankedTopology, right: RankedTopology): number {
  return (
    right.schemaVersion - left.schemaVersion ||
    compareNames(left.createTime, right.createTime) ||
    compareNames(left.id, right.id)
  )
}
