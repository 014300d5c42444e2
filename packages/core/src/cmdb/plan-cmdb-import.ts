import { type CatalogService, emptyCatalogService } from '../catalog/catalog-service.js'
import { type ChangeSet, isChanged } from '../change-set.js'
import { addToList, addToSet } from '../group-by.js'
import { compareNames } from '../name.js'
import { type Relation, type RelationKey, resourceKey } from '../relation/relation.js'
import type { RelationClaim } from '../relation/relation-claim.js'
import { type Steps, withoutPauses } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import { claimsOfRemainingEdges } from './claim-withdrawal.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import { type CmdbIssue, CmdbIssues, type CmdbRemark } from './cmdb-issue.js'
import { isClaimedBy } from './cmdb-node.js'
import type { CmdbRecord } from './cmdb-record.js'
import {
  type ClaimChanges,
  keysOfRecords,
  planCmdbRelations,
  type RelationChanges,
  type StoredGraph,
} from './plan-cmdb-relations.js'
import { planCmdbTopology, type TopologyPlanOptions, type TopologyTask } from './plan-cmdb-topology.js'
import { relationsByResource } from './relation-records.js'
import { type DeclarationRules, RemovalScope, type RemovalScopeOptions } from './removal-scope.js'
import type { TopologyChanges } from './topology-changes.js'
import { topologyFaults } from './topology-faults.js'

/**
 * The stored data that an import depends on. If any of this data is missing, the plan is wrong. Additional topologies
 * do no harm, because the plan does not change them.
 */
export interface CmdbState {
  /**
   * All relations that this CMDB claims, and all stored relations whose keys are among {@link
   * CmdbLookupKeys.relations}. A relation may be listed twice.
   */
  readonly relations: readonly Relation[]
  /** All claims of this CMDB, and all claims of the relations that `withdrawableClaims` returns. */
  readonly claims: readonly RelationClaim[]
  /** The services among {@link CmdbLookupKeys.services} that are in the catalog. */
  readonly catalogServices: ReadonlySet<string>
  /**
   * The topologies of {@link CmdbLookupKeys.services}. In the mode `replace`, and if a stale claim is removed, also
   * each topology with a node that this CMDB claims.
   */
  readonly topologies: readonly Topology[]
  /** How many more topologies the license allows; `null` = unlimited. */
  readonly freeTopologies: number | null
}

/** The keys that a file mentions. Everything that is stored under these keys must be in {@link CmdbState}. */
export interface CmdbLookupKeys {
  readonly relations: readonly RelationKey[]
  /** The services that the file mentions, without duplicates. */
  readonly services: readonly string[]
}

/** The planned changes of the topology of one service. */
export interface TopologyPlan extends TopologyChanges {
  readonly service: string
  /** The stored topology; `undefined` = the import creates the topology. */
  readonly stored: Topology | undefined
  /** Why the topology cannot be saved: rules that the graph would break, or `licenseLimit`. */
  readonly issues: readonly CmdbIssue[]
}

/**
 * The changes that an import would write. A dry run and a real import use the same plan (docs/decision/0003-plans.md).
 */
export interface CmdbImportPlan {
  readonly options: Pick<CmdbImportOptions, 'mode' | 'source'>
  readonly records: { readonly total: number; readonly withServices: number; readonly graphOnly: number }
  /**
   * The changes of relations of the source `cmdb`. When the import saves a topology, the server also stores the edges
   * of the topology as relations of source `topology` (relation sync). Nearly all of these relations are already in
   * this plan. For them, the sync changes only `updateTime`, because `cmdb` is the stronger source. The sync may also
   * write a few relations that are not in this plan, for example for an edge that was drawn by hand; they are not
   * counted here.
   */
  readonly relations: RelationChanges
  readonly catalogServices: ChangeSet<CatalogService>
  /** The plans of the topologies, ordered by service. */
  readonly topologies: readonly TopologyPlan[]
  readonly warnings: readonly CmdbRemark[]
  /**
   * The rules that topologies would break. If there are any such issues, the plan must not be written. Issues about the
   * license are not in this list; {@link licenseIssues} returns them.
   */
  readonly issues: readonly CmdbIssue[]
}

export interface PlanOptions extends Pick<CmdbImportOptions, 'mode' | 'source'>, RemovalScopeOptions {}

export function lookupKeysOf(records: readonly CmdbRecord[]): CmdbLookupKeys {
  return { relations: keysOfRecords(records), services: [...recordsByService(records).keys()] }
}

/**
 * Plans an import (rules.md#cmdb-import). Takes time linear in the number of records and of the stored items that they
 * mention. The result does not depend on the order of the records.
 *
 * @param records the records of a file without issues
 *
 * @example
 * ```ts
 * import { planCmdbImport, readCmdbFile } from '@opsgraph/core/pure'
 *
 * const file = new TextEncoder().encode('resource,parent\ndisk-sdb,database\n')
 * const { records, issues } = await readCmdbFile(file, { environment: 'Production' })
 * const nothing = { relations: [], claims: [], catalogServices: new Set<string>(), topologies: [], freeTopologies: null }
 * const plan = planCmdbImport(nothing, records, { mode: 'merge', source: 'cmdb' })
 * console.log(issues.length, plan.relations.create.length) // 0 1
 * ```
 */
