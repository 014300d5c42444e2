import type { CatalogService } from '../catalog/catalog-service.js'
import { isChanged } from '../change-set.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { Graph } from '../topology/graph.js'
import type { TopologyFields } from '../topology/read-topology.js'
import type { Topology } from '../topology/topology.js'
import { grantIds } from './grant-ids.js'
import { type CatalogPlan, planCatalogFields } from './plan-catalog-fields.js'
import type { EdgeChanges } from './plan-edges.js'
import { type GraphPlan, planGraph } from './plan-graph.js'
import type { NodeChanges } from './plan-nodes.js'
import { type PolicyChanges, planPolicies } from './plan-policies.js'
import type { TopologyDocument } from './topology-document.js'
import type { TopologyImportOptions, TransferMode } from './topology-import-options.js'
import type { TransferIssue } from './transfer-issue.js'
import { idsRegenerated, legacyConverted, positionsKept, type TransferWarning } from './transfer-warning.js'

/** What an import looks at of what is stored. */
export interface TransferState {
  /** Those of the documents' services. */
  readonly topologies: readonly Topology[]
  /** The ids of topologies that the documents may not have: those of other services. */
  readonly takenIds: ReadonlySet<string>
  /** Those of the documents' node ids that any topology uses. */
  readonly takenNodeIds: ReadonlySet<string>
  /** Those of the topologies, those named as one of the documents, and those with an id of the documents. */
  readonly weightPolicies: readonly WeightPolicy[]
  /** Those of the documents' services. */
  readonly catalogServices: readonly CatalogService[]
  /** How many topologies the license still allows; `null` = any number. */
  readonly freeTopologies: number | null
}

/** What an import would do with one document, as data: preview and import answer from the same one. */
export interface TopologyImportPlan {
  readonly service: string
  /** `undefined` = the topology is to be created. */
  readonly stored: Topology | undefined
  /** Of the stored topology, or of the one to be created. */
  readonly topologyId: string
  readonly fields: Required<TopologyFields>
  readonly graph: Graph
  readonly nodes: NodeChanges
  readonly edges: EdgeChanges
  readonly weightPolicies: PolicyChanges
  readonly catalogService: CatalogPlan
  readonly idsRegenerated: number
  readonly warnings: readonly TransferWarning[]
  /** Why it cannot be done: rules that the graph would break, or `licenseLimit`. */
  readonly issues: readonly TransferIssue[]
}

export interface TransferPlanning {
  readonly options: Pick<TopologyImportOptions, 'mode' | 'positions'>
  readonly newId: () => string
}

/**
 * Plans the import of all documents of a file, in their order (rules.md#imported-topologies).
 * Their services differ from one another.
 */
export function planTopologyImport(
  documents: readonly TopologyDocument[],
  state: TransferState,
  { options, newId }: TransferPlanning,
): readonly TopologyImportPlan[] {
  const { catalogServices, freeTopologies, weightPolicies } = state
  const tied = tie(documents, state, newId)
  const policyPlans = planPolicies(tied, { mode: options.mode, stored: weightPolicies })
  const entries = new Map(catalogServices.map((entry) => [entry.serviceId, entry]))
  const granted = grantIds(tied, { mode: options.mode, takenNodeIds: state.takenNodeIds })
  let free = freeTopologies ?? Number.POSITIVE_INFINITY
  return tied.map(({ document, stored, topologyId }, index) => {
    const { service } = document
    const fields = fieldsAfter(document, stored, options.mode)
    const planning = { ...options, ...granted, stored, topologyId, orientation: fields.orientation, newId }
    const plan = planGraph(document, planning)
    if (stored === undefined) free--
    return {
      ...{ service, stored, topologyId, fields },
      graph: plan.graph,
      nodes: plan.nodes,
      edges: plan.edges,
      weightPolicies: policyPlans[index] ?? NO_POLICIES,
      catalogService: planCatalogFields(document, entries.get(service), options.mode),
      idsRegenerated: plan.idsRegenerated,
      warnings: warningsOf(document, plan),
      issues: [...mergeIssues(document, plan), ...(stored === undefined && free < 0 ? [overLimit(document)] : [])],
    }
  })
}

