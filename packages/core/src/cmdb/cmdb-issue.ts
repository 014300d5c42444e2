import type { Issue } from '../issue.js'
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

/** One fault of an import; a topology that would not be valid is told by the code of the rule that it breaks. */
export type CmdbIssue = Issue<CmdbCode | GraphCode>

/** Which record is meant: its row, and the field when it is not the record as a whole. */
export interface RecordPlace {
  readonly row: number
  readonly field?: string
}

/**
 * Collects the faults of one file: all are counted, the first `LIMITS.cmdbIssues` are told, and a last one says how many
 * more there are.
 */
export class CmdbIssues {
  readonly #issues: CmdbIssue[] = []
  #more = 0
  #firstLeftOut: CmdbIssue['code'] | undefined

  /** @param lines where the records stand in the file, for the messages; `undefined` where lines mean nothing */
  constructor(readonly lines?: readonly number[]) {}

  get isEmpty(): boolean {
    return this.#issues.length === 0
  }

  get list(): readonly CmdbIssue[] {
    if (this.#firstLeftOut === undefined) return this.#issues
    const message = `${this.#more} more faults are not listed`
    return [...this.#issues, { code: this.#firstLeftOut, path: 'body', message }]
  }

  /** @param path `body`, `header`, or the place in a topology */
  add(code: CmdbIssue['code'], path: string, message: string): void {
    if (this.#issues.length < LIMITS.cmdbIssues) this.#issues.push({ code, path, message })
    else {
      this.#more++
      this.#firstLeftOut ??= code
    }
  }

  /** A fault of a record; people find it by the line that its message names. */
  addToRecord(code: CmdbCode, { row, field }: RecordPlace, message: string): void {
    const path = field === undefined ? `records[${row}]` : `records[${row}].${field}`
    const line = this.lines?.[row]
    this.add(code, path, line === undefined ? message : `line ${line}: ${message}`)
  }
}
