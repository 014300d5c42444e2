import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import {
  type CmdbImportOptionsInput,
  type RelationsApplyOptionsInput,
  readCmdbImportOptions,
  readRelationsApplyOptions,
} from '../../cmdb/cmdb-import-options.js'
import { type CmdbReport, type RelationsReport, reportOfRelations } from '../../cmdb/cmdb-report.js'
import { readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { readRelationText } from '../../cmdb/relation-records.js'
import { FileDecoding, type FileEncoding } from '../../decode-file.js'
import type { DecodedText } from '../../decode-text.js'
import { LIMITS } from '../../limits.js'
import { daysBefore } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { type FileBody, readText } from '../file/read-text.js'
import { importRecords, selectRecords } from './import-records.js'

export interface CmdbImport extends SentFile {
  readonly options?: CmdbImportOptionsInput
  /** If true, the import only reports what it would do, and writes nothing. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change, and not only the numbers of changes. */
  readonly changes?: boolean | undefined
  /** If true, the report contains the document of the plan, with which the import can be undone. */
  readonly plan?: boolean | undefined
  /** The `planHash` of a dry run. If the plan has another hash now, nothing is written. */
  readonly planHash?: string | undefined
}

export interface CmdbOutcome {
  readonly report: CmdbReport
  /** For a CSV file, the line number on which each row begins, counted from 1; `undefined` for other files. */
  readonly lines: readonly number[] | undefined
}

/**
 * Imports a CMDB file: relations, catalog entries and topologies, in one transaction (rules.md#cmdb-import). A dry run
 * and a real import make the same plan.
 *
 * @throws OpsgraphError `invalid` if an option is invalid, with all issues if the file is invalid, or if too much would
 *   be removed; `forbidden` if the license does not allow the new topologies; `conflict` if the plan does not have the
 *   hash `planHash`
 */
export async function importCmdb(dependencies: Dependencies, caller: Caller, file: CmdbImport): Promise<CmdbOutcome> {
  const { fileName, contentType, dryRun, changes, plan, planHash } = file
  const { removeStaleAfter, ...options } = readCmdbImportOptions(file.options ?? {})
  return await receiveFile(dependencies, file, options.encoding, async (received) => {
    const read = await runWithPauses(readCmdbText(received, { fileName, contentType, ...options }))
    selectRecords('cmdb', read, options)
    const report = await importRecords(dependencies, caller, {
      kind: 'cmdb',
      read,
      options: { ...options, staleBefore: staleTime(dependencies, removeStaleAfter) },
      ...{ dryRun, changes, plan },
      expected: planHash === undefined ? undefined : { planHash },
    })
    return { report, lines: read.lines }
  })
}

export interface RelationsApply extends Omit<CmdbImport, 'options'> {
  readonly options: RelationsApplyOptionsInput
}

export interface RelationsOutcome {
  readonly report: RelationsReport
  /** For a CSV file, the line number on which each row begins, counted from 1; `undefined` for other files. */
  readonly lines: readonly number[] | undefined
}

/**
 * Applies a file with the relations that one source declares, in one transaction (rules.md#applying-relations).
 * Topologies and catalog entries do not change. A dry run makes the same plan.
 *
 * @throws OpsgraphError `invalid` if an option is invalid, with all issues if the file is invalid, or if too much would
 *   be removed; `conflict` if the plan does not have the hash `planHash`
 */
export async function applyRelations(
  dependencies: Dependencies,
  caller: Caller,
  file: RelationsApply,
): Promise<RelationsOutcome> {
  const { fileName, contentType, dryRun, changes, plan, planHash } = file
  const { removeStaleAfter, ...read } = readRelationsApplyOptions(file.options)
  const options = { ...read, skipInvalid: false, staleBefore: staleTime(dependencies, removeStaleAfter) }
  return await receiveFile(dependencies, file, options.encoding, async (received) => {
    const read = await runWithPauses(readRelationText(received, { fileName, contentType, ...options }))
    selectRecords('relations', read, options)
    const expected = planHash === undefined ? undefined : { planHash }
    const sent = { kind: 'relations', read, options, dryRun, changes, plan, expected } as const
    return { report: reportOfRelations(await importRecords(dependencies, caller, sent)), lines: read.lines }
  })
}

/** A file to import, and what its sender says about it. */
interface SentFile {
  readonly body: FileBody
  /** The name of the uploaded file. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  /** The size of the body in bytes that the sender declares; `undefined` = unknown. */
  readonly size?: number | undefined
}

/**
 * Receives a file, and then runs `work` on it. Limits how many files are received, and how many are processed, at the
 * same time, so that imports do not slow down other requests. Further imports wait before their files are read.
 */
async function receiveFile<Result>(
  { fileSemaphores: { receiving, working } }: Pick<Dependencies, 'fileSemaphores'>,
  { body, size }: SentFile,
  encoding: FileEncoding,
  work: (received: DecodedText | 'tooLarge') => Promise<Result>,
): Promise<Result> {
  return await receiving.pass(async () => {
    const decoding = new FileDecoding(encoding)
    const received = await readText(body, { limit: LIMITS.cmdbBytes, size, decoding })
    return await working.pass(async () => {
      await pause()
      return await work(received)
    })
  })
}

/**
 * The time since which a source must have confirmed a relation, or else the relation is stale (rules.md#stale-removal);
 * `undefined` = no relation is stale.
 */
function staleTime({ clock }: Dependencies, days: number | undefined): string | undefined {
  return days === undefined ? undefined : daysBefore(clock(), days)
}