/** Whether there is a topology to write. */
export function isToBeSaved(plan: TopologyImportPlan): boolean {
  const { stored, nodes, edges } = plan
  return stored === undefined || isChanged(nodes) || isChanged(edges) || revisedFields(plan).length > 0
}

/** Which fields of the stored topology itself an import changes. */
export function revisedFields({ stored, fields }: TopologyImportPlan): readonly ChangedField[] {
  return stored === undefined ? [] : differing(stored, fields)
}

/** What an import changes of the stored topology itself, of which a preview counts nothing. */
export function changedFields(
  document: Pick<TopologyDocument, 'service' | 'fields'>,
  stored: Pick<Topology, ChangedField>,
  mode: TransferMode,
): readonly ChangedField[] {
  return differing(stored, fieldsAfter(document, stored, mode))
}

/** A tree of an earlier release, of schema version 1, is saved as nodes and edges. */
export type ChangedField = (typeof FIELDS)[number] | 'schemaVersion'

function differing(stored: Pick<Topology, ChangedField>, fields: Required<TopologyFields>): readonly ChangedField[] {
  const changed = FIELDS.filter((field) => stored[field] !== fields[field])
  return stored.schemaVersion === 1 ? ['schemaVersion', ...changed] : changed
}

const NO_POLICIES: PolicyChanges = { create: [], update: [], remove: [], unchanged: 0 }
const FIELDS = ['name', 'description', 'serviceKpi', 'orientation'] as const

/** The topology that each document is about. A new one has the id of the file where it is free: it is exported as it was. */
function tie(documents: readonly TopologyDocument[], { topologies, takenIds }: TransferState, newId: () => string) {
  const byService = new Map(topologies.map((topology) => [topology.service, topology]))
  const taken = new Set([...takenIds, ...topologies.map(({ id }) => id)])
  return documents.map((document) => {
    const stored = byService.get(document.service)
    const { id = '' } = document
    const topologyId = stored?.id ?? (id === '' || taken.has(id) ? newId() : id)
    taken.add(topologyId)
    return { document, stored, topologyId }
  })
}

/** What the file is silent about stays, or is plain; to merge, so does what it says to be empty. */
function fieldsAfter(
  { service, fields }: Pick<TopologyDocument, 'service' | 'fields'>,
  stored: Pick<Topology, (typeof FIELDS)[number]> | undefined,
  mode: TransferMode,
): Required<TopologyFields> {
  const { name, description, serviceKpi, orientation } = stored ?? {
    ...{ name: service, description: '', serviceKpi: null, orientation: 'TB' as const },
  }
  const said = Object.entries(fields).filter(([, value]) => mode === 'replace' || (value !== null && value !== ''))
  return { name, description, serviceKpi, orientation, ...Object.fromEntries(said) }
}

function warningsOf(
  { service, isLegacy }: TopologyDocument,
  plan: Pick<GraphPlan, 'idsRegenerated' | 'positionsKept'>,
): readonly TransferWarning[] {
  return [
    ...(isLegacy ? [legacyConverted(service)] : []),
    ...(plan.idsRegenerated > 0 ? [idsRegenerated(service, plan.idsRegenerated)] : []),
    ...(plan.positionsKept > 0 ? [positionsKept(service, plan.positionsKept)] : []),
  ]
}

/** The prefix is that of rules.md#imported-topologies-6: the path is one of the merged graph, not of the file. */
function mergeIssues({ at }: TopologyDocument, { issues }: GraphPlan): readonly TransferIssue[] {
  return issues.map(({ code, path, message }) => ({
    code,
    path: `${at}after merge: ${path}`,
    message: `after merge: ${message}`,
  }))
}

function overLimit({ at, service }: TopologyDocument): TransferIssue {
  const message = `the license allows no further topology; the service ${service} would need one`
  return { code: 'licenseLimit', path: `${at}topology.service`, message }
}
