import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { listChanges } from '../../change/list-changes.js'
import { cmdbChanges } from '../../cmdb/cmdb-changes.js'
import {
  type CmdbImportOptions,
  type CmdbImportOptionsInput,
  readCmdbImportOptions,
} from '../../cmdb/cmdb-import-options.js'
import type { CmdbIssue } from '../../cmdb/cmdb-issue.js'
import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import { type CmdbImportPlan, licenseIssues, planCmdbImport, wantsOf } from '../../cmdb/plan-cmdb-import.js'
import { readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { type FileBody, readText } from '../file/read-text.js'
import { freeSlots, noFreeSlot } from '../topology/license-slots.js'
import { applyCmdbPlan } from './apply-cmdb-plan.js'

export interface CmdbImport {
  readonly body: FileBody
  /** Name of the uploaded file. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  /** Size of the body in bytes according to the sender, if known. */
  readonly size?: number | undefined
  readonly options?: CmdbImportOptionsInput
  /** If true, the import only reports what it would do, and writes nothing. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change. It always contains the numbers of changes. */
  readonly changes?: boolean | undefined
}

export interface CmdbOutcome {
  readonly report: CmdbReport
  /** For a CSV file: for each row, the number of the line on which the row begins. The first line is 1. */
  readonly lines: readonly number[] | undefined
}

/** A valid file and how to import it. */
interface Task {
  readonly file: CmdbFile
  readonly options: CmdbImportOptions
  readonly changes: boolean
}

/**
 * Imports a CMDB file: relations, catalog entries and topologies, in one transaction (rules.md#cmdb-import). A dry run
 * and a real import make the same plan. The number of files that are received and processed at the same time is
 * limited; other imports wait with their files unread, so that they do not slow down other requests.
 *
 * @throws OpsgraphError `invalid` for bad options, and with all issues of an invalid file; `forbidden` if the license
 *   does not allow the new topologies
 */
export async function importCmdb(dependencies: Dependencies, caller: Caller, file: CmdbImport): Promise<CmdbOutcome> {
  const { body, fileName, contentType, size, options: sent = {}, dryRun = false, changes = false } = file
  const { receiving, working } = dependencies.fileTurns
  const options = readCmdbImportOptions(sent)
  return await receiving.pass(async () => {
    const received = await readText(body, { limit: LIMITS.cmdbBytes, size })
    return await working.pass(async () => {
      await pause()
      const read = readCmdbText(received, { fileName, contentType, ...options })
      refuse(read.issues)
      const task = { file: read, options, changes }
      const report = await (dryRun ? rehearse(dependencies, task) : carryOut(dependencies, caller, task))
      return { report, lines: read.lines }
    })
  })
}

async function rehearse(dependencies: Dependencies, task: Task): Promise<CmdbReport> {
  const plan = await dependencies.store.snapshot((parts) => planImport(dependencies, parts, task))
  return reportOf(plan, task)
}

async function carryOut(dependencies: Dependencies, caller: Caller, task: Task): Promise<CmdbReport> {
  const { records } = task.file
  const { mode, source } = task.options
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    await parts.lock('catalog')
    const plan = await planImport(dependencies, parts, task)
    const unlicensed = licenseIssues(plan)
    if (unlicensed.length > 0) throw noFreeSlot(dependencies, unlicensed)
    const created = await applyCmdbPlan(dependencies, parts, plan)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resources-cmdb-imported',
        resourceId: null,
        text: `${records.length} records imported from the CMDB source ${source} (${mode})`,
        attributes: { mode, source, records: records.length },
      }),
    )
    return reportOf(plan, task, created)
  })
}

function reportOf(plan: CmdbImportPlan, { file, changes }: Task, created?: ReadonlyMap<string, string>): CmdbReport {
  const report = cmdbReport(plan, file.warnings, created)
  return changes ? { ...report, ...listChanges(cmdbChanges(plan)) } : report
}

async function planImport(
  dependencies: Dependencies,
  { relations, catalog, topologies }: StoreParts,
  { file: { records }, options }: Task,
): Promise<CmdbImportPlan> {
  await pause()
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
  await pause()
  const plan = planCmdbImport(state, records, options)
  refuse(plan.issues)
  return plan
}

function refuse(issues: readonly CmdbIssue[]): void {
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid CMDB import', issues)
}
