import type { Issue } from '../issue.js'
import { IssueList } from '../issue-list.js'
import { LIMITS } from '../limits.js'
import type { GraphCode } from '../topology/graph-issue.js'

/** The codes of rules.md#cmdb-errors. */
export const CMDB_CODES = [
  'missingResource',
  'duplicateRecord',
  'selfParent',
  'cycle',
  'valueTooLong',
  'invalidCsvHeader',
  'invalidJson',
  'tooManyRecords',
  'bodyTooLarge',
  'licenseLimit',
] as const
export type CmdbCode = (typeof CMDB_CODES)[number]

/**
 * A fault that stops an import. If a topology would become invalid, the code of the issue names the rule that the
 * topology would break.
 */
export type CmdbIssue = Issue<CmdbCode | GraphCode>

/** The record that a fault is about. */
export interface RecordPlace {
  readonly row: number
  /** Absent if the fault is about the whole record. */
  readonly field?: string
}

/**
 * Collects the faults of a file. The list counts all faults, but keeps only the first `LIMITS.cmdbIssues`. If there are
 * more faults, one more issue at the end of the list says how many faults are not listed.
 */
export class CmdbIssues extends IssueList<CmdbIssue['code']> {
  #more = 0
  #firstLeftOut: CmdbIssue['code'] | undefined

  /** @param lines the line of each record in the file, for messages; `undefined` if records have no line numbers */
  constructor(readonly lines?: readonly number[]) {
    super(LIMITS.cmdbIssues)
  }

  override get list(): readonly CmdbIssue[] {
    if (this.#firstLeftOut === undefined) return super.list
    const message = `${this.#more} more faults are not listed`
    return [...super.list, { code: this.#firstLeftOut, path: 'body', message }]
  }

  override push(issue: CmdbIssue): void {
    if (this.isFull) {
      this.#more++
      this.#firstLeftOut ??= issue.code
    }
    super.push(issue)
  }

  /** Adds a fault of a record. The message names the line of the record in the file, if this line is known. */
  addToRecord(code: CmdbCode, { row, field }: RecordPlace, message: string): void {
    const path = field === undefined ? `records[${row}]` : `records[${row}].${field}`
    const line = this.lines?.[row]
    this.add(code, path, line === undefined ? message : `line ${line}: ${message}`)
  }
}
