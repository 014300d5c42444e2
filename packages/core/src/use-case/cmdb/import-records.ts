import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { listChanges } from '../../change/list-changes.js'
import { cmdbChanges } from '../../cmdb/cmdb-changes.js'
import type { CmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import { importDocument } from '../../cmdb/cmdb-plan-document.js'
import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import { licenseIssues } from '../../cmdb/plan-cmdb-import.js'
import type { RemovalLimit } from '../../cmdb/removal-limit.js'
import type { HeldResources } from '../../cmdb/removal-scope.js'
import { importRefusal, skipFaulty, type UsedRecords, useAll } from '../../cmdb/skip-faulty.js'
import type { AppliedPlan, PlanKind } from '../../plan/plan-document.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from '../file/run-import.js'
import { type ExpectedPlan, leftBy, requirePlan } from '../plan/hash-plan.js'
import { guardRemovals } from './guard-removals.js'
import { hashImport } from './hash-import.js'
import { nearInGraph } from './near-warnings.js'
import type { PlanningOptions } from './plan-import.js'
import { RECORD_KINDS } from './record-kind.js'
import { resolveRecords } from './resolve-records.js'

/** The records of a file, and what to do with them. */
export interface RecordsImport {
  readonly kind: PlanKind
  readonly read: CmdbFile
  readonly options: PlanningOptions & { readonly maxRemovals?: RemovalLimit | undefined }
  readonly dryRun?: boolean | undefined
  readonly changes?: boolean | undefined
  readonly plan?: boolean | undefined
  readonly expected?: ExpectedPlan | undefined
  /** What an earlier plan of these records holds. */
  readonly held?: HeldResources | undefined
}

/**
 * Plans an import of records and writes it, in one transaction (rules.md#cmdb-import). A file and the document of a plan
 * are imported in the same way.
 *
 * @throws OpsgraphError as `importCmdb`
 */
export async function importRecords(
  dependencies: Dependencies,
  caller: Caller,
  sent: RecordsImport,
): Promise<CmdbReport> {
  const { kind, read, options, dryRun = false, changes = false, plan: wantsDocument = false, expected } = sent
  const steps = RECORD_KINDS[kind]
  const isIdentified = wantsDocument || expected !== undefined
  const { plan: planned, applied } = await runImport(dependencies, {
    isDryRun: dryRun,
    locks: steps.locks,
    plan: async (parts) => {
      const file = await resolveRecords(parts, read, steps.check)
      const used = { ...usedRecords(kind, file, options), ...(sent.held && { held: sent.held }) }
      const made = await steps.plan(dependencies, parts, { used, options })
      const near = await nearInGraph(parts, made.plan, { ...made.used, warnings: file.warnings })
      const hashed = await hashImport(parts, { kind, ...made, scope: options.scope, locks: isIdentified && !dryRun })
      requirePlan(hashed, expected)
      const guarded = guardRemovals(made.plan, options.maxRemovals, dryRun)
      const planned = { kind, ...made, ...hashed, guarded }
      const document = wantsDocument ? await runWithPauses(importDocument(planned, options)) : undefined
      return { ...planned, document, warnings: [...file.warnings, ...near] }
    },
    unlicensed: ({ plan }) => licenseIssues(plan),
    apply: async (parts, made) => {
      const { plan, planHash } = made
      const createdIds = await steps.apply(dependencies, parts, { caller, plan, planHash })
      return { createdIds, left: isIdentified ? await leftBy(parts, made) : undefined }
    },
  })
  await pause()
  const { plan, used, warnings, guarded, planHash } = planned
  const skipped = options.skipInvalid ? { skipped: used } : {}
  const report = cmdbReport(plan, { warnings, guarded, ...skipped }, applied?.createdIds)
  await pause()
  const listed = changes ? listChanges(cmdbChanges(plan)) : {}
  const left = applied?.left
  const hashes = { planHash, ...(left !== undefined && { leftHash: left }) }
  const { document } = planned
  if (document === undefined) return { ...report, ...hashes, ...listed }
  const done: AppliedPlan | undefined =
    left === undefined ? undefined : { time: timestamp(dependencies.clock()), hash: left }
  return { ...report, ...hashes, ...listed, plan: done === undefined ? document : { ...document, applied: done } }
}

/**
 * The records to import.
 *
 * @throws OpsgraphError `invalid` if the file has faults, unless all of them are about records and are to be skipped
 */
export function usedRecords(
  kind: PlanKind,
  read: CmdbFile,
  { skipInvalid }: Pick<CmdbImportOptions, 'skipInvalid'>,
): UsedRecords {
  const used = read.issues.length === 0 ? useAll(read) : skipInvalid ? skipFaulty(read) : undefined
  if (used === undefined) throw importRefusal(kind, read.issues)
  return used
}