export function planCmdbImport(state: CmdbState, records: readonly CmdbRecord[], options: PlanOptions): CmdbImportPlan {
  return withoutPauses(planCmdbInSteps(state, records, options))
}

/** How a CMDB import treats parents and edges that the file does not mention. */
export const IMPORT_RULES = { statesAllParents: true, remainingEdges: new Set<string>() } as const

/** Planning yields after topologies with this many nodes. */
const NODES_AT_ONCE = 1_000

/** Like {@link planCmdbImport}, but yields for pauses. */
export function* planCmdbInSteps(
  state: CmdbState,
  records: readonly CmdbRecord[],
  { mode, source, ...removal }: PlanOptions,
): Steps<CmdbImportPlan> {
  const removalScope = new RemovalScope(records, { mode, ...removal })
  const options = { mode, source, removalScope }
  const rules = { source, removalScope, ...IMPORT_RULES }
  const byService = recordsByService(records)
  const drafted = yield* planCmdbRelations(records, state, rules)
  const catalogServices = planCmdbServices([...byService.keys()], state.catalogServices)
  yield
  const formerParents = formerParentsOf(drafted)
  yield
  const stored = new Map(state.topologies.map((topology) => [topology.service, topology]))
  const warnings: CmdbRemark[] = []
  let freeTopologies = state.freeTopologies ?? Number.POSITIVE_INFINITY
  const topologies: TopologyPlan[] = []
  let planned = 0
  for (const service of servicesToPlan(byService, stored, options)) {
    const before = stored.get(service)
    const task = { service, stored: before, records: byService.get(service) ?? [], formerParents }
    const changes = planCmdbTopology(task, options, (record, parent) =>
      warnings.push(parentNotInServiceRemark(record, parent, service)),
    )
    const isOverLimit = before === undefined && --freeTopologies < 0
    const issues = topologyFaults({ service, stored: before, records: task.records, changes, isOverLimit })
    topologies.push({ service, stored: before, ...changes, issues })
    planned += task.records.length + (before?.nodes.length ?? 0)
    if (planned < NODES_AT_ONCE) continue
    planned = 0
    yield
  }
  // A withdrawn relation stays if a topology still draws it. This is known only after the topologies are planned.
  const remainingEdges = claimsOfRemainingEdges(relationsNotShownAnyMore(drafted), state.claims, topologies)
  const relations =
    remainingEdges.size === 0 ? drafted : yield* planCmdbRelations(records, state, { ...rules, remainingEdges })
  warnings.sort((left, right) => (left.row ?? 0) - (right.row ?? 0))
  warnings.push(...warnOfEmptiedTopologies(relations, topologies, options))
  for (const { serviceId } of catalogServices.create.toSorted(compareServiceIds))
    warnings.push(serviceRemark('serviceCreated', serviceId))
  for (const plan of topologies)
    if (plan.stored === undefined) warnings.push(serviceRemark('topologyCreated', plan.service))
  const withServices = records.reduce((count, { services }) => count + (services.length > 0 ? 1 : 0), 0)
  return {
    options: { mode, source },
    records: { total: records.length, withServices, graphOnly: records.length - withServices },
    relations,
    catalogServices,
    topologies,
    warnings,
    issues: issuesOf(topologies, ({ code }) => code !== 'licenseLimit'),
  }
}

/**
 * One issue for each topology that the license does not allow. A dry run reports these issues; a real import is
 * refused.
 */
export function licenseIssues({ topologies }: CmdbImportPlan): readonly CmdbIssue[] {
  return issuesOf(topologies, ({ code }) => code === 'licenseLimit')
}

/**
 * True if the import must save the topology. A tree of an earlier release is not saved if only claims of its nodes
 * change: saving would upgrade it to a graph, which may break rules.
 */
export function mustBeSaved(plan: TopologyPlan): boolean {
  return changesGraph(plan) || (plan.claimed.length > 0 && plan.stored?.schemaVersion === 2)
}

/** Counts the changed claims; `undefined` = none. An import that changes only claims writes something too. */
export function changedClaims({
  relations,
  topologies,
  options: { source },
}: CmdbImportPlan): ClaimChanges | undefined {
  const counts = { create: relations.claims.create, update: 0, remove: relations.claims.remove }
  for (const { node, claims } of topologies.filter(mustBeSaved).flatMap(({ claimed }) => claimed)) {
    const isStated = claims.some((claim) => claim.source === source)
    counts[isStated === isClaimedBy(node, source) ? 'update' : isStated ? 'create' : 'remove']++
  }
  return counts.create + counts.update + counts.remove === 0 ? undefined : counts
}

/** True if the topology is new, or if nodes or edges change. Then the relations of the topology may change too. */
export function changesGraph({ stored, nodes, edges }: TopologyPlan): boolean {
  return stored === undefined || isChanged(nodes) || isChanged(edges)
}

