import { ALERT_POLICY } from '../alert-policy/alert-policy.js'
import { RESOURCE_ALIAS } from '../alias/resource-alias.js'
import { BodyReader } from '../body-reader.js'
import {
  CATALOG_SERVICE,
  type CatalogService,
  emptyCatalogService,
  readCatalogService,
} from '../catalog/catalog-service.js'
import { MAINTENANCE_WINDOW, type MaintenanceWindow } from '../maintenance/maintenance-window.js'
import { findOverTime } from '../maintenance/read-maintenance-window.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { RELATION_POLICY, WEIGHT_POLICY } from '../policy/policy.js'
import { REDUNDANCY_RULE, type RedundancyRule } from '../redundancy/redundancy-rule.js'
import { RELATION } from '../relation/relation.js'
import { bodyFault, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { deriveGraph, deriveInvalidGraph } from '../topology/derive-graph.js'
import type { Graph, SentGraph } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import type { GraphIssue } from '../topology/graph-issue.js'
import { readClaimsOfNodes } from '../topology/node-claims.js'
import { readGraph } from '../topology/read-graph.js'
import { separateGraph } from '../topology/read-topology.js'
import { TOPOLOGY, type Topology } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import { runWithoutPauses } from '../work-meter.js'
import { readRelationWithClaims } from './kept-relation.js'

interface EntityKind {
  /** The fields in the order in which a snapshot contains them. This order is the same for all stores. */
  readonly names: readonly string[]
  /**
   * Applies the rules of the API, and checks the fields that the server normally sets.
   *
   * @throws OpsgraphError `invalid` with all faults
   */
  readonly read: (body: unknown, newId: () => string) => object
  /** How the entities are read as a list, page by page; missing = they are read in the order of their keys instead. */
  readonly list?: {
    /** The part of the store that contains the entities. */
    readonly part: string
    /** A noun for several entities, for messages. */
    readonly many: string
    /** The number of entities that are in memory at the same time. */
    readonly pageSize: number
  }
  /** Whether the section is new: the snapshots of earlier releases do not count its entities in their last line. */
  readonly isLater?: true
}

/**
 * What each section of a snapshot contains, in the order in which a snapshot is written and read: an entity comes after
 * the entities that it refers to. The line of an entity is an object whose only key is the section, for example
 * `{"topology": {…}}`.
 */
export const ENTITY_KINDS = {
  catalogService: {
    names: CATALOG_SERVICE.names,
    read: readEntry,
    list: { part: 'catalog', many: 'services in the catalog', pageSize: 1_000 },
  },
  topology: {
    names: TOPOLOGY.names,
    read: readTopology,
    // The page is small, because one topology can have thousands of nodes.
    list: { part: 'topologies', many: 'topologies', pageSize: 20 },
  },
  weightPolicy: {
    names: WEIGHT_POLICY.names,
    read: WEIGHT_POLICY.readStored,
    list: { part: 'weightPolicies', many: 'weight policies', pageSize: 200 },
  },
  relationPolicy: {
    names: RELATION_POLICY.names,
    read: RELATION_POLICY.readStored,
    list: { part: 'relationPolicies', many: 'relation policies', pageSize: 200 },
  },
  alertPolicy: {
    names: ALERT_POLICY.names,
    read: ALERT_POLICY.readStored,
    list: { part: 'alertPolicies', many: 'alert policies', pageSize: 200 },
  },
  maintenanceWindow: {
    names: MAINTENANCE_WINDOW.names,
    read: readWindow,
    list: { part: 'maintenance', many: 'maintenance windows', pageSize: 200 },
  },
  redundancyRule: {
    names: REDUNDANCY_RULE.names,
    read: readStoredRule,
    list: { part: 'redundancyRules', many: 'redundancy rules', pageSize: 1_000 },
    isLater: true,
  },
  resourceAlias: {
    names: RESOURCE_ALIAS.names,
    read: RESOURCE_ALIAS.readStored,
    list: { part: 'aliases', many: 'aliases of resources', pageSize: 1_000 },
    isLater: true,
  },
  relation: { names: [...RELATION.names, 'claims'], read: readRelationWithClaims },
} as const satisfies Readonly<Record<string, EntityKind>>

function readEntry(body: unknown): CatalogService {
  const serviceId = new BodyReader(body).requiredName('serviceId')
  return readCatalogService(body, emptyCatalogService(serviceId))
}

/**
 * Reads a maintenance window. Computes `overTime` again, because the rules of a time zone, such as the dates of
 * daylight saving time, may have changed since the snapshot was saved.
 */
function readWindow(body: unknown): MaintenanceWindow {
  const window = MAINTENANCE_WINDOW.readStored(body)
  return { ...window, overTime: runWithoutPauses(findOverTime(window)) }
}

function readStoredRule(body: unknown): RedundancyRule {
  const rule = REDUNDANCY_RULE.readStored(body)
  requireField(body, 'source')
  return rule
}

function readTopology(body: unknown, newId: () => string): Topology {
  const { fields, graph } = separateGraph(body)
  const topology = TOPOLOGY.readStored(fields)
  requireField(body, 'orientation')
  if (graph.nodes === undefined) throw bodyFault('nodes', REQUIRED_MESSAGE)
  return { ...topology, ...readStoredGraph(graph, topology.schemaVersion, newId) }
}

/** Requires a field that bodies of the API may leave out. */
function requireField(body: unknown, field: string): void {
  if (new BodyReader(body).value(field) === undefined) throw bodyFault(field, REQUIRED_MESSAGE)
}

/**
 * Reads a graph. A tree of an earlier release (schemaVersion 1) may break rules, so its nodes and edges are checked,
 * but not the graph as a whole.
 */
function readStoredGraph(
  { nodes, edges = [] }: SentGraph,
  schemaVersion: Topology['schemaVersion'],
  newId: () => string,
): Graph {
  const { graph: read, issues } = readGraph(nodes, edges, newId)
  refuseGraphIssues(issues)
  const graph = { ...read, nodes: readClaimsOfNodes(read.nodes, nodes) }
  if (schemaVersion === 1) return deriveInvalidGraph(graph)
  const index = indexGraph(graph)
  refuseGraphIssues(validateGraph(index))
  return deriveGraph(index)
}

function refuseGraphIssues(issues: readonly GraphIssue[]): void {
  const [first] = issues
  if (first === undefined) return
  const more = issues.length === 1 ? '' : ` (and ${issues.length - 1} more)`
  throw new OpsgraphError('invalid', `invalid topology graph: ${first.path}: ${first.message}${more}`, issues)
}
