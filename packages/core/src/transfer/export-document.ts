import { z } from 'zod'
import {
  type AnsweredCatalogService,
  answeredCatalogService,
  CATALOG_SERVICE,
  type CatalogService,
} from '../catalog/catalog-service.js'
import { answeredFilter } from '../filter/filter.js'
import { sortedJson } from '../json-value.js'
import { compareNames } from '../name.js'
import { WEIGHT_POLICY, type WeightPolicy } from '../policy/policy.js'
import { REDUNDANCY_RULE, type RedundancyRule } from '../redundancy/redundancy-rule.js'
import { define, NAME, STORED_TIME, TEXT } from '../schema/field.js'
import { defineNoun, optionalWithoutDefault, setByServer } from '../schema/noun.js'
import type { Steps } from '../steps.js'
import { EDGE, type Edge, type Graph, NODE, NODE_KINDS, type Node } from '../topology/graph.js'
import { FIELDS_WITHOUT_GRAPH, listSchema, type Topology } from '../topology/topology.js'
import { compareResources } from './plan-rules.js'

/**
 * The values that identify an export file: the `kind` of a document and of a bundle, and the `schemaVersion` of both.
 */
export const EXPORT_FORMAT = {
  documentKind: 'platform-service-topology',
  bundleKind: 'platform-service-topology-bundle',
  schemaVersion: 2,
} as const

/** When and by which version of opsgraph a file was written. An import ignores these fields. */
export interface ExportStamp {
  /** ISO 8601 in UTC with milliseconds. */
  readonly exportedAt: string
  readonly appVersion: string
}

const STAMP_SHAPE = /* @__PURE__ */ define(() => ({
  schemaVersion: z.literal(EXPORT_FORMAT.schemaVersion),
  exportedAt: STORED_TIME.meta({ description: 'Informational' }),
  appVersion: z.string().meta({ description: 'Informational' }),
}))

/** A topology without its graph, in files. A file that is imported may leave out every field. */
export const DOCUMENT_HEAD = /* @__PURE__ */ defineNoun(() => ({
  id: 'DocumentHead',
  description: 'The topology without its graph',
  fields: {
    id: setByServer(z.string()),
    ...FIELDS_WITHOUT_GRAPH,
    name: optionalWithoutDefault(NAME),
    description: optionalWithoutDefault(TEXT),
    service: optionalWithoutDefault(NAME, { description: 'Default: the query parameter service' }),
  },
  takesOthers: true,
  example: { service: 'shop' },
  change: {},
}))

const EXPORTED_POLICY = /* @__PURE__ */ define(() => WEIGHT_POLICY.stored.omit({ topologyId: true, createTime: true }))
type ExportedPolicy = Readonly<z.output<typeof EXPORTED_POLICY>>

const EXPORTED_RULE = /* @__PURE__ */ define(() =>
  REDUNDANCY_RULE.stored.omit({ id: true, createTime: true, updateTime: true }),
)
type ExportedRule = Readonly<z.output<typeof EXPORTED_RULE>>

/** One topology as a file (rules.md#topology-export). */
export const EXPORT_DOCUMENT = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      kind: z.literal(EXPORT_FORMAT.documentKind),
      ...STAMP_SHAPE,
      topology: DOCUMENT_HEAD.stored
        .omit({ service_kpi: true })
        .meta({ description: 'The topology without its graph' }),
      nodes: listSchema<Node>(NODE.stored),
      edges: listSchema<Edge>(EDGE.stored),
      weightPolicies: listSchema<ExportedPolicy>(EXPORTED_POLICY).meta({
        description: 'The weight policies of the topology and of its service',
      }),
      catalogService: CATALOG_SERVICE.stored
        .nullable()
        .meta({ description: 'null = the service is not in the catalog' }) as z.ZodType<AnsweredCatalogService | null>,
      rules: listSchema<ExportedRule>(EXPORTED_RULE).meta({
        description: 'The redundancy rules of the resources that the topology draws',
      }),
    })
    .meta({ id: 'ExportDocument', description: 'A topology as a file' }),
)
export type ExportDocument = Readonly<z.output<typeof EXPORT_DOCUMENT>>

