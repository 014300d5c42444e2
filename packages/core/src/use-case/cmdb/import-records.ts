import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { listChanges } from '../../change/list-changes.js'
import { checkRecords, type RecordCheck } from '../../cmdb/check-records.js'
import { cmdbChanges } from '../../cmdb/cmdb-changes.js'
import type { CmdbImportOptions, CmdbScope } from '../../cmdb/cmdb-import-options.js'
import { type CmdbIssue, CmdbIssues, type CmdbRemark, type RecordLocation } from '../../cmdb/cmdb-issue.js'
import { createImportDocument } from '../../cmdb/cmdb-plan-document.js'
import type { CmdbFile, CmdbRecord } from '../../cmdb/cmdb-record.js'
import { type CmdbReport, cmdbReport } from '../../cmdb/cmdb-report.js'
import { type CmdbImportPlan, licenseIssues } from '../../cmdb/plan-cmdb-import.js'
import { describeImportEffects, findTouchedKeys } from '../../cmdb/plan-effects.js'
import { findRemovalIssue } from '../../cmdb/removal-guard.js'
import type { RemovalLimit } from '../../cmdb/removal-limit.js'
import type { SkippedResources } from '../../cmdb/removal-scope.js'
import { importRefusal, skipFaultyRecords, type UsedRecords, useAllRecords } from '../../cmdb/skip-faulty.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { AppliedPlan, PlanKind } from '../../plan/plan-document.js'
import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import { readResolvedNamesAnywhere, resolveNames } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from '../file/run-import.js'
import { type ExpectedPlan, type HashedPlan, hashAfterPlan, hashPlan, requireExpectedPlan } from '../plan/hash-plan.js'
import { warnOfNearNames } from './near-warnings.js'
import { warnOfNewSource } from './new-source-warning.js'
import type { PlanningOptions } from './plan-import.js'
import { RECORD_KINDS } from './record-kind.js'

/** The records of a file, and how to import them. */
export interface RecordsImport {
  readonly kind: PlanKind
  readonly read: CmdbFile
  readonly options: PlanningOptions & { readonly maxRemovals?: RemovalLimit | undefined }
  readonly dryRun?: boolean | undefined
  readonly changes?: boolean | undefined
  readonly plan?: boolean | undefined
  readonly expected?: ExpectedPlan | undefined
  /** The resources of records that an earlier plan of this file has skipped. They do not change. */
  readonly kept?: SkippedResources | undefined
}

/**
 * Plans an import of records and writes the plan, in one transaction (rules.md#cmdb-import). Both a file and the
 * document of a plan are imported in this way.
 *
 * @throws OpsgraphError as `importCmdb` does
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
      const used = { ...selectRecords(kind, file, options), ...(sent.kept && { kept: sent.kept }) }
      const made = await steps.plan(dependencies, parts, { used, options })
      const near = await warnOfNearNames(parts, made.plan, { ...made.used, warnings: file.warnings })
      const ofSource = await warnOfNewSource(parts, made.plan)
      const hashed = await hashImport(parts, { kind, ...made, scope: options.scope, locks: isIdentified && !dryRun })
      requireExpectedPlan(hashed, expected)
      const guarded = guardRemovals(made.plan, options.maxRemovals, dryRun)
      const planned = { kind, ...made, ...hashed, guarded }
      const document = wantsDocument ? await runWithPauses(createImportDocument(planned, options)) : undefined
      return { ...planned, document, warnings: [...file.warnings, ...near, ...ofSource] }
    },
    unlicensed: ({ plan }) => licenseIssues(plan),
    apply: async (parts, made) => {
      const { plan, planHash } = made
      const createdIds = await steps.apply(dependencies, parts, { caller, plan, planHash })
      return { createdIds, left: isIdentified ? await hashAfterPlan(parts, made) : undefined }
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
 * @throws OpsgraphError `invalid` if the file has faults, unless `skipInvalid` is true and all faults are about single
 *   records
 */
export function selectRecords(
  kind: PlanKind,
  read: CmdbFile,
  { skipInvalid }: Pick<CmdbImportOptions, 'skipInvalid'>,
): UsedRecords {
  const used = read.issues.length === 0 ? useAllRecords(read) : skipInvalid ? skipFaultyRecords(read) : undefined
  if (used === undefined) throw importRefusal(kind, read.issues)
  return used
}

