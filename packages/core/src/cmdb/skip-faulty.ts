import { OpsgraphError } from '../opsgraph-error.js'
import type { PlanKind } from '../plan/plan-document.js'
import type { CmdbIssue } from './cmdb-issue.js'
import type { CmdbFile, CmdbRecord } from './cmdb-record.js'
import { SkippedResources } from './removal-scope.js'

/** The records of a file that an import uses, and those that it skips (rules.md#cmdb-skipping). */
export interface UsedRecords {
  readonly records: readonly CmdbRecord[]
  /** The number of skipped records. */
  readonly skipped: number
  /** The faults of the skipped records. */
  readonly issues: readonly CmdbIssue[]
  /** The resources that the skipped records may be about, which the import keeps. */
  readonly kept: SkippedResources
}

/** Uses all records of a file. The file must have no faults. */
export function useAllRecords({ records }: Pick<CmdbFile, 'records'>): UsedRecords {
  return { records, skipped: 0, issues: [], kept: new SkippedResources() }
}

/**
 * Leaves out the records with faults, both records of a duplicate and all records of a loop. Returns `undefined` if the
 * file has a fault that is not about records.
 */
export function skipFaultyRecords({ records, issues, faultyRows, meanings }: CmdbFile): UsedRecords | undefined {
  if (faultyRows === undefined) return undefined
  const kept = new SkippedResources()
  const named = new Set<number>()
  for (const record of records) {
    const fields = faultyRows.get(record.row)
    if (fields === undefined || fields.has('resource')) continue
    named.add(record.row)
    if (fields.has('environment')) kept.addAnywhere([record.resource, ...(meanings?.get(record.resource) ?? [])])
    else kept.add(record.resource, record.environment)
  }
  if (named.size < faultyRows.size) kept.addUnknown()
  return { records: records.filter(({ row }) => !faultyRows.has(row)), skipped: faultyRows.size, issues, kept }
}

/** Skips the records of more rows, and adds the faults for which they are skipped. */
export function skipRows(used: UsedRecords, rows: ReadonlySet<number>, issues: readonly CmdbIssue[]): UsedRecords {
  const kept = used.kept.copy()
  for (const { row, environment, resource } of used.records) if (rows.has(row)) kept.add(resource, environment)
  return {
    records: used.records.filter(({ row }) => !rows.has(row)),
    skipped: used.skipped + rows.size,
    issues: [...used.issues, ...issues],
    kept,
  }
}

const REFUSAL_MESSAGES = { cmdb: 'invalid CMDB import', relations: 'invalid relations' } as const

/** The error with which an import is refused. */
export function importRefusal(kind: PlanKind, issues: readonly CmdbIssue[]): OpsgraphError {
  return new OpsgraphError('invalid', REFUSAL_MESSAGES[kind], issues)
}
