import { LIMITS } from '../../limits.js'
import { authenticateDelivery, type Credentials } from '../auth/authenticate-delivery.js'
import type { CompiledWebhook } from '../compile-webhook.js'
import { applyMapping } from '../mapping/apply-mapping.js'
import { type DraftedAlert, draftAlerts, type RejectedAlert, rejectionReason } from '../mapping/draft-alerts.js'
import type { Mapping } from '../mapping/mapping.js'
import { isRefusal } from './delivery-headers.js'
import { deliveryKey } from './delivery-key.js'
import { conclude, type DeliveryRecord, type Outcome, oversized, SEEN_BEFORE, unexpected } from './outcome.js'
import { type Payload, readPayload } from './read-payload.js'

/** A delivery as it was received. Of an oversized one, `body` may hold any part. */
export interface Delivery extends Credentials {
  /** Bytes that were received, the body's length or more. */
  readonly sizeBytes: number
}

/** What is to be done with a delivery: nothing but to keep and answer it, or to create alerts first. */
export type Verdict = Concluded | AlertsToCreate

export interface Concluded {
  readonly outcome: Outcome
  /** Those that the mapping made, where it made any. */
  readonly rejected: readonly RejectedAlert[]
}

export interface AlertsToCreate {
  readonly record: DeliveryRecord & { readonly payload: Payload }
  readonly drafts: readonly DraftedAlert[]
  readonly rejected: readonly RejectedAlert[]
  /** What tells that it was received before; `undefined` = nothing does. */
  readonly deliveryKey: string | undefined
}

/**
 * Judges a delivery in the order of rules.md#deliveries: size, authentication, body, whether the webhook is enabled,
 * mapping. Never throws. {@link concludeReceived} and {@link concludeDuplicate} give the outcome of alerts to create.
 */
export function judgeDelivery({ config, mapping, auth }: CompiledWebhook, delivery: Delivery): Verdict {
  const bare = { receivedAt: delivery.now, sizeBytes: delivery.sizeBytes, payload: null }
  if (delivery.sizeBytes > LIMITS.webhookBody) return concluded(oversized(bare))
  const admitted = authenticateDelivery(auth, delivery)
  const read = readPayload(delivery.body)
  const payload = 'payload' in read ? read.payload : null
  if (isRefusal(admitted)) return concluded(conclude('unauthenticated', { ...bare, payload }, admitted))
  if ('message' in read) return concluded(conclude('invalidBody', bare, read))
  const record = { ...bare, payload: read.payload }
  if (!config.enabled) return concluded(conclude('disabled', record, { message: 'Webhook is disabled' }))
  return mapDelivery(mapping, record, deliveryKey(config.deduplication, delivery.headers, read.payload))
}

/**
 * The outcome of a delivery that could not be dealt with because something was thrown.
 *
 * @param verdict `undefined` = that was thrown before it was judged
 */
export function concludeUnexpected(delivery: Delivery, verdict: Verdict | undefined, error: unknown): Outcome {
  const { now: receivedAt, sizeBytes, body } = delivery
  const read = readPayload(body)
  const isLetIn = verdict !== undefined && !('outcome' in verdict && verdict.outcome.case === 'unauthenticated')
  return unexpected({ receivedAt, sizeBytes, payload: 'payload' in read ? read.payload : null }, error, isLetIn)
}

/** The mapping alone, for a payload that was kept and is run again. */
export function mapDelivery(
  mapping: CompiledWebhook['mapping'],
  record: DeliveryRecord & { readonly payload: Payload },
  key?: string,
): Verdict {
  const mapped = isMapping(mapping) ? applyMapping(mapping, record.payload) : mapping
  if ('message' in mapped) return concluded(conclude('noAlerts', record, mapped))
  const { drafts, rejected } = draftAlerts(mapped)
  if (drafts.length > 0) return { record, drafts, rejected, deliveryKey: key }
  return concludeRejected(record, rejected)
}

/**
 * The outcome once the alerts are received.
 *
 * @param refused the drafts that could not be merged into what is stored; the other drafts are created
 */
export function concludeReceived(
  { record, drafts, rejected }: AlertsToCreate,
  refused: readonly RejectedAlert[],
): Concluded {
  if (rejected.length + refused.length === 0) return concluded(conclude('success', record))
  const all = [...rejected, ...refused].sort((one, other) => one.index - other.index)
  if (refused.length === drafts.length) return concludeRejected(record, all)
  const reason = rejectionReason(all, drafts.length + rejected.length)
  return { outcome: conclude('partial', record, { reason }), rejected: all }
}

/** The outcome when every alert of a delivery is rejected. */
function concludeRejected(record: DeliveryRecord, rejected: readonly RejectedAlert[]): Concluded {
  const reason = rejectionReason(rejected, rejected.length)
  return { outcome: conclude('rejected', record, { message: 'No alert was created', reason }), rejected }
}

/** The outcome of a delivery that was received before. */
export function concludeDuplicate({ record }: AlertsToCreate): Outcome {
  return conclude('duplicate', record, { note: SEEN_BEFORE })
}

function isMapping(mapping: CompiledWebhook['mapping']): mapping is Mapping {
  return 'fields' in mapping
}

function concluded(outcome: Outcome): Concluded {
  return { outcome, rejected: [] }
}