function recordsByService(records: readonly CmdbRecord[]): ReadonlyMap<string, readonly CmdbRecord[]> {
  const byService = new Map<string, CmdbRecord[]>()
  for (const record of records) for (const service of record.services) addToList(byService, service, record)
  return byService
}

/**
 * The services in the file. If the mode is `replace` or stale relations are removed, also the services of all stored
 * topologies that were read, because nodes or edges of these topologies may have to be removed.
 */
function servicesToPlan(
  byService: ReadonlyMap<string, unknown>,
  stored: ReadonlyMap<string, unknown>,
  { removalScope }: TopologyPlanOptions,
): readonly string[] {
  const services = removalScope.coversAnyRelation ? new Set([...byService.keys(), ...stored.keys()]) : byService.keys()
  return [...services].sort(compareNames)
}

function issuesOf(topologies: readonly TopologyPlan[], isWanted: (issue: CmdbIssue) => boolean): readonly CmdbIssue[] {
  const found = new CmdbIssues()
  found.pushAll(topologies.flatMap(({ issues }) => issues.filter(isWanted)))
  return found.list
}

function compareServiceIds(left: CatalogService, right: CatalogService): number {
  return compareNames(left.serviceId, right.serviceId)
}

function parentNotInServiceRemark(
  { row, environment, resource }: CmdbRecord,
  parent: string,
  service: string,
): CmdbRemark {
  return { code: 'parentNotInService', row, params: { environment, resource, parent, service } }
}

function serviceRemark(code: CmdbRemark['code'], service: string): CmdbRemark {
  return { code, row: null, params: { service } }
}

/**
 * Returns a function that finds the parents that the plan removes from a resource. The edges from these parents to the
 * resource are removed too.
 */
function formerParentsOf(changes: RelationChanges): TopologyTask['formerParents'] {
  const parents = new Map<string, Set<string>>()
  for (const relation of relationsNotShownAnyMore(changes)) addToSet(parents, resourceKey(relation), relation.parent)
  return (key) => (parents.size === 0 ? undefined : parents.get(resourceKey(key)))
}

function relationsNotShownAnyMore({ update, remove }: RelationChanges): readonly Relation[] {
  return [...update.flatMap(({ replaced }) => replaced), ...remove]
}

/**
 * Plans the catalog: adds an entry for each service that has no entry yet, and changes no existing entry
 * (rules.md#cmdb-catalog-entries).
 */
function planCmdbServices(services: readonly string[], existing: ReadonlySet<string>): ChangeSet<CatalogService> {
  const create = services.filter((service) => !existing.has(service)).map(emptyCatalogService)
  return { create, update: [], remove: [], unchanged: services.length - create.length }
}

/** How applying relations treats what the file does not mention: other parents of a resource, and all edges, stay. */
export const APPLY_RULES = { statesAllParents: false, remainingEdges: 'all' } as const

/**
 * Plans the relations of a file (rules.md#applying-relations). The result is the plan of a CMDB import that changes no
 * topology and no catalog entry. Yields for pauses.
 *
 * @param records the records of a file without issues
 */
export function* planRelationsInSteps(
  state: StoredGraph,
  records: readonly CmdbRecord[],
  { mode, source, ...removal }: PlanOptions,
): Steps<CmdbImportPlan> {
  const removalScope = new RemovalScope(records, { mode, ...removal })
  const rules = { source, removalScope, ...APPLY_RULES }
  const relations = yield* planCmdbRelations(relationsByResource(records), state, rules)
  return {
    options: { mode, source },
    records: { total: records.length, withServices: 0, graphOnly: records.length },
    relations,
    catalogServices: { create: [], update: [], remove: [], unchanged: 0 },
    topologies: [],
    warnings: warnOfEmptiedTopologies(relations, [], rules),
    issues: [],
  }
}

/**
 * Warns of each environment from which the import removes everything that the source declared there, because no record
 * of the file names the environment.
 */
function warnOfEmptiedTopologies(
  { remove }: RelationChanges,
  topologies: readonly Pick<TopologyChanges, 'nodes'>[],
  { source, removalScope }: Pick<DeclarationRules, 'source' | 'removalScope'>,
): readonly CmdbRemark[] {
  const losses = new Map<string, { relations: number; nodes: number }>()
  const count = (environment: string, what: 'relations' | 'nodes') => {
    if (removalScope.isInFile(environment)) return
    const loss = losses.get(environment) ?? { relations: 0, nodes: 0 }
    loss[what]++
    losses.set(environment, loss)
  }
  if (!removalScope.keepsAllNodes) {
    for (const { environment } of remove) count(environment, 'relations')
    for (const { nodes } of topologies) for (const { environment } of nodes.remove) count(environment ?? '', 'nodes')
  }
  return [...losses]
    .sort(([one], [other]) => compareNames(one, other))
    .map(([environment, { relations, nodes }]) => ({
      code: 'environmentEmptied',
      row: null,
      params: { environment, source, relations: String(relations), nodes: String(nodes) },
    }))
}
