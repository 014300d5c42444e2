import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { type ReadCmdbText, readCmdbText } from '../../cmdb/read-cmdb-text.js'
import { LIMITS } from '../../limits.js'
import { type FileBody, readText } from '../file/read-text.js'

export interface ReadCmdbFile extends ReadCmdbText {
  /** Bytes that it is said to have: with too many of them nothing is read. */
  readonly size?: number | undefined
}

/**
 * Reads a CMDB file into records and says all that is wrong with it (rules.md#cmdb-request). Nothing beyond
 * `LIMITS.cmdbBytes` is read or kept; a body that is cut off there is told, as any other fault is, not thrown.
 */
export async function readCmdbFile(body: FileBody, options: ReadCmdbFile): Promise<CmdbFile> {
  return readCmdbText(await readText(body, { limit: LIMITS.cmdbBytes, size: options.size }), options)
}