/** Several topologies as one file (rules.md#topology-export-5). */
export const EXPORT_BUNDLE = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      kind: z.literal(EXPORT_FORMAT.bundleKind),
      ...STAMP_SHAPE,
      topologies: listSchema<ExportDocument>(EXPORT_DOCUMENT).meta({
        description: 'The topologies, ordered by service',
      }),
    })
    .meta({ id: 'ExportBundle', description: 'Several topologies as a file' }),
)
export type ExportBundle = Readonly<z.output<typeof EXPORT_BUNDLE>>

/** The stored data that goes into the document of a topology. */
export interface ExportedState {
  readonly topology: Topology
  /** The result of `policiesOfTopologies`, in creation order. */
  readonly weightPolicies: readonly WeightPolicy[]
  readonly catalogService: CatalogService | undefined
  /** The rules of the resources that the topology draws, in any order. */
  readonly rules: readonly RedundancyRule[]
}

/**
 * Creates the document of one topology. The same state always gives the same document, even if the store returns the
 * data in another order: nodes are sorted by kind, environment and label, edges by the nodes that they connect,
 * policies by the order in which they are applied, rules by their resources, and keys by name. Yields for pauses.
 */
export function* exportDocument(state: ExportedState, { exportedAt, appVersion }: ExportStamp): Steps<ExportDocument> {
  const { topology, weightPolicies, catalogService, rules } = state
  const { id, name, description, service, serviceKpi, orientation } = topology
  return {
    kind: EXPORT_FORMAT.documentKind,
    schemaVersion: EXPORT_FORMAT.schemaVersion,
    exportedAt,
    appVersion,
    topology: { id, name, description, service, serviceKpi, orientation },
    ...(yield* sortGraphInSteps(topology)),
    weightPolicies: weightPolicies.map(toExportedPolicy),
    catalogService: catalogService === undefined ? null : answeredCatalogService(catalogService),
    rules: rules.toSorted(compareResources).map(({ id: _, createTime: __, updateTime: ___, ...rule }) => rule),
  }
}

/** Creates a bundle. Its documents are ordered by service. */
export function exportBundle(
  documents: readonly ExportDocument[],
  { exportedAt, appVersion }: ExportStamp,
): ExportBundle {
  const topologies = [...documents].sort(
    ({ topology: left }, { topology: right }) =>
      compareNames(left.service, right.service) || compareNames(left.id, right.id),
  )
  return {
    kind: EXPORT_FORMAT.bundleKind,
    schemaVersion: EXPORT_FORMAT.schemaVersion,
    exportedAt,
    appVersion,
    topologies,
  }
}

function* sortGraphInSteps({ nodes, edges }: Graph): Steps<Pick<ExportDocument, 'nodes' | 'edges'>> {
  const ordered = [...nodes].sort(compareNodes)
  yield
  const exported = ordered.map(toExportedNode)
  yield
  const indexes = new Map(ordered.map(({ id }, index) => [id, index]))
  const rankOfEdge = ({ source, target }: Edge) =>
    (indexes.get(source) ?? 0) * nodes.length + (indexes.get(target) ?? 0)
  // The rank of each edge in the order is computed once, because sorting compares each edge many times.
  const ranked = edges.map((edge) => ({ edge, rank: rankOfEdge(edge) }))
  ranked.sort((left, right) => left.rank - right.rank || compareNames(left.edge.id, right.edge.id))
  return {
    nodes: exported,
    edges: ranked.map(({ edge: { id, source, target } }) => ({ id, source, target })),
  }
}

function compareNodes(left: Node, right: Node): number {
  return (
    NODE_KINDS.indexOf(left.kind) - NODE_KINDS.indexOf(right.kind) ||
    compareNames(left.environment ?? '', right.environment ?? '') ||
    compareNames(left.label, right.label) ||
    compareNames(left.id, right.id)
  )
}

function toExportedNode(node: Node): Node {
  const { id, kind, label, environment, resource, icon, params, hierarchyConfig, position } = node
  return {
    ...{ id, kind, label, environment, resource, icon },
    params: sortedJson(params),
    hierarchyConfig: sortedJson(hierarchyConfig),
    position: { x: position.x, y: position.y },
  }
}

function toExportedPolicy({ id, name, description, filters, weight, status }: WeightPolicy): ExportedPolicy {
  return { id, name, description, filters: answeredFilter(filters), weight, status }
}
