import type { ResourceKey } from '../relation/relation.js'
import type { CmdbIssue, CmdbRemark } from './cmdb-issue.js'

/** A record of a CMDB file, after reading (rules.md#cmdb-records). Names are trimmed. */
export interface CmdbRecord extends ResourceKey {
  /** The index of the record among the records of the file. */
  readonly row: number
  /**
   * The parents: the resources that are hurt when the resource of this record fails, without duplicates. These are all
   * parents that this CMDB knows. If the list is empty, the record says nothing about parents.
   */
  readonly parents: readonly string[]
  /**
   * The services of the record, without duplicates. If the list is empty, the record adds only to the resource graph,
   * not to a topology.
   */
  readonly services: readonly string[]
  /** `null` = the record says nothing about the type; an empty text = the file has the field, and it is blank. */
  readonly type: string | null
  readonly attributes: CmdbAttributes
  /** The keys of attributes that the file has, but that are blank in this record. May also name keys with a value. */
  readonly blankKeys: readonly string[]
}

/** What a record states about the parents of its resource. */
export type StatedParents = Pick<CmdbRecord, 'environment' | 'resource' | 'parents'>

/** The attributes of a record that have a value. */
export type CmdbAttributes = Readonly<Record<string, string>>

/** The content of a CMDB file after reading. If there are any issues, the records must not be imported. */
export interface CmdbFile {
  readonly records: readonly CmdbRecord[]
  readonly issues: readonly CmdbIssue[]
  readonly warnings: readonly CmdbRemark[]
  /** The records with faults, which an import may skip; `undefined` if the file has faults that are not about records. */
  readonly faultyRows: ReadonlyMap<number, ReadonlySet<string>> | undefined
  /**
   * The resources that the names of records with a faulty environment mean as aliases, in all environments. Missing if
   * there are none.
   */
  readonly meanings?: ReadonlyMap<string, readonly string[]>
  /** For a CSV file, and a file with a JSON object on each line: the line on which each record begins, from 1. */
  readonly lines: readonly number[] | undefined
}
