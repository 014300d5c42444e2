import { LIMITS } from '@opsgraph/core'
import { CMDB_OPTIONS, readCmdbFile } from '@opsgraph/core/pure'
import type { ImportRequest } from '../importing/importer.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import type { ImportFlags } from './answer.js'

/** The file size in bytes above which a progress line is shown. A smaller file is planned in an instant. */
const PROGRESS_THRESHOLD_BYTES = 2_000_000
const PROGRESS_BAR_WIDTH = 24

/**
 * A CMDB file in memory. If the file is too large for an import, `bytes` is only its beginning: one byte more than
 * the limit. This is enough to refuse the file.
 */
export interface CmdbInput extends Pick<ImportRequest, 'bytes' | 'fileName'> {
  readonly name: string
}

/**
 * Reads a CMDB file, and shows the progress if the file is large.
 *
 * @throws StartError if the file cannot be read
 */
export async function readCmdbInput(path: string, ports: Ports): Promise<CmdbInput> {
  const input = await findInput(path, ports)
  const { name, fileName, size } = input
  const show = (count: number) => {
    if (count > PROGRESS_THRESHOLD_BYTES || (size ?? 0) > PROGRESS_THRESHOLD_BYTES)
      ports.terminal.progress(`${name}: ${formatBar(count, size)}`)
  }
  const bytes = await readUpTo(LIMITS.cmdbBytes, input, show)
  ports.terminal.progress(bytes.length > PROGRESS_THRESHOLD_BYTES ? `${name}: planning` : '')
  return { name, fileName, bytes }
}

/** Finds the line where each record of a CSV file begins. Returns `undefined` for JSON. */
export async function findRecordLines(
  { bytes, fileName }: CmdbInput,
  { format, environment, encoding, map }: ImportFlags,
): Promise<readonly number[] | undefined> {
  const options = {
    format: CMDB_OPTIONS.format.find((candidate) => candidate === format),
    encoding: CMDB_OPTIONS.encoding.find((candidate) => candidate === encoding),
  }
  const { lines } = await readCmdbFile(bytes, { fileName, environment, map, ...options })
  return lines
}

function formatBar(count: number, size: number | undefined): string {
  const megabytes = `${(count / 1_000_000).toFixed(1)} MB`
  if (size === undefined) return `reading, ${megabytes}`
  const done = Math.min(1, count / Math.max(size, 1))
  const filled = Math.round(done * PROGRESS_BAR_WIDTH)
  return `reading [${'#'.repeat(filled)}${' '.repeat(PROGRESS_BAR_WIDTH - filled)}] ${Math.round(done * 100)} %, ${megabytes}`
}
