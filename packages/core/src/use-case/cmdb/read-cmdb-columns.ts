import { readCmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import { csvColumns, type FileColumn, jsonColumns } from '../../cmdb/file-columns.js'
import { cmdbFormatOf } from '../../cmdb/read-cmdb-text.js'
import { FileDecoding } from '../../decode-file.js'
import { LIMITS } from '../../limits.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type FileBody, readText } from '../file/read-text.js'
import type { ReadCmdbFile } from './read-cmdb-file.js'

/**
 * Reads the columns of a CMDB file with their first values, so that a user can say what each column means. If the file
 * cannot be read, the list is empty; an import of the file says why.
 *
 * @throws OpsgraphError `invalid` if an option is invalid
 */
export async function readCmdbColumns(
  body: FileBody,
  { size, fileName, contentType, ...read }: ReadCmdbFile,
): Promise<readonly FileColumn[]> {
  const options = readCmdbImportOptions(read)
  const decoding = new FileDecoding(options.encoding)
  const received = await readText(body, { limit: LIMITS.cmdbBytes, size, decoding })
  if (received === 'tooLarge' || 'fault' in received) return []
  const { text } = received
  const format = options.format ?? cmdbFormatOf(text, { fileName, contentType })
  return await runWithPauses(format === 'json' ? jsonColumns(text) : csvColumns(text))
}
