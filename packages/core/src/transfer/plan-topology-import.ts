import type { CatalogService } from '../catalog/catalog-service.js'
import { isChanged, revisedFields } from '../change-set.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
import type { Steps } from '../steps.js'
import type { Graph } from '../topology/graph.js'
import { withoutIndex } from '../topology/graph-issue.js'
import type { TopologyFields } from '../topology/read-topology.js'
import type { Topology } from '../topology/topology.js'
import { type CatalogPlan, planCatalogFields } from './plan-catalog-fields.js'
import type { EdgeChanges } from './plan-edges.js'
import { type GraphPlan, planGraph } from './plan-graph.js'
import type { NodeChanges } from './plan-nodes.js'
import { type PolicyChanges, planPolicies } from './plan-policies.js'
import { planRules, type RuleChanges } from './plan-rules.js'
import type { TopologyDocument } from './read-document.js'
import type { TopologyImportOptions, TransferMode } from './topology-import-options.js'
import {
  idsRegeneratedWarning,
  legacyConvertedWarning,
  positionsKeptWarning,
  type TransferIssue,
  type TransferWarning,
  unknownFilterKeyWarnings,
} from './transfer-issue.js'

/** The stored data that an import depends on. */
export interface TransferState {
  /** The topologies of the services of the documents. */
  readonly topologies: readonly Topology[]
  /** The topology ids in the documents that stored topologies of other services already have. */
  readonly takenIds: ReadonlySet<string>
  /** The node ids in the documents that nodes of any stored topology already have. */
  readonly takenNodeIds: ReadonlySet<string>
  /** Policies bound to one of `topologies`, and all other policies whose name or id is in the documents. */
  readonly weightPolicies: readonly WeightPolicy[]
  /** The catalog entries of the services of the documents. */
  readonly catalogServices: readonly CatalogService[]
  /** The redundancy rules of the resources that the documents draw, or name in their rules. */
  readonly redundancyRules: readonly RedundancyRule[]
  /** How many more topologies the license allows; `null` = unlimited. */
  readonly freeTopologies: number | null
}

/** The planned changes of importing one document. A dry run and a real import use the same plan. */
export interface TopologyImportPlan {
  readonly service: string
  /** The stored topology; `undefined` = the topology does not exist yet. */
  readonly stored: Topology | undefined
  /** The id of the stored topology, or of the topology to create. */
  readonly topologyId: string
  readonly fields: Required<TopologyFields>
  readonly graph: Graph
  readonly nodes: NodeChanges
  readonly edges: EdgeChanges
  readonly weightPolicies: PolicyChanges
  readonly catalogService: CatalogPlan
  readonly rules: RuleChanges
  readonly idsRegenerated: number
  readonly warnings: readonly TransferWarning[]
  /**
   * Why the topology cannot be saved: the graph would break rules, a redundancy rule contradicts another one, or the
   * license does not allow the topology.
   */
  readonly issues: readonly TransferIssue[]
}

export interface ImportPlanOptions {
  readonly options: Pick<TopologyImportOptions, 'mode' | 'positions'>
  readonly newId: () => string
}

/**
 * Plans the import of all documents of a file, in order (rules.md#imported-topologies). No two documents may have the
 * same service.
 */
export function* planTopologyImport(
  documents: readonly TopologyDocument[],
  state: TransferState,
  { options, newId }: ImportPlanOptions,
): Steps<readonly TopologyImportPlan[]> {
  const { catalogServices, freeTopologies, weightPolicies } = state
  const assigned = assignTopologies(documents, state, newId)
  const policyPlans = planPolicies(assigned, { mode: options.mode, stored: weightPolicies })
  const rulePlans = planRules(documents, { mode: options.mode, stored: state.redundancyRules })
  const entries = new Map(catalogServices.map((entry) => [entry.serviceId, entry]))
  const granted = grantIds(assigned, { mode: options.mode, takenNodeIds: state.takenNodeIds })
  let free = freeTopologies ?? Number.POSITIVE_INFINITY
  const plans: TopologyImportPlan[] = []
  for (const [index, { document, stored, topologyId }] of assigned.entries()) {
    yield
    const { service } = document
    const fields = fieldsAfter(document, stored, options.mode)
    const graphPlanning = { ...options, ...granted, stored, topologyId, orientation: fields.orientation, newId }
    const plan = yield* planGraph(document, graphPlanning)
    const { changes: rules, issues: faults } = rulePlans[index] ?? NO_RULE_CHANGES
    if (stored === undefined) free--
    plans.push({
      ...{ service, stored, topologyId, fields },
      graph: plan.graph,
      nodes: plan.nodes,
      edges: plan.edges,
      weightPolicies: policyPlans[index] ?? NO_CHANGES,
      catalogService: planCatalogFields(document, entries.get(service), options.mode),
      rules,
      idsRegenerated: plan.idsRegenerated,
      warnings: warningsOf(document, plan),
      issues: [
        ...issuesAfterMerge(document, plan),
        ...faults,
        ...(stored === undefined && free < 0 ? [licenseIssue(document)] : []),
      ],
    })
  }
  return plans
}

/** True if the import creates or changes the topology itself. Weight policies and the catalog entry do not count. */
export function mustBeSaved(plan: TopologyImportPlan): boolean {
  const { stored, nodes, edges } = plan
  return stored === undefined || isChanged(nodes) || isChanged(edges) || revisedTopologyFields(plan).length > 0
}

/** The fields of the stored topology that an import changes, other than nodes and edges. */
export function revisedTopologyFields({ stored, fields }: TopologyImportPlan): readonly ChangedField[] {
  return stored === undefined ? [] : differingFields(stored, fields)
}

/**
 * The fields of a stored topology that a document changes, other than nodes and edges. The counters of a dry run do not
 * include these fields.
 */
