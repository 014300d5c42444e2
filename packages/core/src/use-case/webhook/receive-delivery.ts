import { type ApiKey, isExpired } from '../../access/api-key.js'
import { grantsScope } from '../../access/scope.js'
import { digestOfSecret, isSameDigest } from '../../access/secret-digest.js'
import { OpsgraphError, requireFound } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { presentedKey } from '../../webhook/auth/authenticate-delivery.js'
import type { CompiledWebhook } from '../../webhook/compile-webhook.js'
import { type DeliveryHeaders, isRefusal, readHeaders } from '../../webhook/delivery/delivery-headers.js'
import {
  concludeUnexpected,
  type Delivery,
  deliverySize,
  judgeDelivery,
  type Verdict,
} from '../../webhook/delivery/judge-delivery.js'
import type { ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { updateLastUsedTime } from '../access/authenticate.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { recordDeliveries, storeDeliveries } from './store-deliveries.js'

/** A `POST` request to the URL of a webhook, as a server received it. */
export interface InboundDelivery {
  readonly webhookId: string
  /**
   * The headers as a list: a name, its value, the next name, its value, and so on, as in Node's `rawHeaders`. So
   * repeated headers are not lost.
   */
  readonly rawHeaders: readonly string[]
  /** The received body, which may be incomplete if it is too large. */
  readonly body: Uint8Array
  /** The number of received bytes, or the Content-Length if it is above the limit. */
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
  await cachedWebhook(dependencies, id, dependencies.clock())
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
  delivery: Pick<InboundDelivery, 'webhookId' | 'rawHeaders'>,
): Promise<string | undefined> {
  const { webhookId, rawHeaders } = delivery
  return findPresentedKey(await cachedWebhook(dependencies, webhookId, dependencies.clock()), readHeaders(rawHeaders))
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
): Promise<ReceivedDelivery> {
  const { webhookId, rawHeaders, body, sizeBytes, query = '' } = delivery
  const time = dependencies.clock()
  const webhook = await cachedWebhook(dependencies, webhookId, time)
  const headers = readHeaders(rawHeaders)
  const { bodyLimit } = dependencies
  const bare = { headers, body, sizeBytes, query, bodyLimit, now: timestamp(time), apiKey: undefined }
  let verdict: Verdict | undefined
  try {
    const { apiKey, isKeyValid } = await lookUpKey(dependencies, webhook, bare)
    verdict = await runWithPauses(judgeDelivery(webhook, { ...bare, apiKey }))
    const weight = deliverySize(verdict, bare)
    const received = await dependencies.deliveries.submit({ item: verdict, weight }, (group) =>
      storeDeliveries(dependencies, group),
    )
    return { ...received, isKeyValid }
  } catch (error) {
    if (isTemporary(error)) throw error
    const failed = concludeUnexpected(webhook.config, bare, verdict, error)
    await recordFailure(dependencies, webhook.config, failed).catch(() => undefined)
    throw new Error('a delivery could not be stored', { cause: error })
  }
}

async function cachedWebhook({ webhookCache }: Dependencies, id: string, time: Date): Promise<CompiledWebhook> {
  return requireFound(await webhookCache.webhook(id, time.getTime()), 'webhook')
}

/**
 * Looks up the API key of a delivery if its webhook requires one. Looks up none if the body is too large, because the
 * delivery is then refused in any case.
 */
async function lookUpKey(
  dependencies: Dependencies,
  webhook: CompiledWebhook,
  { headers, sizeBytes, bodyLimit, now }: Pick<Delivery, 'headers' | 'sizeBytes' | 'bodyLimit' | 'now'>,
): Promise<Pick<Delivery, 'apiKey'> & Pick<ReceivedDelivery, 'isKeyValid'>> {
  const presented = sizeBytes > bodyLimit ? undefined : findPresentedKey(webhook, headers)
  if (presented === undefined) return { apiKey: undefined, isKeyValid: undefined }
  const digest = digestOfSecret(presented)
  const { adminKeyDigest } = dependencies
  // The administrator's key is valid, but no webhook can be bound to it.
  if (adminKeyDigest !== undefined && isSameDigest(digest, adminKeyDigest)) {
    return { apiKey: undefined, isKeyValid: true }
  }
  const load = () => readUsedKey(dependencies, digest, now)
  const key = await dependencies.webhookCache.apiKey(digest, Date.parse(now), load)
  if (key === undefined || isExpired(key, now)) return { apiKey: undefined, isKeyValid: false }
  return { apiKey: { id: key.id, canWriteAlerts: grantsScope(key.scopes, 'write:alerts') }, isKeyValid: true }
}

/** The API key in the headers, if the webhook requires one. */
function findPresentedKey({ auth }: CompiledWebhook, headers: DeliveryHeaders): string | undefined {
  const presented = auth.mode === 'api_key' ? presentedKey(headers) : undefined
  return presented === undefined || isRefusal(presented) ? undefined : presented.key
}

async function readUsedKey(dependencies: Dependencies, digest: string, now: string): Promise<ApiKey | undefined> {
  const key = await dependencies.store.apiKeys.readByDigest(digest)
  if (key !== undefined && !isExpired(key, now)) await updateLastUsedTime(dependencies, key)
  return key
}

/** True if the same delivery may succeed later, because the store is unavailable or busy. */
function isTemporary(error: unknown): boolean {
  return error instanceof OpsgraphError && (error.kind === 'unavailable' || error.kind === 'busy')
}

/** Adds an unexpected error to the errorHistory, if the store accepts the write. */
async function recordFailure(
  dependencies: Dependencies,
  config: WebhookConfig,
  failed: ReceivedDelivery,
): Promise<void> {
  const { store } = dependencies
  if (failed.deliveredAt !== null) {
    try {
      return await store.transaction((parts) => recordDeliveries(dependencies, parts, [{ config }], [failed]))
    } catch {
      // The transaction failed, so only the history entry is written, below. It does not end a silence, because the
      // alert about the silence could not be closed in the same transaction.
    }
  }
  await store.webhooks.record([{ ...failed, deliveredAt: null }])
}
