import { type CmdbFileHints, type CmdbFormat, cmdbFormatOf } from '../../cmdb/cmdb-format.js'
import { type CmdbCode, CmdbIssues } from '../../cmdb/cmdb-issue.js'
import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { readCsvRecords } from '../../cmdb/read-csv-records.js'
import { readJsonRecords, refused } from '../../cmdb/read-json-records.js'
import { LIMITS } from '../../limits.js'
import { type FileBody, readText } from '../file/read-text.js'

export interface ReadCmdbFile extends CmdbFileHints {
  /** `undefined` = as the name, the content type and the content say. */
  readonly format?: CmdbFormat | undefined
  /** Bytes that it is said to have: with too many of them nothing is read. */
  readonly size?: number | undefined
  /** Where records without an environment belong. */
  readonly environment: string
}

/**
 * Reads a CMDB file into records and says all that is wrong with it (api.md, POST /api/resources/import). Nothing beyond
 * `LIMITS.cmdbBytes` is read or kept; a body that is cut off there is told, as any other fault is, not thrown.
 */
export async function readCmdbFile(body: FileBody, options: ReadCmdbFile): Promise<CmdbFile> {
  const read = await readText(body, { limit: LIMITS.cmdbBytes, size: options.size })
  if (read === 'tooLarge') {
    return refusedBody('bodyTooLarge', `the file is larger than ${LIMITS.cmdbBytes / 1024 ** 2} MB`)
  }
  if ('fault' in read) return refusedBody('invalidJson', read.fault)
  const { text } = read
  const format = options.format ?? cmdbFormatOf(text, options)
  return format === 'json' ? readJsonRecords(text, options.environment) : readCsvRecords(text, options.environment)
}

function refusedBody(code: CmdbCode, message: string): CmdbFile {
  const issues = new CmdbIssues()
  issues.add(code, 'body', message)
  return refused(issues)
}
