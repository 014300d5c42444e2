import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { listChanges } from '../../change/list-changes.js'
import { counters } from '../../change-set.js'
import { cmdbChanges } from '../../cmdb/cmdb-changes.js'
import {
  type RelationsApplyOptions,
  type RelationsApplyOptionsInput,
  readRelationsApplyOptions,
} from '../../cmdb/cmdb-import-options.js'
import type { CmdbFile, CmdbRecord } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { APPLY_STATES, planRelationsInSteps } from '../../cmdb/plan-relations.js'
import { checkRelationRecords, readRelationText } from '../../cmdb/relation-records.js'
import { RemovalReach } from '../../cmdb/removal-reach.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from '../file/run-import.js'
import { stateRelations, withdrawRelations } from './apply-cmdb-plan.js'
import { guardRemovals, staleTime } from './guard-removals.js'
import { nearInGraph } from './near-warnings.js'
import { readStatedGraph } from './read-stated-graph.js'
import { receiveFile, type SentFile } from './receive-file.js'
import { resolveRecords } from './resolve-records.js'

export interface RelationsApply extends SentFile {
  readonly options: RelationsApplyOptionsInput
  /** If true, the report says what would be done, and nothing is written. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change. */
  readonly changes?: boolean | undefined
}

/** The fields of the report of a CMDB import that have a meaning for relations (rules.md#applying-relations-6). */
export type RelationsReport = Omit<CmdbReport, 'records' | 'topologies' | 'catalogServices'> & {
  readonly records: Pick<CmdbReport['records'], 'total'>
}

export interface RelationsOutcome {
  readonly report: RelationsReport
  /** For a CSV file: for each row, the number of the line on which the row begins. The first line is 1. */
  readonly lines: readonly number[] | undefined
}

/**
 * Applies a file of relations that one source states, in one transaction (rules.md#applying-relations). Topologies and
 * catalog entries do not change. A dry run makes the same plan.
 *
 * @throws OpsgraphError `invalid` if an option is invalid; `invalid` with all issues if the file is invalid, or if too
 *   much would be removed
 */
export async function applyRelations(
  dependencies: Dependencies,
  caller: Caller,
  file: RelationsApply,
): Promise<RelationsOutcome> {
  const { fileName, contentType, dryRun = false, changes = false } = file
  const options = readRelationsApplyOptions(file.options)
  return await receiveFile(dependencies, file, options.encoding, async (received) => {
    const read = withoutFaults(await runWithPauses(readRelationText(received, { fileName, contentType, ...options })))
    const { plan: planned, applied } = await runImport(dependencies, {
      isDryRun: dryRun,
      locks: ['topologies'],
      plan: async (parts) => {
        const { records, warnings } = withoutFaults(await resolveRecords(parts, read, checkRelationRecords))
        const plan = await planRelations(dependencies, parts, { records, options })
        const guarded = guardRemovals(plan, options.maxRemovals, dryRun)
        return { plan, guarded, warnings: [...warnings, ...(await nearInGraph(parts, plan, records))] }
      },
      unlicensed: () => [],
      apply: async (parts, { plan }) => {
        await writeRelations(dependencies, parts, { caller, plan })
        return NO_TOPOLOGIES
      },
    })
    await pause()
    const { plan, warnings, guarded } = planned
    const {
      topologies: _,
      catalogServices: _none,
      records,
      ...report
    } = cmdbReport(plan, { warnings, guarded }, applied)
    const listed = changes ? listChanges(cmdbChanges(plan)) : {}
    return { report: { ...report, records: { total: records.total }, ...listed }, lines: read.lines }
  })
}

const NO_TOPOLOGIES: ReadonlyMap<string, string> = new Map()

/** @throws OpsgraphError `invalid` with all faults of the file */
function withoutFaults(file: CmdbFile): CmdbFile {
  if (file.issues.length > 0) throw new OpsgraphError('invalid', 'invalid relations', file.issues)
  return file
}

async function planRelations(
  dependencies: Dependencies,
  parts: StoreParts,
  { records, options }: { readonly records: readonly CmdbRecord[]; readonly options: RelationsApplyOptions },
): Promise<CmdbImportPlan> {
  const { mode, source, scope, removeStaleAfter } = options
  const planning = { mode, source, scope, staleBefore: staleTime(dependencies, removeStaleAfter) }
  const reach = new RemovalReach(records, planning)
  const state = await readStatedGraph(parts, records, { source, reach, ...APPLY_STATES })
  await pause()
  return await runWithPauses(planRelationsInSteps(state, records, planning))
}

async function writeRelations(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, plan }: { readonly caller: Caller; readonly plan: CmdbImportPlan },
): Promise<void> {
  const { relations, options } = plan
  await stateRelations(dependencies, parts, relations)
  await withdrawRelations(parts, plan, timestamp(dependencies.clock()))
  const counts = counters(relations)
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resource-relations-applied',
      resourceId: null,
      text: `relations of ${options.source} applied (${options.mode}): ${counts.create} created, ${counts.update} updated, ${counts.remove} removed`,
      attributes: { ...options, ...counts },
    }),
  )
}
