import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { type ReadCmdbText, readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { LIMITS } from '../../limits.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type FileBody, readText } from '../file/read-text.js'

export interface ReadCmdbFile extends ReadCmdbText {
  /** Size in bytes according to the sender, if known. If the file is too large, nothing is read. */
  readonly size?: number | undefined
}

/**
 * Reads a CMDB file and returns its records and all issues (rules.md#cmdb-request). Reads at most `LIMITS.cmdbBytes`.
 * If the file is larger, the result contains an issue, as for any other fault. No error is thrown.
 */
export async function readCmdbFile(body: FileBody, options: ReadCmdbFile): Promise<CmdbFile> {
  return await runWithPauses(
    readCmdbText(await readText(body, { limit: LIMITS.cmdbBytes, size: options.size }), options),
  )
}
