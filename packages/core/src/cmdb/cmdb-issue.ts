import { addToSet } from '../group-by.js'
import type { Issue } from '../issue.js'
import { IssueList } from '../issue-list.js'
import { LIMITS } from '../limits.js'
import type { GraphCode } from '../topology/graph-issue.js'
import { truncateForMessage } from '../truncate-for-message.js'

/** The codes of the faults that stop an import (rules.md#cmdb-errors). */
export const CMDB_CODES = [
  'missingResource',
  'missingParent',
  'duplicateRecord',
  'selfParent',
  'cycle',
  'valueTooLong',
  'invalidCsvHeader',
  'invalidJson',
  'tooManyRecords',
  'bodyTooLarge',
  'tooManyRemovals',
  'licenseLimit',
] as const
export type CmdbCode = (typeof CMDB_CODES)[number]

/**
 * A fault that stops an import. If the import would make a topology invalid, the code names the rule that the topology
 * would break.
 */
export type CmdbIssue = Issue<CmdbCode | GraphCode>

/** The record that a fault is about. */
export interface RecordLocation {
  readonly row: number
  /** The field with the fault; absent if the fault is about the whole record. */
  readonly field?: string
}

/**
 * Collects the faults of a file. All faults are counted, but only the first `LIMITS.cmdbIssues` are listed. If there
 * are more, one more issue at the end of the list says how many faults are not listed.
 */
export class CmdbIssues extends IssueList<CmdbIssue['code']> {
  /** The faulty fields of each record with faults, by row. The empty text stands for a fault of the whole record. */
  readonly faultyRows = new Map<number, Set<string>>()
  #count = 0
  #countOfRecords = 0
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

  /** True if every fault is about records, so that the other records can be imported. */
  get areOnlyOfRecords(): boolean {
    return this.#count === this.#countOfRecords
  }

  override push(issue: CmdbIssue): void {
    this.#count++
    if (this.isFull) {
      this.#more++
      this.#firstLeftOut ??= issue.code
    }
    super.push(issue)
  }

  /** Adds a fault of a record. If the records have line numbers, the message begins with the line. */
  addToRecord(code: CmdbCode, { row, field }: RecordLocation, message: string): void {
    this.markRecord(row, field)
    this.#countOfRecords++
    const path = field === undefined ? `records[${row}]` : `records[${row}].${field}`
    const line = this.lines?.[row]
    this.add(code, path, line === undefined ? message : `line ${line}: ${message}`)
  }

  /** Marks a record as faulty without adding an issue, because the issue is about another record. */
  markRecord(row: number, field = ''): void {
    addToSet(this.faultyRows, row, field)
  }
}

/** The codes of the warnings of an import. A warning never stops the import (rules.md#cmdb-warnings). */
export const CMDB_WARNING_CODES = [
  'unknownParent',
  'parentNotInService',
  'unknownColumn',
  'missingCells',
  'notStored',
  'nearName',
  'environmentDefaulted',
  'environmentEmptied',
  'newSource',
  'serviceCreated',
  'topologyCreated',
] as const
export type CmdbWarningCode = (typeof CMDB_WARNING_CODES)[number]

/**
 * A warning without its message. A file can cause tens of thousands of warnings, so a message is made only when a
 * response shows the warning.
 */
export interface CmdbRemark {
  readonly code: CmdbWarningCode
  /**
   * The row of the record that causes the warning; `null` if the warning is about a service or an environment; 0 if it
   * is about the columns of a CSV file, or about a CSV row with more cells than the header. A warning about an unknown
   * field of a JSON file has the row of the first record with this field.
   */
  readonly row: number | null
  /** The names and numbers that {@link toWarning} writes into the message. */
  readonly params: Readonly<Record<string, string>>
}

/** A warning as a response shows it (rules.md#cmdb-warnings). */
export interface CmdbWarning extends CmdbRemark {
  readonly message: string
}

export function toWarning({ code, row, params }: CmdbRemark): CmdbWarning {
  return { code, message: WARNING_MESSAGES[code](params), row, params }
}

type WarningParams = CmdbRemark['params']

const WARNING_MESSAGES: Readonly<Record<CmdbWarningCode, (params: WarningParams) => string>> = {
  unknownParent: ({ resource, parent }) =>
    `the parent ${truncateForMessage(parent)} of ${truncateForMessage(resource)} is not in the file; the relation is stored anyway`,
  parentNotInService: ({ resource, parent, service }) =>
    `the parent ${truncateForMessage(parent)} is not in the service ${truncateForMessage(service)}; without another parent there, ${truncateForMessage(resource)} is put below its environment`,
  unknownColumn: columnMessage,
  missingCells: ({ line, cells, columns }) =>
    `line ${line} has ${cells} cells, but the header has ${columns}; the missing ones change nothing`,
  notStored: ({ resource, fields, of }) =>
    of === 'relation'
      ? `a relation has no ${fields}: what the record of ${truncateForMessage(resource)} has there is stored nowhere`
      : `the record of ${truncateForMessage(resource)} has no services, so its ${fields} ${fields === 'type' ? 'is' : 'are'} stored nowhere`,
  nearName: ({ resource, near }) =>
    `${truncateForMessage(resource)} and ${truncateForMessage(near)} are near names, and perhaps one resource; then set an alias, or rename one`,
  environmentDefaulted: ({ environment }) => `the record has no environment; it is put into "${environment}"`,
  environmentEmptied: ({ environment, source, relations, nodes }) =>
    `the file has no record of the environment "${truncateForMessage(environment)}", so everything that ${truncateForMessage(source)} has there goes: relations: ${relations}, nodes: ${nodes}. To keep it, limit the import to the environments of the file`,
  newSource: ({ source, others }) =>
    `the source ${truncateForMessage(source)} has declared nothing so far; what the file declares is already declared by ${others}. If that source is meant, import with its name`,
  serviceCreated: ({ service }) => `the service ${truncateForMessage(service)} is new in the catalog`,
  topologyCreated: ({ service }) => `the service ${truncateForMessage(service)} gets its topology`,
}

function columnMessage({ column = '', field, meant, line, more }: WarningParams): string {
  if (line !== undefined) return `line ${line} has more cells than the header; such cells are ignored everywhere`
  if (more !== undefined) return `${more} more fields are not known; they are ignored`
  const ignored =
    field === undefined
      ? `the column ${truncateForMessage(column)} is not known, or is there twice; it is ignored`
      : `the field ${truncateForMessage(field)} is not known; it is ignored`
  return meant === undefined ? ignored : `${ignored}. Is ${truncateForMessage(meant)} meant?`
}
