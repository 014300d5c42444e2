import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { listChanges } from '../../change/list-changes.js'
import { cmdbChanges } from '../../cmdb/cmdb-changes.js'
import { type CmdbImportOptionsInput, readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbIssue } from '../../cmdb/cmdb-issue.js'
import type { CmdbRecord } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import { claimsAtStake } from '../../cmdb/lost-claims.js'
import {
  type CmdbImportPlan,
  licenseIssues,
  type PlanOptions,
  planCmdbInSteps,
  wantsOf,
} from '../../cmdb/plan-cmdb-import.js'
import { readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
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
    const received = await readText(body, { limit: LIMITS.cmdbBytes, size })
    return await working.pass(async () => {
      await pause()
      const read = await runWithPauses(readCmdbText(received, { fileName, contentType, ...options }))
      refuse(read.issues)
      const { plan: planned, applied } = await runImport(dependencies, {
        isDryRun: dryRun,
        locks: ['topologies', 'catalog'],
        plan: async (parts) => {
          const { records, warnings } = await resolveRecords(parts, read)
          const plan = await planImport(dependencies, parts, { records, options })
          return { plan, warnings: [...warnings, ...(await nearInGraph(parts, plan, records))] }
        },
        unlicensed: ({ plan }) => licenseIssues(plan),
        apply: (parts, { plan }) => applyCmdbPlan(dependencies, parts, { caller, plan }),
      })
      await pause()
      const { plan, warnings } = planned
      const report = cmdbReport(plan, warnings, applied)
      await pause()
      return { report: changes ? { ...report, ...listChanges(cmdbChanges(plan)) } : report, lines: read.lines }
    })
  })
}

async function planImport(
  dependencies: Dependencies,
  { relations, catalog, topologies }: StoreParts,
  { records, options }: { readonly records: readonly CmdbRecord[]; readonly options: PlanOptions },
): Promise<CmdbImportPlan> {
  await pause()
  const wants = wantsOf(records)
  const own = await relations.claimsBy('cmdb', [options.source])
  const stored = await relations.find([...own, ...wants.relations])
  const atStake = claimsAtStake(own, records, options.mode)
  const others = atStake.length === 0 ? [] : await relations.claims(atStake)
  const known = await catalog.find(wants.services)
  const holding = options.mode === 'replace' ? await topologies.servicesHoldingNodesOf(options.source) : []
  const state = {
    relations: stored,
    claims: [...own, ...others],
    catalogServices: new Set(known.map(({ serviceId }) => serviceId)),
    topologies: await topologies.readByServices([...new Set([...wants.services, ...holding])]),
    freeTopologies: await freeSlots(dependencies, { topologies }),
  }
  await pause()
  const plan = await runWithPauses(planCmdbInSteps(state, records, options))
  refuse(plan.issues)
  return plan
}

function refuse(issues: readonly CmdbIssue[]): void {
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid CMDB import', issues)
}
