import { type ApiKey, isExpired } from '../../access/api-key.js'
import { grants } from '../../access/scope.js'
import { LIMITS } from '../../limits.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import { timestamp } from '../../timestamp.js'
import { presentedKey } from '../../webhook/authenticate-delivery.js'
import type { CompiledWebhook } from '../../webhook/compile-webhook.js'
import { type DeliveryHeaders, isRefusal, readHeaders } from '../../webhook/delivery-headers.js'
import { concludeUnexpected, type Delivery, judgeDelivery, type Verdict } from '../../webhook/judge-delivery.js'
import { actorOf, type ReceivedDelivery } from '../../webhook/received-delivery.js'
import { touch } from '../access/authenticate.js'
import { storeDeliveries, traceOf } from './store-deliveries.js'
import { weighDelivery } from './weigh-delivery.js'

/** One inbound POST. */
export interface InboundDelivery {
  readonly webhookId: string
  /** Names and values in turn, as in node's `rawHeaders`: there no repeated header is lost. */
  readonly rawHeaders: readonly string[]
  /** The body as it was received; of one that is too large, any part. */
  readonly body: Uint8Array
  /** Bytes that were received, or announced. */
  readonly sizeBytes: number
}

/**
 * Tells an unknown webhook before anything of the delivery is looked at (rules.md#deliveries-2).
 *
 * @throws OpsgraphError `notFound`
 */
export async function requireWebhook(dependencies: Dependencies, id: string): Promise<void> {
  await knownWebhook(dependencies, id, dependencies.clock())
}

/**
 * Receives what is posted to the URL of a webhook (rules.md#delivery-results): judges it, creates its alerts, keeps
 * it in the histories. All of that is committed before it is answered, together with what arrives at the same time.
 *
 * @throws OpsgraphError `notFound` for an unknown webhook, `unavailable` when the database does not answer, `busy` when
 *   too many wait for it; anything else is unexpected, and stands in the errorHistory then where that can be written
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
    const weight = weighDelivery(verdict, sizeBytes)
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

/** The API key that a delivery carries, where its webhook asks for one; a body that is too large is asked for none. */
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

/** Whoever sends the same again later may succeed; nothing is wrong with the delivery, and nothing can be written. */
function isTemporary(error: unknown): boolean {
  return error instanceof OpsgraphError && (error.kind === 'unavailable' || error.kind === 'busy')
}

interface Unexpected {
  readonly webhookId: string
  readonly delivery: Delivery
  readonly verdict: Verdict | undefined
  readonly error: unknown
}

/** Writes the errorHistory as far as the store can still be written, and answers what is to be thrown. */
async function recordUnexpected(
  { store }: Dependencies,
  { webhookId, delivery, verdict, error }: Unexpected,
): Promise<Error> {
  const outcome = concludeUnexpected(delivery, verdict, error)
  await store.webhooks.record([traceOf({ webhookId, outcome })]).catch(() => undefined)
  return new Error('a delivery could not be stored', { cause: error })
}
