import { timesNote } from '../../alert/fitting-times.js'
import type { AppliedPolicies } from '../../alert-policy/run-alert-policies.js'
import { isObject } from '../../json-value.js'
import { type WorkExceeded, WorkMeter } from '../../work-meter.js'
import { authenticateDelivery, type Credentials } from '../auth/authenticate-delivery.js'
import { unpackBody } from '../body/unpack-body.js'
import type { CompiledWebhook } from '../compile-webhook.js'
import { type MappedAlert, mapInSteps } from '../mapping/apply-mapping.js'
import {
  type DraftedAlerts,
  draftInSteps,
  ignoredNote,
  outdatedNote,
  type RejectedAlert,
  rejectionReason,
} from '../mapping/draft-alerts.js'
import type { Mapping } from '../mapping/mapping.js'
import type { NoAlerts } from '../mapping/split-payload.js'
import type { WebhookConfig } from '../webhook-config.js'
import { isRefusal } from './delivery-headers.js'
import { deliveryKey } from './delivery-key.js'
import {
  conclude,
  type DeliveryCase,
  type DeliveryRecord,
  type Outcome,
  oversized,
  SEEN_BEFORE,
  unexpected,
} from './outcome.js'
import { type Payload, type PayloadFault, readPayload } from './read-payload.js'

/** A received delivery. If it is oversized, `body` may be incomplete. */
export interface Delivery extends Credentials {
  /**
   * The size of the body in bytes. If the body is too large, the server does not read all of it, so `body` may have
   * fewer bytes than this number.
   */
  readonly sizeBytes: number
  /** The query of the URL, without `?`. */
  readonly query: string
  /** At most this many bytes may be in the body, before and after unpacking. */
  readonly bodyLimit: number
}

/**
 * The decision on a delivery: either its outcome, or mapped alerts. Mapped alerts must be processed before the outcome
 * is known.
 */
export type Verdict = Concluded | MappedDelivery

export interface Concluded {
  readonly outcome: Outcome
  /** The alerts that were rejected by the mapping, by `readAlert`, or when they were merged into stored alerts. */
  readonly rejected: readonly RejectedAlert[]
  /** The number of alerts that alert policies dropped. */
  readonly ignored: number
  /** The number of outdated alerts: a newer state was there before, so they changed nothing. */
  readonly outdated: number
}

/** A delivery whose mapping gives at least one alert. Alert policies run when the delivery is stored. */
export interface MappedDelivery {
  readonly record: DeliveryRecord & { readonly payload: Payload }
  readonly mapped: readonly MappedAlert[]
  /** The deduplication key; `undefined` = the delivery is never a duplicate. */
  readonly deliveryKey: string | undefined
}

/** A delivery after two steps: the alert policies have run on its alerts, and `readAlert` has checked the alerts. */
export interface DraftedDelivery extends DraftedAlerts {
  readonly record: DeliveryRecord
}

/**
 * Judges a delivery. Checks, in the order of rules.md#deliveries: the size, the authentication, the body, whether the
 * webhook is enabled, and the mapping. Never throws, and yields for pauses. If the mapping gives alerts, the outcome is not known yet:
 * `concludeReceived` returns the outcome after `draftDelivery`. For a duplicate, `concludeDuplicate` returns the
 * outcome.
 */
export function* judgeDelivery(
  { config, mapping, auth }: CompiledWebhook,
  delivery: Delivery,
): Generator<undefined, Verdict> {
  const bare = { receivedAt: delivery.now, sizeBytes: delivery.sizeBytes, payload: null }
  if (delivery.sizeBytes > delivery.bodyLimit) return concluded(oversized(bare, delivery.bodyLimit))
  const admitted = authenticateDelivery(auth, delivery)
  if (isRefusal(admitted)) {
    const payload = payloadOrNull(readSent(delivery, delivery.body, config))
    return concluded(conclude('unauthenticated', { ...bare, payload }, admitted))
  }
  const read = unpackAndRead(delivery, config)
  // The sender of a body that is too large only when it is unpacked is authenticated, unlike that of `oversized`.
  if ('message' in read) return concluded({ ...conclude(read.case, bare, read), deliveredAt: bare.receivedAt })
  const record = { ...bare, payload: read.payload }
  if (!config.enabled) return concluded(conclude('disabled', record, { message: 'Webhook is disabled' }))
  return yield* mapDelivery(mapping, record, deliveryKey(config.deduplication, delivery.headers, read.payload))
}

/**
 * The outcome of a delivery if an unexpected error occurred.
 *
 * @param verdict `undefined` = the error occurred before the delivery was judged
 */
export function concludeUnexpected(
  config: Pick<WebhookConfig, 'payloadFormat'>,
  delivery: Delivery,
  verdict: Verdict | undefined,
  error: unknown,
): Outcome {
  const { now: receivedAt, sizeBytes, body } = delivery
  const isLetIn = verdict !== undefined && (!('outcome' in verdict) || verdict.outcome.deliveredAt !== null)
  const read = isLetIn ? unpackAndRead(delivery, config) : readSent(delivery, body, config)
  return unexpected({ receivedAt, sizeBytes, payload: payloadOrNull(read) }, error, isLetIn)
}

