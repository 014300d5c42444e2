import type { ResourceKey } from '../relation/relation.js'
import type { CmdbIssue } from './cmdb-issue.js'
import type { CmdbRemark } from './cmdb-warning.js'

/** One line of a CMDB file, read (rules.md#cmdb-records). Names are trimmed. */
export interface CmdbRecord extends ResourceKey {
  /** Its place among the records of the file, from 0. */
  readonly row: number
  /** What is hurt when the resource fails. */
  readonly parent: string | null
  /** Each once; none = the record only feeds the resource graph. */
  readonly services: readonly string[]
  readonly type: string | null
  readonly attributes: CmdbAttributes
}

/** Values are never empty. */
export type CmdbAttributes = Readonly<Record<string, string>>

/** What was read from a file. The records are fit to be planned only when there are no issues. */
export interface CmdbFile {
  readonly records: readonly CmdbRecord[]
  readonly issues: readonly CmdbIssue[]
  readonly warnings: readonly CmdbRemark[]
  /** For a CSV file, the line on which the record with a row begins, from 1: for whoever shows rows to people. */
  readonly lines: readonly number[] | undefined
}
