import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import type { AuditEntry } from '../../audit/audit-entry.js'
import { counters } from '../../change-set.js'
import { buildInSteps, type TopologyCreation } from '../../cmdb/build-topology.js'
import { type CmdbImportPlan, changesGraph, mustBeSaved } from '../../cmdb/plan-cmdb-import.js'
import { declaredRelations } from '../../cmdb/plan-cmdb-relations.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import type { Topology } from '../../topology/topology.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'
import { syncRelations } from '../topology/sync-relations.js'

/**
 * After the import has built topologies with this many nodes, which takes less than 50 ms, the process can do other
 * work.
 */
const NODES_AT_ONCE = 1_000

/** The plan of an import, to be written. */
export interface AppliedImport {
  readonly caller: Caller
  readonly plan: CmdbImportPlan
  readonly planHash: string
}

/**
 * Writes the plan of a CMDB import and its audit entry. `parts` must be the transaction in which the plan was made.
 *
 * @returns the ids of the new topologies, by service
 */
export async function applyCmdbPlan(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, plan, planHash }: AppliedImport,
): Promise<ReadonlyMap<string, string>> {
  const { newId, clock } = dependencies
  const { catalogServices, options } = plan
  if (catalogServices.create.length > 0) await parts.catalog.save(catalogServices.create)
  const now = timestamp(clock())
  const nextTime = await nextUpdateTimes(parts.topologies, now)
  const topologies = await buildTopologies(plan, { source: options.source, newId, now })
  const drawn = topologies.map((topology) => ({ ...topology, updateTime: nextTime() }))
  if (drawn.length > 0) await parts.topologies.save(drawn)
  await pause()
  await declareRelations(dependencies, parts, plan.relations)
  const redrawn = new Set(plan.topologies.filter(changesGraph).map(({ service }) => service))
  await syncRelations(
    dependencies,
    parts,
    drawn.filter(({ service }) => redrawn.has(service)),
  )
  // Relations are declared before others are withdrawn: so a relation that passes from this source to a topology is not
  // removed in between, and keeps its id.
  await withdrawRelations(parts, plan, now)
  await parts.audit.append(importEntry(dependencies, { caller, plan, planHash }))
  return createdIds(drawn, plan)
}

/**
 * Writes the plan of applied relations and its audit entry. `parts` must be the transaction in which the plan was made.
 */
export async function applyRelationPlan(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, plan, planHash }: AppliedImport,
): Promise<ReadonlyMap<string, string>> {
  const { relations, options } = plan
  await declareRelations(dependencies, parts, relations)
  await withdrawRelations(parts, plan, timestamp(dependencies.clock()))
  const { mode, source } = options
  const counts = counters(relations)
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resource-relations-applied',
      resourceId: null,
      text: `relations of ${source} applied (${mode}): ${counts.create} created, ${counts.update} updated, ${counts.remove} removed`,
      attributes: { mode, source, relations: { ...counts }, planHash },
    }),
  )
  return new Map()
}

/** Stores the relations that the source declares. */
export async function declareRelations(
  dependencies: Dependencies,
  { relations }: Pick<StoreTransaction, 'relations'>,
  changes: CmdbImportPlan['relations'],
): Promise<void> {
  const put = declaredRelations(changes)
  if (put.length > 0) await relations.upsert(await toRelations(dependencies, put), { yields: true })
}

/** Withdraws the relations that the source no longer declares. */
export async function withdrawRelations(
  { relations }: Pick<StoreTransaction, 'relations'>,
  { relations: { withdraw }, options }: CmdbImportPlan,
  now: string,
): Promise<void> {
  const claims = withdraw.map((key) => ({ ...key, source: 'cmdb' as const, sourceRef: options.source }))
  if (claims.length > 0) await relations.withdraw(claims, now)
}

function importEntry(dependencies: Dependencies, { caller, plan, planHash }: AppliedImport): AuditEntry {
  const { records, options, relations, topologies, catalogServices } = plan
  const { mode, source } = options
  const create = topologies.filter(({ stored }) => stored === undefined).length
  const update = topologies.filter(mustBeSaved).length - create
  return auditEntry(dependencies, caller, {
    event: 'resources-cmdb-imported',
    resourceId: null,
    text: `${records.total} records imported from the CMDB source ${source} (${mode})`,
    attributes: {
      mode,
      source,
      records: records.total,
      relations: { ...counters(relations) },
      topologies: { create, update, remove: 0, unchanged: topologies.length - create - update },
      catalogServices: catalogServices.create.length,
      planHash,
    },
  })
}

async function buildTopologies(plan: CmdbImportPlan, drawing: TopologyCreation): Promise<readonly Topology[]> {
  const drawn: Topology[] = []
  let nodes = 0
  for (const planned of plan.topologies.filter(mustBeSaved)) {
    const topology = await runWithPauses(buildInSteps(planned, drawing))
    drawn.push(topology)
    nodes += topology.nodes.length
    if (nodes < NODES_AT_ONCE) continue
    nodes = 0
    await pause()
  }
  return drawn
}

function createdIds(drawn: readonly Topology[], { topologies }: CmdbImportPlan): ReadonlyMap<string, string> {
  const isNew = new Set(topologies.filter(({ stored }) => stored === undefined).map(({ service }) => service))
  return new Map(drawn.filter(({ service }) => isNew.has(service)).map(({ service, id }) => [service, id]))
}