/**
 * Returns an issue if a plan would remove too much (rules.md#removal-guard), for the answer to a dry run.
 *
 * @throws OpsgraphError `invalid` with this issue, unless the import is a dry run
 */
function guardRemovals(
  plan: CmdbImportPlan,
  limit: RemovalLimit | undefined,
  isDryRun: boolean,
): CmdbIssue | undefined {
  const issue = limit && findRemovalIssue(plan, limit)
  if (issue !== undefined && !isDryRun) throw new OpsgraphError('invalid', 'the import would remove too much', [issue])
  return issue
}

interface ImportPlanToHash {
  readonly kind: PlanKind
  readonly plan: CmdbImportPlan
  readonly used: { readonly records: readonly CmdbRecord[] }
  readonly scope: CmdbScope
  /** True if the touched data must not change until the plan is written. */
  readonly locks: boolean
}

/** Reads what an import touches, and computes the hash of the plan (rules.md#plans-2). */
async function hashImport(
  parts: StoreParts,
  { kind, plan, used, scope, locks }: ImportPlanToHash,
): Promise<HashedPlan> {
  const touched = await runWithPauses(findTouchedKeys(plan, used.records))
  const effects = await runWithPauses(describeImportEffects(plan))
  const { source, mode } = plan.options
  return await hashPlan(parts, { kind, options: { source, mode, scope }, touched, effects, locks })
}

/**
 * Replaces aliases in the records of a CMDB file (rules.md#aliases-4), and checks the records again, because a file
 * must not contain a resource and its alias as two records.
 *
 * @param check the function that has checked the records before
 */
async function resolveRecords(
  parts: Pick<StoreParts, 'aliases'>,
  sent: CmdbFile,
  check: RecordCheck = checkRecords,
): Promise<CmdbFile> {
  const file = await addPossibleMeanings(parts, sent)
  const { records, warnings, lines, faultyRows } = file
  const names = await resolveNames(parts, namesInRecords(records))
  if (names.isEmpty) return file
  const selfParents: (RecordLocation & Pick<CmdbRecord, 'resource'>)[] = []
  const resolved = records.map((record) => {
    const { environment, row } = record
    if (faultyRows?.get(row)?.has('environment')) return record
    const { resource } = names.resource(record)
    const parents = names.list(environment, record.parents)
    if (parents.includes(resource)) {
      selfParents.push({ resource, row, field: parents.length > 1 ? 'parents' : 'parent' })
    }
    return resource === record.resource && parents === record.parents ? record : { ...record, resource, parents }
  })
  const issues = new CmdbIssues(lines)
  const checked = check({ records: resolved, selfParents, issues })
  const reported = new Set(file.issues.map(({ code, path }) => `${code} ${path}`))
  return {
    ...file,
    records: resolved,
    issues: [...file.issues, ...issues.list.filter(({ code, path }) => !reported.has(`${code} ${path}`))],
    warnings: [...warnings.filter(({ code }) => !CHECK_WARNINGS.has(code)), ...checked],
    faultyRows: faultyRows && issues.areOnlyOfRecords ? new Map([...issues.faultyRows, ...faultyRows]) : undefined,
  }
}

/**
 * Adds what the names of records with a faulty environment may mean: such a record may be about a resource of any
 * environment, so its name may be an alias in any environment (rules.md#cmdb-skipping).
 */
async function addPossibleMeanings(parts: Pick<StoreParts, 'aliases'>, file: CmdbFile): Promise<CmdbFile> {
  const { records, faultyRows } = file
  const withoutEnvironment = records.filter(({ row }) => faultyRows?.get(row)?.has('environment'))
  if (withoutEnvironment.length === 0) return file
  return {
    ...file,
    meanings: await readResolvedNamesAnywhere(
      parts,
      withoutEnvironment.map(({ resource }) => resource),
    ),
  }
}

/** The codes of the warnings that `check` returns: the warnings of the new check replace those of the earlier one. */
const CHECK_WARNINGS: ReadonlySet<CmdbRemark['code']> = new Set(['unknownParent', 'nearName'])

function* namesInRecords(records: readonly CmdbRecord[]): Generator<ResourceKey> {
  for (const { environment, resource, parents } of records) {
    yield { environment, resource }
    for (const parent of parents) yield { environment, resource: parent }
  }
}
