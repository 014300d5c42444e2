import type { ResourceKey } from '../relation/relation.js'
import type { CmdbIssue } from './cmdb-issue.js'
import type { CmdbRemark } from './cmdb-warning.js'

/** A record of a CMDB file, after reading (rules.md#cmdb-records). Names are trimmed. */
export interface CmdbRecord extends ResourceKey {
  /** Its index among the records of the file. */
  readonly row: number
  /** What is hurt when the resource fails. */
  readonly parent: string | null
  /** Without duplicates. Empty = the record only adds to the resource graph. */
  readonly services: readonly string[]
  readonly type: string | null
  readonly attributes: CmdbAttributes
}

/** No value is empty. */
export type CmdbAttributes = Readonly<Record<string, string>>

/** The content of a file. The records may be planned only if there are no issues. */
export interface CmdbFile {
  readonly records: readonly CmdbRecord[]
  readonly issues: readonly CmdbIssue[]
  readonly warnings: readonly CmdbRemark[]
  /** For a CSV file: the line on which each record begins, from 1. */
  readonly lines: readonly number[] | undefined
}