export function changedFields(
  document: Pick<TopologyDocument, 'service' | 'fields'>,
  stored: Pick<Topology, ChangedField>,
  mode: TransferMode,
): readonly ChangedField[] {
  return differingFields(stored, fieldsAfter(document, stored, mode))
}

/** `schemaVersion` changes from 1 to 2 if the stored topology is a tree of an earlier release. */
export type ChangedField = (typeof TOPOLOGY_FIELDS)[number] | 'schemaVersion'

function differingFields(
  stored: Pick<Topology, ChangedField>,
  fields: Required<TopologyFields>,
): readonly ChangedField[] {
  const changed = revisedFields(TOPOLOGY_FIELDS, { stored, wanted: fields })
  return stored.schemaVersion === 1 ? ['schemaVersion', ...changed] : changed
}

const NO_CHANGES = { create: [], update: [], remove: [], unchanged: 0 }
const NO_RULE_CHANGES = { changes: NO_CHANGES, issues: [] }
const TOPOLOGY_FIELDS = ['name', 'description', 'serviceKpi', 'orientation'] as const

/**
 * Assigns a topology to each document. A new topology gets the id in the file if this id is free, so that an export can
 * be restored without changes.
 */
function assignTopologies(
  documents: readonly TopologyDocument[],
  { topologies, takenIds }: TransferState,
  newId: () => string,
) {
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

/**
 * The fields of the topology after the import. A field that is missing in the file keeps its stored value; in a new
 * topology, such a field gets its default. In merge mode, an empty field counts as missing.
 */
function fieldsAfter(
  { service, fields }: Pick<TopologyDocument, 'service' | 'fields'>,
  stored: Pick<Topology, (typeof TOPOLOGY_FIELDS)[number]> | undefined,
  mode: TransferMode,
): Required<TopologyFields> {
  const { name, description, serviceKpi, orientation } = stored ?? {
    ...{ name: service, description: '', serviceKpi: null, orientation: 'TB' as const },
  }
  const sentFields = Object.entries(fields).filter(
    ([, value]) => mode === 'replace' || (value !== null && value !== ''),
  )
  return { name, description, serviceKpi, orientation, ...Object.fromEntries(sentFields) }
}

function warningsOf(
  document: TopologyDocument,
  plan: Pick<GraphPlan, 'idsRegenerated' | 'positionsKept'>,
): readonly TransferWarning[] {
  const { service, isLegacy } = document
  return [
    ...(isLegacy ? [legacyConvertedWarning(service)] : []),
    ...(plan.idsRegenerated > 0 ? [idsRegeneratedWarning(service, plan.idsRegenerated)] : []),
    ...(plan.positionsKept > 0 ? [positionsKeptWarning(service, plan.positionsKept)] : []),
    ...unknownFilterKeyWarnings(document),
  ]
}

/**
 * Adds `after merge:` to the path and the message of each issue (rules.md#imported-topologies-6), because both refer to
 * the merged graph and not to the file.
 */
function issuesAfterMerge({ at }: TopologyDocument, { issues }: GraphPlan): readonly TransferIssue[] {
  return issues.map((issue) => ({
    ...withoutIndex(issue),
    path: `${at}after merge: ${issue.path}`,
    message: `after merge: ${issue.message}`,
  }))
}

function licenseIssue({ at, service }: TopologyDocument): TransferIssue {
  const message = `the license allows no further topology; the service ${service} would need one`
  return { code: 'licenseLimit', path: `${at}topology.service`, message }
}

/** A document and the topology that it is imported into. */
export interface PairedDocument {
  readonly document: Pick<TopologyDocument, 'graph' | 'isLegacy'>
  readonly stored: Pick<Topology, 'nodes'> | undefined
  /** The id of the stored topology, or of the topology to create. */
  readonly topologyId: string
}

/** For each node id in the documents, the topology that may use it. */
export interface GrantedIds {
  /**
   * Returns the id of the topology that may use a node id. The result is an empty text if a topology outside of this
   * import uses the node id, and `undefined` if no document names it and no imported topology keeps it.
   */
  readonly ownerOf: (id: string) => string | undefined
}

/**
 * Decides which topology gets each node id that the documents name (rules.md#imported-nodes-7). The first rule that
 * applies wins:
 * 1. A stored topology that is not part of this import keeps its ids.
 * 2. An imported topology keeps its stored ids: in merge mode all ids, in replace mode the ids that its document names.
 * 3. The topology of the first document that names the id gets the id.
 *
 * The import makes this decision for all documents before it plans any graph. Otherwise, the first planned graph could
 * take an id that another imported topology keeps by rule 2. Rule 2 keeps ids stable if the same files are imported
 * again.
 *
 * @param takenNodeIds the node ids that a document names and that a stored topology already uses
 */
export function grantIds(
  documents: readonly PairedDocument[],
  { mode, takenNodeIds }: { readonly mode: TransferMode; readonly takenNodeIds: ReadonlySet<string> },
): GrantedIds {
  const claims = documents.map(({ document, stored, topologyId }) => {
    const named = new Set(document.isLegacy ? [] : document.graph.nodes.map(({ id }) => id))
    const used = (stored?.nodes ?? []).map(({ id }) => id)
    return { topologyId, named, used, kept: mode === 'merge' ? used : used.filter((id) => named.has(id)) }
  })
  const owners = new Map([...takenNodeIds].map((id) => [id, '']))
  for (const { used } of claims) for (const id of used) owners.delete(id)
  for (const { kept, topologyId } of claims) for (const id of kept) owners.set(id, topologyId)
  for (const { named, topologyId } of claims) {
    for (const id of named) if (!owners.has(id)) owners.set(id, topologyId)
  }
  return { ownerOf: (id) => owners.get(id) }
}
