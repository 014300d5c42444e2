import { LIMITS } from '../../limits.js'
import { type ErrorEntry, type HistoryEntry, tracebackOf } from './history.js'
import type { Payload } from './read-payload.js'

/** The rows of rules.md#delivery-results; an unknown webhook has no history to be told in. */
export type DeliveryCase =
  | 'success'
  | 'partial'
  | 'duplicate'
  | 'disabled'
  | 'unauthenticated'
  | 'invalidBody'
  | 'noAlerts'
  | 'rejected'
  | 'oversized'
  | 'unexpected'

interface Result {
  readonly httpStatus: number
  /** Whether the payload is kept in payloadHistory, where it can be. */
  readonly payloadEntry: boolean
  readonly errorEntry: boolean
}

/** What comes of each case. */
export const DELIVERY_RESULTS: Readonly<Record<DeliveryCase, Result>> = {
  success: { httpStatus: 200, payloadEntry: true, errorEntry: false },
  partial: { httpStatus: 200, payloadEntry: true, errorEntry: true },
  duplicate: { httpStatus: 200, payloadEntry: true, errorEntry: false },
  disabled: { httpStatus: 403, payloadEntry: true, errorEntry: true },
  unauthenticated: { httpStatus: 401, payloadEntry: true, errorEntry: true },
  invalidBody: { httpStatus: 400, payloadEntry: false, errorEntry: true },
  noAlerts: { httpStatus: 400, payloadEntry: true, errorEntry: true },
  rejected: { httpStatus: 400, payloadEntry: true, errorEntry: true },
  oversized: { httpStatus: 413, payloadEntry: false, errorEntry: true },
  unexpected: { httpStatus: 500, payloadEntry: true, errorEntry: true },
}

/** What becomes of a delivery. */
export interface Outcome {
  readonly case: DeliveryCase
  readonly httpStatus: number
  /** For the sender; `null` when all went well. */
  readonly message: string | null
  /** What the histories keep; `null` = nothing. */
  readonly payloadEntry: HistoryEntry | null
  readonly errorEntry: ErrorEntry | null
}

/** What a history keeps of a delivery, whatever becomes of it. */
export interface DeliveryRecord {
  /** ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string
  readonly sizeBytes: number
  /** `null` = it is no payload that can be kept. */
  readonly payload: Payload | null
}

/** What is said of a delivery. */
export interface Remarks {
  /** For the sender. */
  readonly message?: string
  /** For the errorHistory, where that is more than the sender is told. */
  readonly reason?: string
  /** Set only when something was thrown. */
  readonly traceback?: string
  /** For the payloadHistory, e.g. that a kept payload was run again. */
  readonly note?: string
}

/** Puts together the answer and the history entries of a delivery. */
export function conclude(kind: DeliveryCase, record: DeliveryRecord, remarks: Remarks = {}): Outcome {
  const { httpStatus, payloadEntry, errorEntry } = DELIVERY_RESULTS[kind]
  const message = remarks.message ?? null
  const isOversized = kind === 'oversized'
  const entry = { httpStatus, oversized: isOversized, ...record, payload: isOversized ? null : record.payload }
  const note = kind === 'unauthenticated' ? KEPT_FOR_TESTING : (remarks.note ?? null)
  const reason = remarks.reason ?? message
  return {
    case: kind,
    httpStatus,
    message,
    payloadEntry: payloadEntry && entry.payload !== null ? { message: note, ...entry } : null,
    errorEntry: errorEntry ? { message: reason, traceback: remarks.traceback ?? null, ...entry } : null,
  }
}

/** The outcome of a body that is too large; whoever sends it is not even asked who it is. */
export function oversized(record: DeliveryRecord): Outcome {
  const message = `The body has ${record.sizeBytes} bytes, the limit is ${LIMITS.webhookBody} bytes`
  return conclude('oversized', record, { message })
}

/**
 * The outcome when something was thrown that should not have been; what it says is for the errorHistory alone.
 *
 * @param isLetIn whether the sender was; the payload of another is kept for testing only, as after any 401
 */
export function unexpected(record: DeliveryRecord, error: unknown, isLetIn: boolean): Outcome {
  const reason = error instanceof Error ? error.message : 'something that is no error was thrown'
  const remarks = { message: 'Unexpected server error', reason, traceback: tracebackOf(error) }
  return conclude('unexpected', record, isLetIn ? remarks : { ...remarks, note: KEPT_FOR_TESTING })
}

/** The remark on a payload that was received before (rules.md#deduplication-2; nothing is created). */
export const SEEN_BEFORE = 'this delivery was received before: nothing was created'

/** What the payloadHistory says of a payload whose sender was not let in. */
export const KEPT_FOR_TESTING =
  'Authentication failed: this payload is kept for testing and field mapping, it will not be converted into an alert'
