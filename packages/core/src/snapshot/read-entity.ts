import type { AlertPolicy } from '../alert-policy/alert-policy.js'
import { ALERT_POLICY } from '../alert-policy/alert-policy.js'
import { BodyReader } from '../body-reader.js'
import type { CatalogService } from '../catalog/catalog-service.js'
import { plainCatalogService, readCatalogService } from '../catalog/catalog-service.js'
import type { MaintenanceWindow } from '../maintenance/maintenance-window.js'
import { readNewMaintenanceWindow } from '../maintenance/read-maintenance-window.js'
import { invalid, OpsgraphError } from '../opsgraph-error.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../policy/policy.js'
import { RELATION_POLICY, WEIGHT_POLICY } from '../policy/policy.js'
import { readRelation } from '../relation/read-relation.js'
import type { Relation } from '../relation/relation.js'
import { readTimestamp } from '../timestamp.js'
import { deriveGraph, deriveInvalidGraph } from '../topology/derive-graph.js'
import type { Graph } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import type { GraphIssue } from '../topology/graph-issue.js'
import { readGraph } from '../topology/read-graph.js'
import { readNewTopology, type SentGraph } from '../topology/read-topology.js'
import type { Topology } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import { runWithoutPauses } from '../work-meter.js'
import { fieldsOf } from './entity-fields.js'
import type { SnapshotEntities, SnapshotSection } from './snapshot-entry.js'

type EntityReader<Section extends SnapshotSection> = (body: unknown, newId: () => string) => SnapshotEntities[Section]

/**
 * The reader for each kind of entity. A reader applies the rules of the API. It also checks the fields that the server
 * normally sets. A reader throws OpsgraphError `invalid`, naming the field.
 */
export const ENTITY_READERS: { readonly [Section in SnapshotSection]: EntityReader<Section> } = {
  catalogService: readEntry,
  topology: readTopology,
  weightPolicy: (body): WeightPolicy => ({ ...WEIGHT_POLICY.readNew(body), ...readIdentity(body) }),
  relationPolicy: (body): RelationPolicy => ({ ...RELATION_POLICY.readNew(body), ...readIdentity(body) }),
  alertPolicy: readStoredAlertPolicy,
  maintenanceWindow: readStoredWindow,
  relation: readStoredRelation,
}

function readEntry(body: unknown): CatalogService {
  const serviceId = new BodyReader(body).requiredName('serviceId')
  return readCatalogService(body, plainCatalogService(serviceId))
}

function readStoredAlertPolicy(body: unknown): AlertPolicy {
  const updateTime = readTime(new BodyReader(body), 'updateTime')
  return { ...ALERT_POLICY.readNew(body), ...readIdentity(body), updateTime }
}

/**
 * `overTime` is computed again, because the rules of a time zone, such as the dates of daylight saving time, may have
 * changed since the snapshot was saved.
 */
function readStoredWindow(body: unknown): MaintenanceWindow {
  const reader = new BodyReader(body)
  const createdBy = reader.text('createdBy')
  if (createdBy === undefined) throw reader.fault('createdBy', 'is required')
  const updateTime = readTime(reader, 'updateTime')
  return { ...runWithoutPauses(readNewMaintenanceWindow(body)), ...readIdentity(body), createdBy, updateTime }
}

function readStoredRelation(body: unknown): Relation {
  const reader = new BodyReader(body)
  reader.refuseOthers(fieldsOf('relation'))
  if (reader.value('source') === undefined) throw reader.fault('source', 'is required')
  return { ...readIdentity(body), ...readRelation(body), updateTime: readTime(reader, 'updateTime') }
}

function readTopology(body: unknown, newId: () => string): Topology {
  const { name, description, service, serviceKpi = null, orientation, graph } = readNewTopology(body)
  const reader = new BodyReader(body)
  const schemaVersion = reader.value('schemaVersion')
  if (schemaVersion !== 1 && schemaVersion !== 2) throw reader.fault('schemaVersion', 'must be 1 or 2')
  if (orientation === undefined) throw reader.fault('orientation', 'is required')
  if (graph === undefined) throw reader.fault('nodes', 'is required')
  return {
    ...readIdentity(body),
    name,
    description,
    service,
    serviceKpi,
    orientation,
    schemaVersion,
    ...readStoredGraph(graph, schemaVersion, newId),
    updateTime: readTime(reader, 'updateTime'),
  }
}

/**
 * Reads a graph. A tree of an earlier release (schemaVersion 1) may break rules. So in a tree, each node and each edge
 * is checked, but not the graph as a whole.
 */
function readStoredGraph(
  { nodes, edges }: SentGraph,
  schemaVersion: Topology['schemaVersion'],
  newId: () => string,
): Graph {
  const { graph, issues } = readGraph(nodes, edges, newId)
  refuse(issues)
  if (schemaVersion === 1) return deriveInvalidGraph(graph)
  const index = indexGraph(graph)
  refuse(validateGraph(index))
  return deriveGraph(index)
}

function refuse(issues: readonly GraphIssue[]): void {
  const [first] = issues
  if (first === undefined) return
  const more = issues.length === 1 ? '' : ` (and ${issues.length - 1} more)`
  throw new OpsgraphError('invalid', `invalid topology graph: ${first.path}: ${first.message}${more}`, issues)
}

function readIdentity(body: unknown): Pick<Policy, 'id' | 'createTime'> {
  const reader = new BodyReader(body)
  const id = reader.reference('id') ?? ''
  if (id === '') throw reader.fault('id', 'is required')
  return { id, createTime: readTime(reader, 'createTime') }
}

/** Reads a time. The time must be in the stored format, so that a later snapshot contains the same text. */
function readTime(reader: BodyReader, field: string): string {
  const text = reader.string(field) ?? ''
  if (readTimestamp(text) !== text) throw invalid(`${field} must be a time such as 2026-11-20T12:00:00.000Z`)
  return text
}
