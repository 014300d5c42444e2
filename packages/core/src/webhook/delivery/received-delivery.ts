import type { Alert } from '../../alert/alert.js'
import { noteOfLeftOutTimes } from '../../alert/alert-times.js'
import type { WorkExceeded } from '../../work-meter.js'
import {
  type DraftedAlerts,
  ignoredNote,
  outdatedNote,
  type RejectedAlert,
  rejectionReason,
} from '../mapping/draft-alerts.js'
import type { WebhookConfig } from '../webhook-config.js'
import { type DeliveryRecord, formatTraceback } from './history.js'
import type { Payload } from './read-payload.js'

/** The result of a delivery: the answer to the sender, and the entries for the histories of the webhook. */
export interface ReceivedDelivery extends DeliveryRecord {
  readonly webhookName: string
  readonly case: DeliveryCase
  readonly httpStatus: number
  /** The message for the sender; `null` on success. */
  readonly message: string | null
  /** Possible mistakes in the payload, for the sender and the history. */
  readonly warnings: readonly string[]
  /** The created alerts, in the order of the payload's elements. */
  readonly alerts: readonly CreatedAlert[]
  /** The alerts that were rejected by the mapping, by `readAlert`, or when they were merged into stored alerts. */
  readonly rejected: readonly RejectedAlert[]
  /** The number of alerts that alert policies dropped. */
  readonly ignored: number
  /** The number of outdated alerts. They changed nothing, because a newer state was already stored. */
  readonly outdated: number
  /**
   * False if the API key is unknown, deleted or expired. True for any other key, even if the webhook requires a
   * different one. `undefined` = no key was looked up.
   */
  readonly isKeyValid: boolean | undefined
}

/** A created alert in the response to a delivery. */
export type CreatedAlert = Pick<Alert, 'id' | 'resource' | 'event' | 'severity'>

/** A delivery after the attempt to read its body. Its history entries are made from this. */
export interface ReadDelivery {
  readonly config: WebhookConfig
  /** ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string
  readonly sizeBytes: number
  /** The payload of the delivery; `null` = the body is not a payload that can be stored. */
  readonly payload: Payload | null
  /** Possible mistakes in the payload. Default: none. */
  readonly warnings?: readonly string[]
}

/**
 * The possible results of a delivery (rules.md#delivery-results), except the results that add no entry to any history
 * (404, 429 and 503).
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

interface DeliveryResult {
  readonly httpStatus: number
  /** True if this result adds an entry to the payloadHistory. A payload that cannot be stored never adds an entry. */
  readonly payloadEntry: boolean
  readonly errorEntry: boolean
  /** True if the sender was authenticated. For `unexpected`, this depends on when the error occurred. */
  readonly authenticated: boolean
}

