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
import { lookUp, parsePath } from '../mapping/payload-path.js'
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

/** A judged delivery. Either its result is known already, or its mapped alerts must be received first. */
export interface Verdict extends ReadDelivery {
  /** `undefined` = alert policies and stored alerts decide: the mapping gives at least one alert. */
  readonly result: ReceivedDelivery | undefined
  readonly mapped: readonly MappedAlert[]
  /** The deduplication key; `undefined` = the delivery is never a duplicate. */
  readonly deliveryKey: string | undefined
}

/**
 * Judges a delivery. Checks, in the order of rules.md#deliveries: the size, the authentication, the body, whether the
 * webhook is enabled, and the mapping. Never throws, and yields for pauses.
 */
export function* judgeDelivery(webhook: CompiledWebhook, delivery: Delivery): Generator<undefined, Verdict> {
  const { config, auth } = webhook
  const { sizeBytes, bodyLimit } = delivery
  const bare = { config, receivedAt: delivery.now, sizeBytes, payload: null }
  if (sizeBytes > bodyLimit) {
    const message = `The body has ${sizeBytes} bytes, the limit is ${bodyLimit} bytes`
    return decided(bare, conclude('oversized', bare, { message }))
  }
  const admitted = authenticateDelivery(auth, delivery)
  if (isRefusal(admitted)) {
    const refused = { ...bare, payload: payloadOrNull(readSent(delivery, delivery.body, config)) }
    return decided(refused, conclude('unauthenticated', refused, admitted))
  }
  const read = unpackAndRead(delivery, config)
  // A body that is too large only after unpacking was already authenticated. A body that is too large before unpacking
  // was not.
  if ('message' in read) return decided(bare, { ...conclude(read.case, bare, read), deliveredAt: bare.receivedAt })
  const { payload } = read
  if (config.enabled) {
    return yield* mapDelivery(
      webhook,
      { ...bare, payload },
      deliveryKey(config.deduplication, delivery.headers, payload),
    )
  }
  const disabled = { ...bare, payload }
  return decided(disabled, conclude('disabled', disabled, { message: 'Webhook is disabled' }))
}

/**
 * Does the last step of {@link judgeDelivery}: applies the mapping. When a stored payload is replayed, this is the only
 * step.
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
  return decided(
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
  const read = isAuthenticated ? unpackAndRead(delivery, config) : readSent(delivery, body, config)
  return concludeError({ config, receivedAt, sizeBytes, payload: payloadOrNull(read) }, error, isAuthenticated)
}

/**
 * The approximate number of characters that a delivery holds in memory while it waits to be stored: its payload and all
 * alerts that the mapping produced. The alerts are counted too, because a payload of 20 KB can produce thousands of
 * alerts.
 */
export function deliverySize(
  { payload, mapped }: Pick<Verdict, 'payload' | 'mapped'>,
  { sizeBytes, bodyLimit, headers }: Pick<Delivery, 'sizeBytes' | 'bodyLimit' | 'headers'>,
): number {
  const made = mapped.map(({ input }) => input) as unknown as JsonValue
  // The size of a packed body says nothing about its payload, so this payload is measured. Measuring takes longer.
  const sent = headers.has('content-encoding')
    ? textSize(payload, LIMITS.webhookGroup.weight)
    : Math.min(sizeBytes, bodyLimit)
  return sent + textSize(made, LIMITS.webhookGroup.weight)
}

function decided(read: ReadDelivery, result: ReceivedDelivery): Verdict {
  return { ...read, result, mapped: [], deliveryKey: undefined }
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

function isMapping(mapping: CompiledWebhook['mapping']): mapping is Mapping {
  return 'fields' in mapping
}

/**
 * The deduplication key: a text of fixed length that is equal for two deliveries if and only if they contain the same
 * id (rules.md#deduplication-1). `undefined` if the delivery contains no id; such a delivery is never a duplicate
 * (rules.md#deduplication-4).
 */
function deliveryKey(
  deduplication: Deduplication | null,
  headers: DeliveryHeaders,
  payload: Payload,
): string | undefined {
  const id = deduplication === null ? undefined : idOf(deduplication, headers, payload)
  return id === undefined ? undefined : toText(sha256(toBytes(JSON.stringify(id), 'utf8')), 'hex')
}

function idOf(
  deduplication: Deduplication,
  headers: DeliveryHeaders,
  payload: Payload,
): string | readonly string[] | undefined {
  if ('header' in deduplication) {
    const values = headers.get(deduplication.header.toLowerCase()) ?? []
    return values.some((value) => value !== '') ? values : undefined
  }
  const found = lookUp(payload, parsePath(deduplication.path).steps, -1)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found : undefined
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
