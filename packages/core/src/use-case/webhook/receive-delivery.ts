import { type ApiKey, isExpired } from '../../access/api-key.js'
import { grants } from '../../access/scope.js'
import { digestOfSecret, isSameDigest } from '../../access/secret-digest.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { presentedKey } from '../../webhook/auth/authenticate-delivery.js'
import type { CompiledWebhook } from '../../webhook/compile-webhook.js'
import { type DeliveryHeaders, isRefusal, readHeaders } from '../../webhook/delivery/delivery-headers.js'
import { deliverySize } from '../../webhook/delivery/delivery-size.js'
import type { DeliveryTrace } from '../../webhook/delivery/history.js'
import {
  concludeUnexpected,
  type Delivery,
  judgeDelivery,
  type Verdict,
} from '../../webhook/delivery/judge-delivery.js'
import { actorOf, type ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { touch } from '../access/authenticate.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { recordDeliveries, storeDeliveries, traceOf } from './store-deliveries.js'

/** The part of an inbound POST that is known before its body is read. */
export interface DeliveryHead {
  readonly webhookId: string
  /**
   * The headers as a list: a name, its value, the next name, its value, and so on. Node's `rawHeaders` has the same
   * form. This form keeps repeated headers.
   */
  readonly rawHeaders: readonly string[]
}

/** One inbound POST. */
export interface InboundDelivery extends DeliveryHead {
  /** The received body; may be incomplete if it is too large. */
  readonly body: Uint8Array
  /** The number of received bytes, or the Content-Length if that is above the limit. */
  readonly sizeBytes: number
  /** The query of the URL, without `?`, for webhooks with the payloadFormat `query`. Default: empty. */
  readonly query?: string | undefined
}

/**
 * Checks that a webhook exists, so that a server can refuse a delivery without reading its body
 * (rules.md#deliveries-2).
 *
 * @throws OpsgraphError `notFound`
 */
export async function requireWebhook(dependencies: Dependencies, id: string): Promise<void> {
  await knownWebhook(dependencies, id, dependencies.clock())
}

/**
 * Reads the API key in the headers of a delivery, so that a server can limit attempts with wrong keys.
 *
 * @returns `undefined` if the webhook requires no API key, or if {@link presentedKey} refuses the headers, for example
 *   because they contain no key
 * @throws OpsgraphError `notFound` for an unknown webhook
 */
export async function readPresentedKey(
  dependencies: Dependencies,
  delivery: DeliveryHead,
): Promise<string | undefined> {
  const { webhookId, rawHeaders } = delivery
  return presentedTo(await knownWebhook(dependencies, webhookId, dependencies.clock()), readHeaders(rawHeaders))
}

/** A stored delivery, and whether its API key is valid. */
export interface AuthenticatedDelivery extends ReceivedDelivery {
  /**
   * False for an unknown, deleted or expired API key. True for any other key, even if the webhook requires a different
   * key. `undefined` if no key was looked up.
   */
  readonly isKeyValid: boolean | undefined
}

/**
 * Receives a delivery that was posted to the URL of a webhook (rules.md#delivery-results): checks it, creates its
 * alerts and adds it to the histories. Everything is committed before the promise resolves. Deliveries that arrive at
 * the same time share a transaction.
 *
 * @throws OpsgraphError `notFound` for an unknown webhook, `unavailable` if the database does not answer, `busy` if too
 *   many deliveries wait to be stored. Any other error is unexpected; it is added to the errorHistory if possible
 */
export async function receiveDelivery(
  dependencies: Dependencies,
  delivery: InboundDelivery,
): Promise<AuthenticatedDelivery> {
  const { webhookId, rawHeaders, body, sizeBytes, query = '' } = delivery
  const time = dependencies.clock()
  const webhook = await knownWebhook(dependencies, webhookId, time)
  const headers = readHeaders(rawHeaders)
  const { bodyLimit } = dependencies
  const bare = { headers, body, sizeBytes, query, bodyLimit, now: timestamp(time), apiKey: undefined }
  let verdict: Verdict | undefined
  try {
    const { apiKey, isKeyValid } = await lookUpKey(dependencies, webhook, bare)
    verdict = await runWithPauses(judgeDelivery(webhook, { ...bare, apiKey }))
    const judged = { config: webhook.config, verdict, actor: actorOf(webhook.config) }
    const weight = deliverySize(verdict, bare)
    const received = await dependencies.deliveries.submit({ item: judged, weight }, (group) =>
      storeDeliveries(dependencies, group),
    )
    return { ...received, isKeyValid }
  } catch (error) {
    throw isTemporary(error)
      ? error
      : await recordUnexpected(dependencies, { config: webhook.config, delivery: bare, verdict, error })
  }
}

async function knownWebhook({ knownWebhooks }: Dependencies, id: string, time: Date): Promise<CompiledWebhook> {
  const webhook = await knownWebhooks.webhook(id, time.getTime())
  if (webhook === undefined) throw notFound('webhook')
  return webhook
}

/**
 * Looks up the API key of a delivery if its webhook requires an API key. Skips the look-up if the body is too large,
 * because the delivery is then refused in any case.
 */
async function lookUpKey(
  dependencies: Dependencies,
  webhook: CompiledWebhook,
  { headers, sizeBytes, bodyLimit, now }: Pick<Delivery, 'headers' | 'sizeBytes' | 'bodyLimit' | 'now'>,
): Promise<Pick<Delivery, 'apiKey'> & Pick<AuthenticatedDelivery, 'isKeyValid'>> {
  const presented = sizeBytes > bodyLimit ? undefined : presentedTo(webhook, headers)
  if (presented === undefined) return { apiKey: undefined, isKeyValid: undefined }
  const digest = digestOfSecret(presented)
  const { adminKeyDigest } = dependencies
  // The administrator's key is valid, but no webhook can be bound to it.
  if (adminKeyDigest !== undefined && isSameDigest(digest, adminKeyDigest)) {
    return { apiKey: undefined, isKeyValid: true }
  }
  const load = () => usedKey(dependencies, digest, now)
  const key = await dependencies.knownWebhooks.apiKey(digest, Date.parse(now), load)
  if (key === undefined || isExpired(key, now)) return { apiKey: undefined, isKeyValid: false }
  return { apiKey: { id: key.id, canWriteAlerts: grants(key.scopes, 'write:alerts') }, isKeyValid: true }
}

/** The API key in the headers, if the webhook requires one. */
function presentedTo({ auth }: CompiledWebhook, headers: DeliveryHeaders): string | undefined {
  const presented = auth.mode === 'api_key' ? presentedKey(headers) : undefined
  return presented === undefined || isRefusal(presented) ? undefined : presented.key
}

async function usedKey(dependencies: Dependencies, digest: string, now: string): Promise<ApiKey | undefined> {
  const key = await dependencies.store.apiKeys.readByDigest(digest)
  if (key !== undefined && !isExpired(key, now)) await touch(dependencies, key)
  return key
}

/** True if the same delivery may succeed later: the store is unavailable or busy, and the delivery has no fault. */
function isTemporary(error: unknown): boolean {
  return error instanceof OpsgraphError && (error.kind === 'unavailable' || error.kind === 'busy')
}

interface Unexpected {
  readonly config: WebhookConfig
  readonly delivery: Delivery
  readonly verdict: Verdict | undefined
  readonly error: unknown
}

/** Adds an unexpected failure to the errorHistory, if the store accepts the write, and returns the error to throw. */
async function recordUnexpected(
  dependencies: Dependencies,
  { config, delivery, verdict, error }: Unexpected,
): Promise<Error> {
  const outcome = concludeUnexpected(config, delivery, verdict, error)
  await recordFailed(dependencies, config, traceOf({ webhookId: config.id, outcome })).catch(() => undefined)
  return new Error('a delivery could not be stored', { cause: error })
}

async function recordFailed(dependencies: Dependencies, config: WebhookConfig, trace: DeliveryTrace): Promise<void> {
  const { store } = dependencies
  if (trace.deliveredAt !== null) {
    try {
      return await store.transaction((parts) => recordDeliveries(dependencies, parts, [{ config }], [trace]))
    } catch {
      // Transactions may be what fails. The entry alone ends no silence, because its alert could not be closed with it.
    }
  }
  await store.webhooks.record([{ ...trace, deliveredAt: null }])
}
