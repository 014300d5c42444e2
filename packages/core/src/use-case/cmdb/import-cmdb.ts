import type { Caller } from '../../access/caller.js'
import { readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbIssue } from '../../cmdb/cmdb-issue.js'
import type { CmdbRecord } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import { drawTopology } from '../../cmdb/draw-topology.js'
import {
  type CmdbImportPlan,
  isToBeSaved,
  licenseIssues,
  type PlanOptions,
  planCmdbImport,
  wantsOf,
} from '../../cmdb/plan-cmdb-import.js'
import { relationWrites } from '../../cmdb/plan-cmdb-relations.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { type Relation, relationKey } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { Topology } from '../../topology/topology.js'
import { auditEntry } from '../audit/audit.js'
import type { FileBody } from '../file/read-text.js'
import { toRelations } from '../relation/to-relations.js'
import { freeSlots, noFreeSlot } from '../topology/license-slots.js'
import { syncRelations } from '../topology/sync-relations.js'
import { readCmdbFile } from './read-cmdb-file.js'

export interface CmdbImport {
  readonly body: FileBody
  /** Of an upload. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  /** Bytes that the body is said to have, when that is known before it is read. */
  readonly size?: number | undefined
  /** `format`, `mode`, `source` and `environment`, as they were sent. */
  readonly options?: unknown
  /** Plans only: the answer is the same, nothing is written. */
  readonly dryRun?: boolean | undefined
}

export interface CmdbOutcome {
  readonly report: CmdbReport
  /** For a CSV file, the line on which the record with a row begins, from 1. */
  readonly lines: readonly number[] | undefined
}

/**
 * Imports a CMDB file: relations, catalog entries and topologies, all of it in one transaction, or nothing (api.md, POST
 * /api/resources/import; decisions.md 8). A dry run and a real import answer from the same plan.
 *
 * @throws OpsgraphError `invalid` for bad options, and with all issues of an invalid file; `forbidden` when the license
 *   does not allow the topologies that are new
 */
export async function importCmdb(
  dependencies: Dependencies,
  caller: Caller,
  { body, fileName, contentType, size, options: sent = {}, dryRun = false }: CmdbImport,
): Promise<CmdbOutcome> {
  const { store } = dependencies
  const options = readCmdbImportOptions(sent)
  const { records, issues, warnings, lines } = await readCmdbFile(body, { fileName, contentType, size, ...options })
  refuse(issues)
  const planOn = async (parts: StoreParts) => await planImport(dependencies, parts, { records, options })
  if (dryRun) return { report: cmdbReport(await store.snapshot(planOn), warnings), lines }
  const report = await store.transaction(async (parts) => {
    await parts.lock('topologies')
    await parts.lock('catalog')
    const plan = await planOn(parts)
    const unlicensed = licenseIssues(plan)
    if (unlicensed.length > 0) throw noFreeSlot(dependencies, unlicensed)
    const created = await applyPlan(dependencies, parts, plan)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resources-cmdb-imported',
        resourceId: null,
        text: `${records.length} records imported from the CMDB source ${options.source} (${options.mode})`,
        attributes: { mode: options.mode, source: options.source, records: records.length },
      }),
    )
    return cmdbReport(plan, warnings, created)
  })
  return { report, lines }
}

async function planImport(
  dependencies: Dependencies,
  { relations, catalog, topologies }: StoreParts,
  { records, options }: { readonly records: readonly CmdbRecord[]; readonly options: PlanOptions },
): Promise<CmdbImportPlan> {
  const wants = wantsOf(records)
  const own = await relations.bySourceRefs('cmdb', [options.source])
  const wanted = await relations.find(wants.relations)
  const known = await catalog.find(wants.services)
  const holding = options.mode === 'replace' ? await topologies.servicesHoldingNodesOf(options.source) : []
  const state = {
    relations: [...own, ...wanted],
    catalogServices: new Set(known.map(({ serviceId }) => serviceId)),
    topologies: await topologies.readByServices([...new Set([...wants.services, ...holding])]),
    freeTopologies: await freeSlots(dependencies, { topologies }),
  }
  const plan = planCmdbImport(state, records, options)
  refuse(plan.issues)
  return plan
}

function refuse(issues: readonly CmdbIssue[]): void {
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid CMDB import', issues)
}

/** Writes what is planned; answers the ids of the topologies that are new, by service. */
async function applyPlan(
  dependencies: Dependencies,
  parts: StoreTransaction,
  plan: CmdbImportPlan,
): Promise<ReadonlyMap<string, string>> {
  const { newId, clock } = dependencies
  const { catalogServices, options } = plan
  if (catalogServices.create.length > 0) await parts.catalog.save(catalogServices.create)
  const drawing = { source: options.source, newId, now: timestamp(clock()) }
  const changed = plan.topologies.filter(isToBeSaved)
  const drawn = changed.map((topology) => drawTopology(topology, drawing))
  if (drawn.length > 0) await parts.topologies.save(drawn)
  const { put, remove } = relationWrites(plan.relations)
  if (remove.length > 0)
    await parts.relations.deleteMany(
      'cmdb',
      remove.map(({ id }) => id),
    )
  if (put.length > 0) await parts.relations.upsert(toRelations(dependencies, put))
  await syncRelations(dependencies, parts, drawn)
  await handOver(dependencies, parts, remove)
  return createdIds(drawn, plan)
}

/** A relation that this source no longer states, and that a topology draws, is the topology's from now on. */
async function handOver(
  dependencies: Dependencies,
  { relations, topologies }: StoreTransaction,
  removed: readonly Relation[],
): Promise<void> {
  if (removed.length === 0) return
  const drawers = await topologies.drawers(removed, [])
  const drafts = removed.flatMap(({ environment, resource, parent }) => {
    const sourceRef = drawers.get(relationKey({ environment, resource, parent }))
    return sourceRef === undefined ? [] : [{ environment, resource, parent, source: 'topology' as const, sourceRef }]
  })
  if (drafts.length > 0) await relations.upsert(toRelations(dependencies, drafts))
}

function createdIds(drawn: readonly Topology[], { topologies }: CmdbImportPlan): ReadonlyMap<string, string> {
  const isNew = new Set(topologies.filter(({ stored }) => stored === undefined).map(({ service }) => service))
  return new Map(drawn.filter(({ service }) => isNew.has(service)).map(({ service, id }) => [service, id]))
}
