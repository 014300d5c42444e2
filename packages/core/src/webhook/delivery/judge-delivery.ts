import { sha256, toBytes, toText } from '#platform'
import { isObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { textSize } from '../../text-size.js'
import { WorkMeter } from '../../work-meter.js'
import { authenticateDelivery, type Credentials } from '../auth/authenticate-delivery.js'
import { unpackBody } from '../body/unpack-body.js'
import type { CompiledWebhook } from '../compile-webhook.js'
import type { Deduplication } from '../deduplication.js'
import { type MappedAlert, mapInSteps } from '../mapping/apply-mapping.js'
import type { Mapping } from '../mapping/mapping.js'
import { lookUpPath, parsePath } from '../mapping/payload-path.js'
import type { NoAlerts } from '../mapping/split-payload.js'
import type { WebhookConfig } from '../webhook-config.js'
import { type DeliveryHeaders, isRefusal } from './delivery-headers.js'
import { type Payload, type PayloadFault, readPayload } from './read-payload.js'
import {
  conclude,
  concludeError,
  type DeliveryCase,
  type ReadDelivery,
  type ReceivedDelivery,
} from './received-delivery.js'

/** A received delivery. If the body is too large, the server does not read all of it, so `body` may be incomplete. */
export interface Delivery extends Credentials {
  /** The number of received bytes, or the Content-Length if it is above the limit. */
  readonly sizeBytes: number
  /** The query of the URL, without `?`. */
  readonly query: string
  /** The maximum number of bytes in the body, before and after unpacking. */
  readonly bodyLimit: number
}

/** The outcome of judging a delivery: a result, or mapped alerts that must be received to get a result. */
export interface Verdict extends ReadDelivery {
  /**
   * The result of the delivery; `undefined` = the mapping gives at least one alert, so that alert policies and stored
   * alerts decide the result.
   */
  readonly result: ReceivedDelivery | undefined
  readonly mapped: readonly MappedAlert[]
  /** The deduplication key; `undefined` = the delivery has none, and is never a duplicate. */
  readonly deliveryKey: string | undefined
}

/**
 * Judges a delivery. Checks, in the order of rules.md#deliveries: the size, the authentication, the body, whether the
 * webhook is enabled, and the mapping. Never throws. Yields for pauses.
 */
export function* judgeDelivery(webhook: CompiledWebhook, delivery: Delivery): Generator<undefined, Verdict> {
  const { config, auth } = webhook
  const { sizeBytes, bodyLimit } = delivery
  const beforeReading = { config, receivedAt: delivery.now, sizeBytes, payload: null }
  if (sizeBytes > bodyLimit) {
    const message = `The body has ${sizeBytes} bytes, the limit is ${bodyLimit} bytes`
    return toVerdict(beforeReading, conclude('oversized', beforeReading, { message }))
  }
  const admitted = authenticateDelivery(auth, delivery)
  if (isRefusal(admitted)) {
    const refused = { ...beforeReading, payload: payloadOrNull(readSentPayload(delivery, delivery.body, config)) }
    return toVerdict(refused, conclude('unauthenticated', refused, admitted))
  }
  const read = unpackAndRead(delivery, config)
  // Here the sender is authenticated, so `deliveredAt` is set, even if the body is too large after unpacking.
  if ('message' in read)
    return toVerdict(beforeReading, {
      ...conclude(read.case, beforeReading, read),
      deliveredAt: beforeReading.receivedAt,
    })
  const { payload } = read
  if (config.enabled) {
    return yield* mapDelivery(
      webhook,
      { ...beforeReading, payload },
      findDeliveryKey(config.deduplication, delivery.headers, payload),
    )
  }
  const disabled = { ...beforeReading, payload }
  return toVerdict(disabled, conclude('disabled', disabled, { message: 'Webhook is disabled' }))
}

/**
 * Applies the mapping: the last step of {@link judgeDelivery}, and the only step when a stored payload is replayed.
 *
 * @param key the deduplication key, if the delivery has one
 */
export function* mapDelivery(
  { config, mapping }: Pick<CompiledWebhook, 'config' | 'mapping'>,
  sent: Omit<ReadDelivery, 'config'> & { readonly payload: Payload },
  key?: string,
): Generator<undefined, Verdict> {
  const warnings = [...truncationWarnings(sent.payload)]
  const mapped: readonly MappedAlert[] | NoAlerts = isMapping(mapping)
    ? yield* mapInSteps(mapping, sent.payload, { meter: new WorkMeter(), warn: (message) => warnings.push(message) })
    : mapping
  const read = { ...sent, config, warnings }
  if (!('message' in mapped)) return { ...read, result: undefined, mapped, deliveryKey: key }
  const { message, isTest } = mapped
  return toVerdict(
    read,
    isTest === true ? conclude('test', read, { note: message }) : conclude('noAlerts', read, { message }),
  )
}

/**
 * The result of a delivery if an unexpected error occurred.
 *
 * @param verdict `undefined` = the error occurred before the delivery was judged
 */
export function concludeUnexpected(
  config: WebhookConfig,
  delivery: Delivery,
  verdict: Verdict | undefined,
  error: unknown,
): ReceivedDelivery {
  const { now: receivedAt, sizeBytes, body } = delivery
  const isAuthenticated = verdict !== undefined && verdict.result?.deliveredAt !== null
  const read = isAuthenticated ? unpackAndRead(delivery, config) : readSentPayload(delivery, body, config)
  return concludeError({ config, receivedAt, sizeBytes, payload: payloadOrNull(read) }, error, isAuthenticated)
}

/**
 * The approximate number of characters of a delivery that waits to be stored: its payload and all alerts that the
 * mapping gives. The alerts are included, because a payload of 20 KB can give thousands of alerts.
 */
export function deliverySize(
  { payload, mapped }: Pick<Verdict, 'payload' | 'mapped'>,
  { sizeBytes, bodyLimit, headers }: Pick<Delivery, 'sizeBytes' | 'bodyLimit' | 'headers'>,
): number {
  const made = mapped.map(({ input }) => input) as unknown as JsonValue
  // The size of a compressed body says nothing about its payload. So the payload is measured, which takes longer.
  const sent = headers.has('content-encoding')
    ? textSize(payload, LIMITS.webhookGroup.weight)
    : Math.min(sizeBytes, bodyLimit)
  return sent + textSize(made, LIMITS.webhookGroup.weight)
}

function toVerdict(read: ReadDelivery, result: ReceivedDelivery): Verdict {
  return { ...read, result, mapped: [], deliveryKey: undefined }
}

type PayloadOrRefusal =
  | { readonly payload: Payload }
  | ({ readonly case: DeliveryCase } & Pick<PayloadFault, 'message' | 'reason'>)

/** Unpacks the body, which the server does only for authenticated senders, and reads the payload. */
function unpackAndRead(delivery: Delivery, config: Pick<WebhookConfig, 'payloadFormat'>): PayloadOrRefusal {
  const unpacked = unpackBody(delivery.headers, delivery.body, delivery.bodyLimit)
  return 'body' in unpacked ? readSentPayload(delivery, unpacked.body, config) : unpacked
}

function readSentPayload(
  { headers, query }: Delivery,
  body: Uint8Array,
  { payloadFormat }: Pick<WebhookConfig, 'payloadFormat'>,
): PayloadOrRefusal {
  const read = readPayload(body, payloadFormat, { contentType: headers.get('content-type')?.[0], query })
  return 'payload' in read ? read : { ...read, case: read.isUnsupported ? 'unsupported' : 'invalidBody' }
}

function payloadOrNull(read: PayloadOrRefusal): Payload | null {
  return 'payload' in read ? read.payload : null
}

function isMapping(mapping: CompiledWebhook['mapping']): mapping is Mapping {
  return 'fields' in mapping
}

/**
 * The deduplication key: a text of fixed length. Two deliveries have equal keys if and only if they contain the same id
 * (rules.md#deduplication-1). `undefined` = the delivery contains no id, and is never a duplicate
 * (rules.md#deduplication-4).
 */
function findDeliveryKey(
  deduplication: Deduplication | null,
  headers: DeliveryHeaders,
  payload: Payload,
): string | undefined {
  const id = deduplication === null ? undefined : findDeliveryId(deduplication, headers, payload)
  return id === undefined ? undefined : toText(sha256(toBytes(JSON.stringify(id), 'utf8')), 'hex')
}

function findDeliveryId(
  deduplication: Deduplication,
  headers: DeliveryHeaders,
  payload: Payload,
): string | readonly string[] | undefined {
  if ('header' in deduplication) {
    const values = headers.get(deduplication.header.toLowerCase()) ?? []
    return values.some((value) => value !== '') ? values : undefined
  }
  const found = lookUpPath(payload, parsePath(deduplication.path).steps, -1)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/**
 * Warns if Alertmanager left alerts out of a payload, because its receiver sets `max_alerts`. These alerts are neither
 * opened nor closed (rules.md#deliveries).
 */
function truncationWarnings(payload: Payload): readonly string[] {
  if (!isObject(payload) || !Array.isArray(payload.alerts)) return []
  const { truncatedAlerts } = payload
  if (typeof truncatedAlerts !== 'number' || truncatedAlerts <= 0) return []
  return [
    `truncatedAlerts is ${truncatedAlerts}: the sender left out so many alerts, which neither open nor close; set max_alerts of its webhook to 0`,
  ]
}
