import { readTimestamp } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'

/** At most 12 digits, which suffice for thirty thousand years. A longer number is probably in milliseconds. */
const SECONDS = /^\d{1,12}$/

/**
 * Reads seconds since 1970, the format of signature headers.
 *
 * @throws UsageError if the text is not such a number, or is in milliseconds
 */
export function readSeconds(flag: string, text: string): number {
  if (SECONDS.test(text)) return Number(text)
  throw new UsageError(`${flag} must be a number of seconds since 1970, such as 1795176000, not milliseconds`)
}

/**
 * Reads a time in the format of signature headers (seconds since 1970), or of history entries (ISO 8601).
 *
 * @throws UsageError if the text has neither format
 */
export function readMoment(flag: string, text: string): string {
  const moment = SECONDS.test(text) ? new Date(Number(text) * 1_000).toISOString() : readTimestamp(text)
  if (moment !== undefined) return moment
  throw new UsageError(`${flag} must be seconds since 1970, or a time such as 2026-11-20T12:00:00Z`)
}
