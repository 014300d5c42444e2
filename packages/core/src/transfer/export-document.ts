import { type AnsweredCatalogService, answeredCatalogService, type CatalogService } from '../catalog/catalog-service.js'
import { type AnsweredFilter, answeredFilter } from '../filter/filter.js'
import { sortedJson } from '../json-value.js'
import { compareNames } from '../name.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { Steps } from '../steps.js'
import type { Edge } from '../topology/edge.js'
import type { Graph } from '../topology/graph.js'
import { NODE_KINDS, type Node } from '../topology/node.js'
import type { Topology } from '../topology/topology.js'

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

/** The content of a file with one topology (rules.md#topology-export). */
export interface ExportDocument extends ExportStamp {
  readonly kind: typeof EXPORT_FORMAT.documentKind
  readonly schemaVersion: typeof EXPORT_FORMAT.schemaVersion
  readonly topology: Pick<Topology, 'id' | 'name' | 'description' | 'service' | 'serviceKpi' | 'orientation'>
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  readonly weightPolicies: readonly ExportedPolicy[]
  /** `null` if the catalog has no entry for the service. */
  readonly catalogService: AnsweredCatalogService | null
}

export interface ExportedPolicy extends Pick<WeightPolicy, 'id' | 'name' | 'description' | 'weight' | 'status'> {
  readonly filters: AnsweredFilter
}

/** The content of a file with several topologies (rules.md#topology-export-5). */
export interface ExportBundle extends ExportStamp {
  readonly kind: typeof EXPORT_FORMAT.bundleKind
  readonly schemaVersion: typeof EXPORT_FORMAT.schemaVersion
  readonly topologies: readonly ExportDocument[]
}

/** The stored data that goes into the document of a topology. */
export interface ExportedState {
  readonly topology: Topology
  /** The result of `policiesOfTopologies`, in creation order. */
  readonly weightPolicies: readonly WeightPolicy[]
  readonly catalogService: CatalogService | undefined
}

/**
 * Creates the document of one topology, with pauses. The same state always gives the same document, even if the store returns the
 * data in another order. Nodes are sorted by kind, environment and label, edges by the nodes that they connect,
 * policies by the order in which they are applied, and keys by name.
 */
export function* exportDocument(state: ExportedState, { exportedAt, appVersion }: ExportStamp): Steps<ExportDocument> {
  const { topology, weightPolicies, catalogService } = state
  const { id, name, description, service, serviceKpi, orientation } = topology
  return {
    kind: EXPORT_FORMAT.documentKind,
    schemaVersion: EXPORT_FORMAT.schemaVersion,
    exportedAt,
    appVersion,
    topology: { id, name, description, service, serviceKpi, orientation },
    ...(yield* inFixedOrder(topology)),
    weightPolicies: weightPolicies.map(toExportedPolicy),
    catalogService: catalogService === undefined ? null : answeredCatalogService(catalogService),
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

function* inFixedOrder({ nodes, edges }: Graph): Steps<Pick<ExportDocument, 'nodes' | 'edges'>> {
  const ordered = [...nodes].sort(compareNodes)
  yield
  const exported = ordered.map(toExportedNode)
  yield
  const places = new Map(ordered.map(({ id }, place) => [id, place]))
  const placeOf = ({ source, target }: Edge) => (places.get(source) ?? 0) * nodes.length + (places.get(target) ?? 0)
  // The place of each edge is looked up once: a topology has many edges, and sorting compares each of them many times.
  const placed = edges.map((edge) => ({ edge, place: placeOf(edge) }))
  placed.sort((left, right) => left.place - right.place || compareNames(left.edge.id, right.edge.id))
  return {
    nodes: exported,
    edges: placed.map(({ edge: { id, source, target } }) => ({ id, source, target })),
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
