import type { DecodedText } from '../decode-text.js'
import { LIMITS } from '../limits.js'
import type { Steps } from '../steps.js'
import type { RecordCheck } from './check-records.js'
import { type CmdbCode, CmdbIssues } from './cmdb-issue.js'
import type { CmdbFile } from './cmdb-record.js'
import type { ColumnMap } from './column-map.js'
import { readCsvRecords } from './read-csv-records.js'
import { readJsonRecords, refusedFile } from './read-json-records.js'

export interface ReadCmdbText extends CmdbFileHints {
  /**
   * The format of the text; `undefined` = the format is detected from the file name, the content type and the content.
   */
  readonly format?: CmdbFormat | undefined
  /** The environment of records that name no environment. */
  readonly environment: string
  /** The fields of a record for which columns (CSV) or fields (JSON) with other names stand, by the other name. */
  readonly map?: ColumnMap | undefined
  /** Checks all records together; default: {@link checkRecords}. */
  readonly check?: RecordCheck | undefined
}

/**
 * Reads the decoded text of a file into records, and reports every fault (rules.md#cmdb-request). Yields for pauses.
 */
export function* readCmdbText(received: DecodedText | 'tooLarge', options: ReadCmdbText): Steps<CmdbFile> {
  if (received === 'tooLarge') {
    return refusedBody('bodyTooLarge', `the file is larger than ${LIMITS.cmdbBytes / 1024 ** 2} MB`)
  }
  if ('fault' in received) return refusedBody('invalidJson', received.fault)
  const { text } = received
  const format = options.format ?? cmdbFormatOf(text, options)
  const { environment, map, check } = options
  return yield* format === 'json'
    ? readJsonRecords(text, environment, map, check)
    : readCsvRecords(text, environment, map, check)
}

function refusedBody(code: CmdbCode, message: string): CmdbFile {
  const issues = new CmdbIssues()
  issues.add(code, 'body', message)
  return refusedFile(issues)
}

export const CMDB_FORMATS = ['json', 'csv'] as const
export type CmdbFormat = (typeof CMDB_FORMATS)[number]

/** Information about a file besides its text. */
export interface CmdbFileHints {
  /** The file name of an upload. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
}

/** Detects the format of a file (rules.md#cmdb-request-3). */
export function cmdbFormatOf(text: string, { fileName = '', contentType = '' }: CmdbFileHints = {}): CmdbFormat {
  const [, extension] = /[.](json|jsonl|ndjson|csv)$/i.exec(fileName.trim()) ?? []
  if (extension !== undefined) return extension.toLowerCase() === 'csv' ? 'csv' : 'json'
  if (/^\s*text\/csv\s*(;|$)/i.test(contentType)) return 'csv'
  // `\S` also skips a byte order mark, because JavaScript counts the byte order mark as white space.
  const start = /\S/.exec(text)?.[0]
  return start === '{' || start === '[' ? 'json' : 'csv'
}
