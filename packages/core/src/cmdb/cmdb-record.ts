import type { ResourceKey } from '../relation/relation.js'
import type { CmdbIssue, CmdbRemark } from './cmdb-issue.js'

/** A record of a CMDB file, after reading (rules.md#cmdb-records). Names are trimmed. */
export interface CmdbRecord extends ResourceKey {
  /** The index of the record among the records of the file. */
  readonly row: number
  /**
   * The parents: the resources that are hurt when the resource of this record fails, without duplicates. If the list is
   * not empty, it is complete: this CMDB declares no other parents. An empty list says nothing about parents.
   */
  readonly parents: readonly string[]
  /**
   * The services of the record, without duplicates. If the list is empty, the record adds only to the resource graph,
   * not to a topology.
   */
  readonly services: readonly string[]
  /** The type of the resource; `null` = the record has no field `type`; an empty text = the field `type` is blank. */
  readonly type: string | null
  readonly attributes: CmdbAttributes
  /**
   * The keys of attributes that are blank in this record. For a CSV file, the list also contains keys that have a value
   * in `attributes`, because all rows share one list.
   */
  readonly blankKeys: readonly string[]
}

/** What a record declares about the parents of its resource. */
export type DeclaredParents = Pick<CmdbRecord, 'environment' | 'resource' | 'parents'>

/** The attributes of a record that have a value. */
export type CmdbAttributes = Readonly<Record<string, string>>

/** The content of a CMDB file after reading. If there are any issues, the records must not be imported. */
export interface CmdbFile {
  readonly records: readonly CmdbRecord[]
  readonly issues: readonly CmdbIssue[]
  readonly warnings: readonly CmdbRemark[]
  /**
   * The faulty fields of each record with faults, by row. An import may skip these records. `undefined` if the file has
   * a fault that is not about a record.
   */
  readonly faultyRows: ReadonlyMap<number, ReadonlySet<string>> | undefined
  /**
   * For the names in records whose environment is faulty: the resources that have the name as an alias in any
   * environment. Missing if there are none.
   */
  readonly meanings?: ReadonlyMap<string, readonly string[]>
  /**
   * The line on which each record begins, counted from 1. `undefined` unless the file is CSV or has a JSON object on
   * each line.
   */
  readonly lines: readonly number[] | undefined
}
