import { type CmdbImportOptionsInput, readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { type CmdbFileHints, readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { FileDecoding } from '../../decode-file.js'
import { LIMITS } from '../../limits.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type FileBody, readText } from '../file/read-text.js'

export interface ReadCmdbFile
  extends CmdbFileHints,
    Pick<CmdbImportOptionsInput, 'environment' | 'format' | 'encoding' | 'map'> {
  /** The size in bytes that the sender declares; `undefined` = unknown. If it is too large, nothing is read. */
  readonly size?: number | undefined
}

/**
 * Reads a CMDB file and returns its records and all issues (rules.md#cmdb-request). Reads at most `LIMITS.cmdbBytes`. A
 * larger file gives an issue, like any other fault.
 *
 * @throws OpsgraphError `invalid` if an option is invalid
 */
export async function readCmdbFile(body: FileBody, sent: ReadCmdbFile): Promise<CmdbFile> {
  const { size, fileName, contentType, ...read } = sent
  const options = readCmdbImportOptions(read)
  const decoding = new FileDecoding(options.encoding)
  const received = await readText(body, { limit: LIMITS.cmdbBytes, size, decoding })
  return await runWithPauses(readCmdbText(received, { fileName, contentType, ...options }))
}