/** The HTTP status and the history entries for each case. */
export const DELIVERY_RESULTS: Readonly<Record<DeliveryCase, DeliveryResult>> = {
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

/** The texts for the response and the histories. */
interface DeliveryRemarks {
  /** The message for the sender. */
  readonly message?: string
  /** The message for the errorHistory, if it has more details than the message for the sender. */
  readonly reason?: string
  /** The last lines of the stack trace, if an error was thrown. */
  readonly traceback?: string
  /** The message for the payloadHistory, for example that the same delivery was received before. */
  readonly note?: string
}

/** The result of a delivery that creates no alert. All other results are based on it. */
export function conclude(kind: DeliveryCase, read: ReadDelivery, remarks: DeliveryRemarks = {}): ReceivedDelivery {
  const { httpStatus, payloadEntry, errorEntry, authenticated } = DELIVERY_RESULTS[kind]
  const { config, receivedAt, sizeBytes, warnings = [] } = read
  const message = remarks.message ?? null
  const isOversized = kind === 'oversized'
  const payload = isOversized ? null : read.payload
  const entry = { httpStatus, oversized: isOversized, receivedAt, sizeBytes, payload }
  const notes = [kind === 'unauthenticated' ? STORED_FOR_TESTING_MESSAGE : remarks.note, ...warnings]
  const note = notes.filter((text) => text !== undefined).join('; ') || null
  const reason = remarks.reason ?? message
  return {
    webhookId: config.id,
    webhookName: config.name,
    case: kind,
    httpStatus,
    message,
    warnings,
    payloadEntry: payloadEntry && payload !== null ? { message: note, ...entry } : null,
    errorEntry: errorEntry ? { message: reason, traceback: remarks.traceback ?? null, ...entry } : null,
    deliveredAt: authenticated ? receivedAt : null,
    alerts: [],
    rejected: [],
    ignored: 0,
    outdated: 0,
    isKeyValid: undefined,
  }
}

/** The outcome of receiving the alerts of a delivery that no policy dropped and that `readAlert` accepted. */
export interface ReceivedDrafts {
  /** The created alerts in the order of the payload's elements, regardless of the order in which they were stored. */
  readonly alerts: readonly CreatedAlert[]
  /** The alerts that would exceed a limit. */
  readonly refused: readonly RejectedAlert[]
  /** The indexes of the outdated alerts among the alerts of the delivery. */
  readonly outdated: ReadonlySet<number>
}

/** The result of a delivery whose alerts were received. */
export function concludeReceived(
  read: ReadDelivery,
  { drafts, rejected, droppedBy, timeFaults }: DraftedAlerts,
  { alerts, refused, outdated: { size: outdated } }: ReceivedDrafts,
): ReceivedDelivery {
  const allRejected = [...rejected, ...refused].sort((one, other) => one.index - other.index)
  const ignored = droppedBy.length
  const total = drafts.length + rejected.length + ignored
  const remarked = [ignoredNote(droppedBy, total), outdatedNote(outdated, total), noteOfLeftOutTimes(timeFaults, total)]
  const notes = remarked.filter((note) => note !== undefined)
  const remarks = {
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(allRejected.length > 0 && { reason: rejectionReason(allRejected, total) }),
  }
  const created = drafts.length - refused.length - outdated
  const counts = { alerts, rejected: allRejected, ignored, outdated }
  if (created === 0 && allRejected.length > 0) {
    return { ...conclude('rejected', read, { message: 'No alert was created', ...remarks }), ...counts }
  }
  return { ...conclude(chooseCase(created, allRejected.length), read, remarks), ...counts }
}

/** The result of a delivery that is not `rejected`. */
function chooseCase(created: number, rejected: number): DeliveryCase {
  if (created === 0) return 'ignored'
  return rejected === 0 ? 'success' : 'partial'
}

/** The result of a delivery that creates no alert, because its policies need too many steps. */
export function concludeExceeded(read: ReadDelivery, { message }: WorkExceeded): ReceivedDelivery {
  return conclude('rejected', read, { message: `No alert was created: ${message}` })
}

/** The result of a duplicate: the same delivery was received before. */
export function concludeDuplicate(read: ReadDelivery): ReceivedDelivery {
  return conclude('duplicate', read, { note: SEEN_BEFORE_MESSAGE })
}

/**
 * The result of a delivery with an unexpected error. The text of the error goes only into the errorHistory.
 *
 * @param isAuthenticated if false, the payload gets a note that it is stored only for testing, like a payload that is
 *   answered with status 401
 */
export function concludeError(read: ReadDelivery, error: unknown, isAuthenticated: boolean): ReceivedDelivery {
  const reason = error instanceof Error ? error.message : 'a value that is not an error was thrown'
  const remarks = { message: 'Unexpected server error', reason, traceback: formatTraceback(error) }
  if (isAuthenticated) return conclude('unexpected', read, remarks)
  return { ...conclude('unexpected', read, { ...remarks, note: STORED_FOR_TESTING_MESSAGE }), deliveredAt: null }
}

/**
 * Adds a note to both history entries which says that a stored payload was replayed. `deliveredAt` becomes `null`,
 * because the sender has sent nothing.
 */
export function markAsReplay<Received extends ReceivedDelivery>(received: Received, receivedAt: string): Received {
  const { payloadEntry, errorEntry } = received
  const note = `replay of the payload received at ${receivedAt}`
  return {
    ...received,
    deliveredAt: null,
    payloadEntry: payloadEntry && { ...payloadEntry, message: withNote(note, payloadEntry.message) },
    errorEntry: errorEntry && { ...errorEntry, message: withNote(note, errorEntry.message) },
  }
}

function withNote(note: string, message: string | null): string {
  return message === null ? note : `${note}: ${message}`
}

/**
 * The name of a webhook in the histories of the alerts that it creates. It does not depend on the API key of the
 * webhook, so that it stays the same if the webhook is bound to another key.
 */
export function actorOfWebhook({ id }: Pick<WebhookConfig, 'id'>): string {
  return `webhook:${id}`
}

/** The note about a duplicate in the payloadHistory (rules.md#deduplication-2). */
export const SEEN_BEFORE_MESSAGE = 'this delivery was received before: nothing was created'

/** The note in the payloadHistory about a payload whose sender was not authenticated. */
export const STORED_FOR_TESTING_MESSAGE =
  'Authentication failed: this payload is kept for testing and field mapping, it will not be converted into an alert'
