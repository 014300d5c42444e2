import { type CmdbFileHints, type CmdbFormat, cmdbFormatOf } from '../../cmdb/cmdb-format.js'
import { type CmdbCode, CmdbIssues } from '../../cmdb/cmdb-issue.js'
import type { CmdbFile } from '../../cmdb/cmdb-record.js'
import { decodeText } from '../../cmdb/decode-text.js'
import { readCsvRecords } from '../../cmdb/read-csv-records.js'
import { readJsonRecords, refused } from '../../cmdb/read-json-records.js'
import { LIMITS } from '../../limits.js'

/** A file as it arrives: whole, or piece by piece. */
export type CmdbBody = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

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
export async function readCmdbFile(body: CmdbBody, options: ReadCmdbFile): Promise<CmdbFile> {
  const isTooLarge = options.size !== undefined && options.size > LIMITS.cmdbBytes
  const decoded = isTooLarge ? TOO_LARGE : await decodeBody(body)
  if ('fault' in decoded) {
    const issues = new CmdbIssues()
    issues.add(decoded.code, 'body', decoded.fault)
    return refused(issues)
  }
  const { text } = decoded
  const format = options.format ?? cmdbFormatOf(text, options)
  return format === 'json' ? readJsonRecords(text, options.environment) : readCsvRecords(text, options.environment)
}

const TOO_LARGE = {
  code: 'bodyTooLarge',
  fault: `the file is larger than ${LIMITS.cmdbBytes / 1024 ** 2} MB`,
} as const

/** Apart, so that the bytes are given up before the text is read: a file is large. */
async function decodeBody(body: CmdbBody): Promise<{ text: string } | { code: CmdbCode; fault: string }> {
  const bytes = await collect(body)
  if (bytes === undefined) return TOO_LARGE
  const decoded = decodeText(bytes)
  return 'fault' in decoded ? { code: 'invalidJson', ...decoded } : decoded
}

/** All bytes, or `undefined` as soon as there are too many. */
async function collect(body: CmdbBody): Promise<Uint8Array | undefined> {
  if (body instanceof Uint8Array) return body.length > LIMITS.cmdbBytes ? undefined : body
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > LIMITS.cmdbBytes) return undefined
    pieces.push(piece)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
