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
import { claimsAtStake } from '../../cmdb/lost-claims.js'
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
import { guardIssue } from '../../cmdb/removal-guard.js'
import { RemovalReach } from '../../cmdb/removal-reach.js'
import { allOf, skipFaulty, skipRows, type UsedRecords } from '../../cmdb/skip-faulty.js'
import { rowsInLoops } from '../../cmdb/topology-faults.js'
import { FileDecoding } from '../../decode-file.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { type FileBody, readText } from '../file/read-text.js'
import { runImport } from '../file/run-import.js'
import { freeSlots } from '../topology/license-slots.js'
import { applyCmdbPlan } from './apply-cmdb-plan.js'
import { nearInGraph } from './near-warnings.js'
import { resolveRecords } from './resolve-records.js'

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
 * and a real import make the same plan. The number of files that are received and processed at the same time is
 * limited; other imports wait, and their files are not read meanwhile. So imports do not slow down other requests.
 *
 * @throws OpsgraphError `invalid` if an option is invalid; `invalid` with all issues if the file is invalid;
 *   `forbidden` if the license does not allow the new topologies
 */
export async function importCmdb(dependencies: Dependencies, caller: Caller, file: CmdbImport): Promise<CmdbOutcome> {
  const { body, fileName, contentType, size, options: sent = {}, dryRun = false, changes = false } = file
  const { receiving, working } = dependencies.fileTurns
  const options = readCmdbImportOptions(sent)
  return await receiving.pass(async () => {
    const received = await readText(body, {
      limit: LIMITS.cmdbBytes,
      size,
      decoding: new FileDecoding(options.encoding),
    })
    return await working.pass(async () => {
      await pause()
      const read = await runWithPauses(readCmdbText(received, { fileName, contentType, ...options }))
      usedRecords(read, options)
      const { plan: planned, applied } = await runImport(dependencies, {
        isDryRun: dryRun,
        locks: ['topologies', 'catalog'],
        plan: async (parts) => {
          const file = await resolveRecords(parts, read)
          const made = await planImport(dependencies, parts, { used: usedRecords(file, options), options })
          const guarded = options.maxRemovals && guardIssue(made.plan, options.maxRemovals)
          if (guarded !== undefined && !dryRun) throw tooManyRemovals(guarded)
          return {
            ...made,
            guarded,
            warnings: [...file.warnings, ...(await nearInGraph(parts, made.plan, made.used.records))],
          }
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
  const own = await relations.claimsBy('cmdb', [options.source])
  const stored = await relations.find([...own, ...wants.relations])
  const reach = new RemovalReach(records, options)
  const atStake = claimsAtStake(own, records, { reach, ...IMPORT_STATES })
  const others = atStake.length === 0 ? [] : await relations.claims(atStake)
  const known = await catalog.find(wants.services)
  const mayUndraw = options.mode === 'replace' || (reach.removesStale && atStake.length > 0)
  const holding = mayUndraw ? await topologies.servicesHoldingNodesOf(options.source) : []
  return {
    relations: stored,
    claims: [...own, ...others],
    catalogServices: new Set(known.map(({ serviceId }) => serviceId)),
    topologies: await topologies.readByServices([...new Set([...wants.services, ...holding])]),
    freeTopologies: await freeSlots(dependencies, { topologies }),
  }
}

/** Claims of relations with an earlier time are stale; `undefined` = none is. */
export function staleTime({ clock }: Dependencies, days: number | undefined): string | undefined {
  return days === undefined ? undefined : timestamp(new Date(clock().getTime() - days * DAY))
}

const DAY = 86_400_000

/** The error for an import that would remove too much (rules.md#removal-guard). */
export function tooManyRemovals(issue: CmdbIssue): OpsgraphError {
  return new OpsgraphError('invalid', 'the import would remove too much', [issue])
}

function refusal(issues: readonly CmdbIssue[]): OpsgraphError {
  return new OpsgraphError('invalid', 'invalid CMDB import', issues)
}
