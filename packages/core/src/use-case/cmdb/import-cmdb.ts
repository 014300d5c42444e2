import type { Caller } from '../../access/caller.js'
import { type CmdbImportOptionsInput, readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbReport } from '../../cmdb/cmdb-report.js'
import { readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { staleTime } from './guard-removals.js'
import { importRecords, selectRecords } from './import-records.js'
import { receiveFile, type SentFile } from './receive-file.js'

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
