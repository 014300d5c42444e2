import { type ErrorEntry, type HistoryEntry, tracebackOf } from './history.js'
import type { Payload } from './read-payload.js'

/**
 * The possible results of a delivery (rules.md#delivery-results). Results that add no entry to any history (404, 429
 * and 503) are not included.
 */
export type DeliveryCase =
  | 'success'
  | 'partial'
  | 'ignored'
  | 'duplicate'
  | 'test'
  | 'disabled'
  | 'unauthenticated'
  | 'invalidBody'
  | 'noAlerts'
  | 'rejected'
  | 'unsupported'
  | 'oversized'
  | 'unexpected'

interface Result {
  readonly httpStatus: number
  /** True if this result adds an entry to the payloadHistory. A payload that cannot be stored never gets an entry. */
  readonly payloadEntry: boolean
  readonly errorEntry: boolean
  /** True if the sender was authenticated. For `unexpected`, this depends on when the error occurred. */
  readonly authenticated: boolean
}

/** The HTTP status and the history entries for each case. */
export const DELIVERY_RESULTS: Readonly<Record<DeliveryCase, Result>> = {
  success: { httpStatus: 200, payloadEntry: true, errorEntry: false, authenticated: true },
  partial: { httpStatus: 200, payloadEntry: true, errorEntry: true, authenticated: true },
  ignored: { httpStatus: 200, payloadEntry: true, errorEntry: false, authenticated: true },
  duplicate: { httpStatus: 200, payloadEntry: true, errorEntry: false, authenticated: true },
  test: { httpStatus: 200, payloadEntry: true, errorEntry: false, authenticated: true },
  disabled: { httpStatus: 403, payloadEntry: true, errorEntry: true, authenticated: true },
  unauthenticated: { httpStatus: 401, payloadEntry: true, errorEntry: true, authenticated: false },
  invalidBody: { httpStatus: 400, payloadEntry: false, errorEntry: true, authenticated: true },
  noAlerts: { httpStatus: 400, payloadEntry: true, errorEntry: true, authenticated: true },
  rejected: { httpStatus: 400, payloadEntry: true, errorEntry: true, authenticated: true },
  unsupported: { httpStatus: 415, payloadEntry: false, errorEntry: true, authenticated: true },
  oversized: { httpStatus: 413, payloadEntry: false, errorEntry: true, authenticated: false },
  unexpected: { httpStatus: 500, payloadEntry: true, errorEntry: true, authenticated: true },
}

/** The result of a delivery. */
export interface Outcome {
  readonly case: DeliveryCase
  readonly httpStatus: number
  /** Message for the sender; `null` on success. */
  readonly message: string | null
  /** What may be wrong with the payload, for the sender and the history. */
  readonly warnings: readonly string[]
  /** The entries for the histories; `null` = none. */
  readonly payloadEntry: HistoryEntry | null
  readonly errorEntry: ErrorEntry | null
  /** When a delivery of an authenticated sender was received; `null` = of another one (rules.md#webhook-silence-2). */
  readonly deliveredAt: string | null
}

/** The data of a delivery from which its history entries are made. */
export interface DeliveryRecord {
  /** ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string
  readonly sizeBytes: number
  /** `null` = the body is not a payload that can be stored. */
  readonly payload: Payload | null
  /** What may be wrong with the payload; default: nothing. */
  readonly warnings?: readonly string[]
}

/** The texts for the response and the histories. */
export interface Remarks {
  /** The message for the sender. */
  readonly message?: string
  /** The message for the errorHistory, if it has more details than the message for the sender. */
  readonly reason?: string
  /** The last lines of the stack trace, if an error was thrown. */
  readonly traceback?: string
  /** The message for the payloadHistory, for example that the delivery was received before. */
  readonly note?: string
}

/** Creates the response and the history entries of a delivery. */
export function conclude(kind: DeliveryCase, record: DeliveryRecord, remarks: Remarks = {}): Outcome {
  const { httpStatus, payloadEntry, errorEntry, authenticated } = DELIVERY_RESULTS[kind]
  const message = remarks.message ?? null
  const isOversized = kind === 'oversized'
  const { warnings = [], ...kept } = record
  const entry = { httpStatus, oversized: isOversized, ...kept, payload: isOversized ? null : record.payload }
  const notes = [kind === 'unauthenticated' ? KEPT_FOR_TESTING : remarks.note, ...warnings]
  const note = notes.filter((text) => text !== undefined).join('; ') || null
  const reason = remarks.reason ?? message
  return {
    case: kind,
    httpStatus,
    message,
    warnings,
    payloadEntry: payloadEntry && entry.payload !== null ? { message: note, ...entry } : null,
    errorEntry: errorEntry ? { message: reason, traceback: remarks.traceback ?? null, ...entry } : null,
    deliveredAt: authenticated ? record.receivedAt : null,
  }
}

/**
 * The outcome of a delivery whose body is too large. Such a delivery is refused before its sender is authenticated.
 *
 * @param limit in bytes
 */
export function oversized(record: DeliveryRecord, limit: number): Outcome {
  const message = `The body has ${record.sizeBytes} bytes, the limit is ${limit} bytes`
  return conclude('oversized', record, { message })
}

/**
 * The outcome of a delivery with an unexpected error. The text of the error goes only into the errorHistory.
 *
 * @param isLetIn true if the sender was authenticated. If not, the history entry gets a note that the payload is kept
 *   only for testing. A delivery that is answered with status 401 gets the same note
 */
export function unexpected(record: DeliveryRecord, error: unknown, isLetIn: boolean): Outcome {
  const reason = error instanceof Error ? error.message : 'a value that is not an error was thrown'
  const remarks = { message: 'Unexpected server error', reason, traceback: tracebackOf(error) }
  const outcome = conclude('unexpected', record, isLetIn ? remarks : { ...remarks, note: KEPT_FOR_TESTING })
  return isLetIn ? outcome : { ...outcome, deliveredAt: null }
}

/** The note in the payloadHistory on the payload of a duplicate (rules.md#deduplication-2). */
export const SEEN_BEFORE = 'this delivery was received before: nothing was created'

/** The note in the payloadHistory on a payload from a sender that was not authenticated. */
export const KEPT_FOR_TESTING =
  'Authentication failed: this payload is kept for testing and field mapping, it will not be converted into an alert'
