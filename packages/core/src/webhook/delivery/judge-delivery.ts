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

/** A received delivery. If it is oversized, `body` may be incomplete. */
export interface Delivery extends Credentials {
  /** The number of received bytes. It may be larger than the length of an incomplete body. */
  readonly sizeBytes: number
}

/** The decision on a delivery: either its outcome, or alerts to create before the outcome is known. */
export type Verdict = Concluded | AlertsToCreate

export interface Concluded {
  readonly outcome: Outcome
  /** The alerts that were rejected when they were read or when they were merged into stored alerts. */
  readonly rejected: readonly RejectedAlert[]
}

export interface AlertsToCreate {
  readonly record: DeliveryRecord & { readonly payload: Payload }
  readonly drafts: readonly DraftedAlert[]
  readonly rejected: readonly RejectedAlert[]
  /** The deduplication key; `undefined` = the delivery is never a duplicate. */
  readonly deliveryKey: string | undefined
}

/**
 * Judges a delivery. The checks have the order of rules.md#deliveries: size, authentication, body, whether the webhook
 * is enabled, mapping. Never throws. If there are alerts to create, the outcome is not known yet;
 * {@link concludeReceived} or {@link concludeDuplicate} returns it later.
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
 * The outcome of a delivery if an unexpected error occurred.
 *
 * @param verdict `undefined` = the error occurred before the delivery was judged
 */
export function concludeUnexpected(delivery: Delivery, verdict: Verdict | undefined, error: unknown): Outcome {
  const { now: receivedAt, sizeBytes, body } = delivery
  const read = readPayload(body)
  const isLetIn = verdict !== undefined && !('outcome' in verdict && verdict.outcome.case === 'unauthenticated')
  return unexpected({ receivedAt, sizeBytes, payload: 'payload' in read ? read.payload : null }, error, isLetIn)
}

/**
 * Does the last step of {@link judgeDelivery}: applies the mapping. When a stored payload is replayed, this is the only
 * step.
 *
 * @param key the deduplication key, if the delivery has one
 */
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
 * The outcome after the alerts of the delivery were received.
 *
 * @param refused the alerts that could not be merged into stored alerts; all others were stored
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

/** The outcome of a delivery that is a duplicate: the same delivery was received before. */
export function concludeDuplicate({ record }: AlertsToCreate): Outcome {
  return conclude('duplicate', record, { note: SEEN_BEFORE })
}

function isMapping(mapping: CompiledWebhook['mapping']): mapping is Mapping {
  return 'fields' in mapping
}

function concluded(outcome: Outcome): Concluded {
  return { outcome, rejected: [] }
}
