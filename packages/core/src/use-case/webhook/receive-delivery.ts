import { type ApiKey, isExpired } from '../../access/api-key.js'
import { grants } from '../../access/scope.js'
import { LIMITS } from '../../limits.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { presentedKey } from '../../webhook/auth/authenticate-delivery.js'
import type { CompiledWebhook } from '../../webhook/compile-webhook.js'
import { type DeliveryHeaders, isRefusal, readHeaders } from '../../webhook/delivery/delivery-headers.js'
import { deliverySize } from '../../webhook/delivery/delivery-size.js'
import {
  concludeUnexpected,
  type Delivery,
  judgeDelivery,
  type Verdict,
} from '../../webhook/delivery/judge-delivery.js'
import { actorOf, type ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import { touch } from '../access/authenticate.js'
import type { Dependencies } from '../dependencies.js'
import { storeDeliveries, traceOf } from './store-deliveries.js'

/** One inbound POST. */
export interface InboundDelivery {
  readonly webhookId: string
  /** Names and values alternately, like Node's `rawHeaders`, because that form keeps repeated headers. */
  readonly rawHeaders: readonly string[]
  /** The received body; may be incomplete if it is too large. */
  readonly body: Uint8Array
  /** Received or announced size in bytes. */
  readonly sizeBytes: number
}

/**
 * Checks that a webhook exists, before the delivery is read (rules.md#deliveries-2).
 *
 * @throws OpsgraphError `notFound`
 */
export async function requireWebhook(dependencies: Dependencies, id: string): Promise<void> {
  await knownWebhook(dependencies, id, dependencies.clock())
}

/**
 * Receives a delivery that was posted to the URL of a webhook (rules.md#delivery-results): checks it, creates its
 * alerts and adds it to the histories. Returns after everything is committed, in one transaction with other deliveries
 * that arrived at the same time.
 *
 * @throws OpsgraphError `notFound` for an unknown webhook, `unavailable` if the database does not answer, `busy` if too
 *   many deliveries wait to be stored. Any other error is unexpected; it is added to the errorHistory if possible
 */
export async function receiveDelivery(
  dependencies: Dependencies,
  { webhookId, rawHeaders, body, sizeBytes }: InboundDelivery,
): Promise<ReceivedDelivery> {
  const time = dependencies.clock()
  const webhook = await knownWebhook(dependencies, webhookId, time)
  const headers = readHeaders(rawHeaders)
  const bare = { headers, body, sizeBytes, now: timestamp(time), apiKey: undefined }
  let verdict: Verdict | undefined
  try {
    const delivery = { ...bare, apiKey: await presentedApiKey(dependencies, webhook, bare) }
    verdict = judgeDelivery(webhook, delivery)
    const judged = { config: webhook.config, verdict, actor: actorOf(webhook.config) }
    const weight = deliverySize(verdict, sizeBytes)
    return await dependencies.deliveries.submit({ item: judged, weight }, (group) =>
      storeDeliveries(dependencies, group),
    )
  } catch (error) {
    throw isTemporary(error)
      ? error
      : await recordUnexpected(dependencies, { webhookId, delivery: bare, verdict, error })
  }
}

async function knownWebhook({ knownWebhooks }: Dependencies, id: string, time: Date): Promise<CompiledWebhook> {
  const webhook = await knownWebhooks.webhook(id, time.getTime())
  if (webhook === undefined) throw notFound('webhook')
  return webhook
}

/** The valid API key of a delivery, if its webhook requires one. Not looked up if the body is too large anyway. */
async function presentedApiKey(
  dependencies: Dependencies,
  { auth }: CompiledWebhook,
  { headers, sizeBytes, now }: { readonly headers: DeliveryHeaders; readonly sizeBytes: number; readonly now: string },
): Promise<Delivery['apiKey']> {
  if (auth.mode !== 'api_key' || sizeBytes > LIMITS.webhookBody) return undefined
  const presented = presentedKey(headers)
  if (isRefusal(presented)) return undefined
  const digest = dependencies.secretBox.digest(presented.key)
  const load = () => usedKey(dependencies, digest, now)
  const key = await dependencies.knownWebhooks.apiKey(digest, Date.parse(now), load)
  if (key === undefined || isExpired(key, now)) return undefined
  return { id: key.id, canWriteAlerts: grants(key.scopes, 'write:alerts') }
}

async function usedKey(dependencies: Dependencies, digest: string, now: string): Promise<ApiKey | undefined> {
  const key = await dependencies.store.apiKeys.readByDigest(digest)
  if (key !== undefined && !isExpired(key, now)) await touch(dependencies, key)
  return key
}

/** True if the same delivery may succeed later. Nothing is wrong with it, and nothing can be written now. */
function isTemporary(error: unknown): boolean {
  return error instanceof OpsgraphError && (error.kind === 'unavailable' || error.kind === 'busy')
}

interface Unexpected {
  readonly webhookId: string
  readonly delivery: Delivery
  readonly verdict: Verdict | undefined
  readonly error: unknown
}

/** Adds an unexpected failure to the errorHistory, if the store can be written, and returns the error to throw. */
async function recordUnexpected(
  { store }: Dependencies,
  { webhookId, delivery, verdict, error }: Unexpected,
): Promise<Error> {
  const outcome = concludeUnexpected(delivery, verdict, error)
  await store.webhooks.record([traceOf({ webhookId, outcome })]).catch(() => undefined)
  return new Error('a delivery could not be stored', { cause: error })
}
