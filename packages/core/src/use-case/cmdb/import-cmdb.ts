import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { type CmdbImportOptionsInput, readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbReport } from '../../cmdb/cmdb-report.js'
import { readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { FileDecoding } from '../../decode-file.js'
import { LIMITS } from '../../limits.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { type FileBody, readText } from '../file/read-text.js'
import { importRecords, usedRecords } from './import-records.js'

export interface CmdbImport {
  readonly body: FileBody
  /** Name of the uploaded file. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  /** Size of the body in bytes according to the sender, if known. */
  readonly size?: number | undefined
  readonly options?: CmdbImportOptionsInput
  /** If true, the import only reports what it would do, and writes nothing. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change. The report always contains the numbers of changes. */
  readonly changes?: boolean | undefined
  /** If true, the report has the document of the plan, with which the import can be undone. */
  readonly plan?: boolean | undefined
  /** The `planHash` of a dry run: if the plan is another one now, nothing is written. */
  readonly planHash?: string | undefined
}

export interface CmdbOutcome {
  readonly report: CmdbReport
  /** For a CSV file: for each row, the number of the line on which the row begins. The first line is 1. */
  readonly lines: readonly number[] | undefined
}

/**
 * Imports a CMDB file: relations, catalog entries and topologies, in one transaction (rules.md#cmdb-import). A dry run
 * and a real import make the same plan. The number of files that are received and processed at the same time is
 * limited; other imports wait, and their files are not read meanwhile. So imports do not slow down other requests.
 *
 * @throws OpsgraphError `invalid` if an option is invalid; `invalid` with all issues if the file is invalid;
 *   `forbidden` if the license does not allow the new topologies; `conflict` if the plan is not the one of `planHash`
 */
export async function importCmdb(dependencies: Dependencies, caller: Caller, file: CmdbImport): Promise<CmdbOutcome> {
  const { body, fileName, contentType, size, options: sent = {}, dryRun, changes, plan, planHash } = file
  const { receiving, working } = dependencies.fileTurns
  const options = readCmdbImportOptions(sent)
  return await receiving.pass(async () => {
    const received = await readText(body, {
      limit: LIMITS.cmdbBytes,
      size,
      decoding: new FileDecoding(options.encoding),
    })
    return await working.pass(async () => {
      await pause()
      const read = await runWithPauses(readCmdbText(received, { fileName, contentType, ...options }))
      usedRecords(read, options)
      const expected = planHash === undefined ? undefined : { planHash }
      const report = await importRecords(dependencies, caller, { read, options, dryRun, changes, plan, expected })
      return { report, lines: read.lines }
    })
  })
}
