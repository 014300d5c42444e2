import { type CmdbImportOptionsInput, readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { csvColumns, type FileColumn, jsonColumns } from '../../cmdb/file-columns.js'
import { type CmdbFileHints, cmdbFormatOf, readCmdbText } from '../../cmdb/read-cmdb-text.js'
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
  const { received, options } = await receiveCmdbFile(body, sent)
  return await runWithPauses(readCmdbText(received, options))
}

/**
 * Reads the columns of a CMDB file with their first values, so that a user can say what each column means. If the file
 * cannot be read, the list is empty; an import of the file says why.
 *
 * @throws OpsgraphError `invalid` if an option is invalid
 */
export async function readCmdbColumns(body: FileBody, sent: ReadCmdbFile): Promise<readonly FileColumn[]> {
  const { received, options } = await receiveCmdbFile(body, sent)
  if (received === 'tooLarge' || 'fault' in received) return []
  const { text } = received
  const format = options.format ?? cmdbFormatOf(text, options)
  return await runWithPauses(format === 'json' ? jsonColumns(text) : csvColumns(text))
}

async function receiveCmdbFile(body: FileBody, { size, fileName, contentType, ...sent }: ReadCmdbFile) {
  const options = { fileName, contentType, ...readCmdbImportOptions(sent) }
  const decoding = new FileDecoding(options.encoding)
  return { options, received: await readText(body, { limit: LIMITS.cmdbBytes, size, decoding }) }
}