type Read = { readonly payload: Payload } | ({ readonly case: DeliveryCase } & Pick<PayloadFault, 'message' | 'reason'>)

/** Unpacks the body, which the server does only for authenticated senders, and reads the payload. */
function unpackAndRead(delivery: Delivery, config: Pick<WebhookConfig, 'payloadFormat'>): Read {
  const unpacked = unpackBody(delivery.headers, delivery.body, delivery.bodyLimit)
  return 'body' in unpacked ? readSent(delivery, unpacked.body, config) : unpacked
}

function readSent(
  { headers, query }: Delivery,
  body: Uint8Array,
  { payloadFormat }: Pick<WebhookConfig, 'payloadFormat'>,
): Read {
  const read = readPayload(body, payloadFormat, { contentType: headers.get('content-type')?.[0], query })
  return 'payload' in read ? read : { ...read, case: read.isUnsupported ? 'unsupported' : 'invalidBody' }
}

function payloadOrNull(read: Read): Payload | null {
  return 'payload' in read ? read.payload : null
}

/**
 * Does the last step of {@link judgeDelivery}: applies the mapping. When a stored payload is replayed, this is the only
 * step.
 *
 * @param key the deduplication key, if the delivery has one
 */
export function* mapDelivery(
  mapping: CompiledWebhook['mapping'],
  sent: DeliveryRecord & { readonly payload: Payload },
  key?: string,
): Generator<undefined, Verdict> {
  const warnings = [...truncationWarnings(sent.payload)]
  const mapped: readonly MappedAlert[] | NoAlerts = isMapping(mapping)
    ? yield* mapInSteps(mapping, sent.payload, { meter: new WorkMeter(), warn: (message) => warnings.push(message) })
    : mapping
  const record = { ...sent, warnings }
  if ('message' in mapped) {
    if (mapped.isTest === true) return concluded(conclude('test', record, { note: mapped.message }))
    return concluded(conclude('noAlerts', record, { message: mapped.message }))
  }
  return { record, mapped, deliveryKey: key }
}

/**
 * Runs alert policies on the alerts of a delivery, and checks the alerts that no policy drops. Yields for pauses.
 *
 * @throws WorkExceeded if the policies need more steps than the meter allows
 */
export function* draftDelivery(
  { record, mapped }: MappedDelivery,
  applied: AppliedPolicies,
  meter: WorkMeter,
): Generator<undefined, DraftedDelivery> {
  return { record, ...(yield* draftInSteps(mapped, { ...applied, now: record.receivedAt }, meter)) }
}

/** The conclusion on a delivery whose alerts need too many steps of the policies: no alert was created. */
export function concludeExceeded({ record }: MappedDelivery, { message }: WorkExceeded): Concluded {
  return concluded(conclude('rejected', record, { message: `No alert was created: ${message}` }))
}

/**
 * The outcome after the alerts of the delivery were received.
 *
 * @param received the alerts that could not be merged into stored alerts, and the number of outdated alerts; all other
 *   alerts were stored
 */
export function concludeReceived(
  { record, drafts, rejected, droppedBy, timeFaults }: DraftedDelivery,
  { refused, outdated }: { readonly refused: readonly RejectedAlert[]; readonly outdated: number },
): Concluded {
  const all = [...rejected, ...refused].sort((one, other) => one.index - other.index)
  const ignored = droppedBy.length
  const total = drafts.length + rejected.length + ignored
  const remarked = [ignoredNote(droppedBy, total), outdatedNote(outdated, total), timesNote(timeFaults, total)]
  const notes = remarked.filter((note) => note !== undefined)
  const remarks = {
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(all.length > 0 && { reason: rejectionReason(all, total) }),
  }
  const counts = { rejected: all, ignored, outdated }
  const created = drafts.length - refused.length - outdated
  if (created === 0 && all.length > 0) {
    return { outcome: conclude('rejected', record, { message: 'No alert was created', ...remarks }), ...counts }
  }
  return { outcome: conclude(caseOf(created, all.length), record, remarks), ...counts }
}

/** The result of a delivery that is not `rejected`. */
function caseOf(created: number, rejected: number): DeliveryCase {
  if (created === 0) return 'ignored'
  return rejected === 0 ? 'success' : 'partial'
}

/** The outcome of a delivery that is a duplicate: the same delivery was received before. */
export function concludeDuplicate({ record }: MappedDelivery): Outcome {
  return conclude('duplicate', record, { note: SEEN_BEFORE })
}

function isMapping(mapping: CompiledWebhook['mapping']): mapping is Mapping {
  return 'fields' in mapping
}

function concluded(outcome: Outcome): Concluded {
  return { outcome, rejected: [], ignored: 0, outdated: 0 }
}

/**
 * A warning if Alertmanager left alerts out of a payload, because its receiver has `max_alerts`. The alerts that are
 * left out neither open nor close (rules.md#deliveries).
 */
function truncationWarnings(payload: Payload): readonly string[] {
  if (!isObject(payload) || !Array.isArray(payload.alerts)) return []
  const { truncatedAlerts } = payload
  if (typeof truncatedAlerts !== 'number' || truncatedAlerts <= 0) return []
  return [
    `truncatedAlerts is ${truncatedAlerts}: the sender left out so many alerts, which neither open nor close; set max_alerts of its webhook to 0`,
  ]
}
