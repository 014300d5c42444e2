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
import type { CmdbFile, CmdbRecord } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import {
  type CmdbImportPlan,
  type CmdbState,
  IMPORT_STATES,
  licenseIssues,
  type PlanOptions,
  planCmdbInSteps,
  wantsOf,
} from '../../cmdb/plan-cmdb-import.js'
import { readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { RemovalReach } from '../../cmdb/removal-reach.js'
import { allOf, skipFaulty, skipRows, type UsedRecords } from '../../cmdb/skip-faulty.js'
import { rowsInLoops } from '../../cmdb/topology-faults.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from '../file/run-import.js'
import { freeSlots } from '../topology/license-slots.js'
import { applyCmdbPlan } from './apply-cmdb-plan.js'
import { guardRemovals, staleTime } from './guard-removals.js'
import { nearInGraph } from './near-warnings.js'
import { readStatedGraph } from './read-stated-graph.js'
import { receiveFile, type SentFile } from './receive-file.js'
import { resolveRecords } from './resolve-records.js'

export interface CmdbImport extends SentFile {
  readonly options?: CmdbImportOptionsInput
  /** If true, the import only reports what it would do, and writes nothing. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change. The report always contains the numbers of changes. */
  readonly changes?: boolean | undefined
}

export interface CmdbOutcome {
  readonly report: CmdbReport
  /** For a CSV file: for each row, the number of the line on which the row begins. The first line is 1. */
  readonly lines: readonly number[] | undefined
}

/**
 * Imports a CMDB file: relations, catalog entries and topologies, in one transaction (rules.md#cmdb-import). A dry run
 * and a real import make the same plan.
 *
 * @throws OpsgraphError `invalid` if an option is invalid; `invalid` with all issues if the file is invalid;
 *   `forbidden` if the license does not allow the new topologies
 */
export async function importCmdb(dependencies: Dependencies, caller: Caller, file: CmdbImport): Promise<CmdbOutcome> {
  const { fileName, contentType, dryRun = false, changes = false } = file
  const options = readCmdbImportOptions(file.options ?? {})
  return await receiveFile(dependencies, file, options.encoding, async (received) => {
    const read = await runWithPauses(readCmdbText(received, { fileName, contentType, ...options }))
    usedRecords(read, options)
    const { plan: planned, applied } = await runImport(dependencies, {
      isDryRun: dryRun,
      locks: ['topologies', 'catalog'],
      plan: async (parts) => {
        const resolved = await resolveRecords(parts, read)
        const made = await planImport(dependencies, parts, { used: usedRecords(resolved, options), options })
        const guarded = guardRemovals(made.plan, options.maxRemovals, dryRun)
        const near = await nearInGraph(parts, made.plan, made.used.records)
        return { ...made, guarded, warnings: [...resolved.warnings, ...near] }
      },
      unlicensed: ({ plan }) => licenseIssues(plan),
      apply: (parts, { plan }) => applyCmdbPlan(dependencies, parts, { caller, plan }),
    })
    await pause()
    const { plan, used: skipped, warnings, guarded } = planned
    const report = cmdbReport(plan, { warnings, guarded, ...(options.skipInvalid && { skipped }) }, applied)
    await pause()
    return { report: changes ? { ...report, ...listChanges(cmdbChanges(plan)) } : report, lines: read.lines }
  })
}

/**
 * The records to import.
 *
 * @throws OpsgraphError `invalid` if the file has faults, unless all of them are about records and are to be skipped
 */
function usedRecords(read: CmdbFile, { skipInvalid }: CmdbImportOptions): UsedRecords {
  const used = read.issues.length === 0 ? allOf(read) : skipInvalid ? skipFaulty(read) : undefined
  if (used === undefined) throw refusal(read.issues)
  return used
}

/**
 * Leaving out the records of a loop keeps relations that the file would have replaced, and these may form another loop.
 * After this many times, the import is refused.
 */
const SKIPPING_ROUNDS = 10

interface PlannedImport {
  readonly plan: CmdbImportPlan
  readonly used: UsedRecords
}

async function planImport(
  dependencies: Dependencies,
  parts: StoreParts,
  { used, options }: { readonly used: UsedRecords; readonly options: CmdbImportOptions },
): Promise<PlannedImport> {
  await pause()
  const { mode, source, scope, removeStaleAfter } = options
  const staleBefore = staleTime(dependencies, removeStaleAfter)
  const state = await readState(dependencies, parts, { records: used.records, mode, source, scope, staleBefore })
  await pause()
  let left = used
  for (let round = 0; ; round++) {
    const planning = { mode, source, scope, staleBefore, held: left.held }
    const plan = await runWithPauses(planCmdbInSteps(state, left.records, planning))
    if (plan.issues.length === 0) return { plan, used: left }
    const looped = options.skipInvalid && round < SKIPPING_ROUNDS ? rowsInLoops(plan.topologies, left.records) : NO_ROWS
    if (looped.size === 0) throw refusal(plan.issues)
    left = skipRows(
      left,
      looped,
      plan.issues.filter(({ code }) => code === 'cycle'),
    )
  }
}

const NO_ROWS: ReadonlySet<number> = new Set()

async function readState(
  dependencies: Dependencies,
  { relations, catalog, topologies }: StoreParts,
  { records, ...options }: PlanOptions & { readonly records: readonly CmdbRecord[] },
): Promise<CmdbState> {
  const wants = wantsOf(records)
  const reach = new RemovalReach(records, options)
  const stating = { source: options.source, reach, ...IMPORT_STATES }
  const { hasAtStake, ...graph } = await readStatedGraph({ relations }, records, stating)
  const known = await catalog.find(wants.services)
  const mayUndraw = options.mode === 'replace' || (reach.removesStale && hasAtStake)
  const holding = mayUndraw ? await topologies.servicesHoldingNodesOf(options.source) : []
  return {
    ...graph,
    catalogServices: new Set(known.map(({ serviceId }) => serviceId)),
    topologies: await topologies.readByServices([...new Set([...wants.services, ...holding])]),
    freeTopologies: await freeSlots(dependencies, { topologies }),
  }
}

function refusal(issues: readonly CmdbIssue[]): OpsgraphError {
  return new OpsgraphError('invalid', 'invalid CMDB import', issues)
}
