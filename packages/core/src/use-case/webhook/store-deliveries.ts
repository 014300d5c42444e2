import type { StoreParts, StoreTransaction } from '../../port/store.js'
import type { SeenDelivery } from '../../port/webhook-store.js'
import { timestamp } from '../../timestamp.js'
import type { DeliveryRecord } from '../../webhook/delivery/history.js'
import type { Verdict } from '../../webhook/delivery/judge-delivery.js'
import {
  actorOfWebhook,
  concludeDuplicate,
  concludeExceeded,
  type ReceivedDelivery,
} from '../../webhook/delivery/received-delivery.js'
import { WorkExceeded } from '../../work-meter.js'
import type { Dependencies } from '../dependencies.js'
import { DeliveryIntake } from './delivery-intake.js'
import { endSilences } from './webhook-silence.js'

/**
 * Stores deliveries in one transaction: the alerts and relations of deliveries that are not duplicates, and history
 * entries for all deliveries. The number of database statements does not depend on the number of deliveries. A single
 * delivery is refused if the policies need more steps for it than one request may.
 *
 * @throws WorkExceeded if the policies need too many steps for several deliveries together; the caller then stores
 *   fewer of them at a time
 * @returns the result of each delivery, in the same order
 */
export async function storeDeliveries(
  dependencies: Dependencies,
  deliveries: readonly Verdict[],
): Promise<readonly ReceivedDelivery[]> {
  const { store } = dependencies
  try {
    return await store.transaction((parts) => storeGroup(dependencies, parts, deliveries))
  } catch (error) {
    const [only, ...others] = deliveries
    if (!(error instanceof WorkExceeded) || only === undefined || others.length > 0) throw error
    const refused = [concludeExceeded(only, error)]
    await store.transaction((parts) => recordDeliveries(dependencies, parts, deliveries, refused))
    return refused
  }
}

async function storeGroup(
  dependencies: Dependencies,
  parts: StoreTransaction,
  deliveries: readonly Verdict[],
): Promise<readonly ReceivedDelivery[]> {
  // The intake takes this lock too. If it is the first statement of the transaction, it is sent together with `begin`.
  await parts.lock('names', 'shared')
  const seen = await SeenDeliveries.remember(dependencies, parts, deliveries)
  const newDeliveries = deliveries.filter((delivery) => !seen.has(delivery))
  const intake = await DeliveryIntake.open(dependencies, parts, newDeliveries)
  const received: ReceivedDelivery[] = []
  for (const delivery of deliveries) {
    if (seen.has(delivery)) {
      received.push(concludeDuplicate(delivery))
      continue
    }
    const result = await intake.receive(delivery, actorOfWebhook(delivery.config))
    if (result.alerts.length > 0) seen.add(delivery)
    received.push(result)
  }
  await intake.save()
  await seen.forgetOthers(parts)
  await recordDeliveries(dependencies, parts, deliveries, received)
  return received
}

/**
 * Records deliveries in the histories, inside a transaction. If a webhook was silent until now, the alert about this
 * closes (rules.md#webhook-silence-5).
 */
export async function recordDeliveries(
  dependencies: Dependencies,
  parts: StoreTransaction,
  deliveries: readonly Pick<Verdict, 'config'>[],
  records: readonly DeliveryRecord[],
): Promise<void> {
  const noLongerSilent = await parts.webhooks.record(records)
  if (noLongerSilent.length === 0) return
  const configs = new Map(deliveries.map(({ config }) => [config.id, config]))
  const ends = noLongerSilent.flatMap((id) => {
    const config = configs.get(id)
    return config === undefined
      ? []
      : [{ config, actor: actorOfWebhook(config), text: `webhook ${config.name} delivers again` }]
  })
  await endSilences(dependencies, parts, ends)
}

/**
 * Decides which deliveries are duplicates (rules.md#deduplication-2). A delivery is a duplicate if an earlier delivery
 * to the same webhook had the same `deliveryKey`, created an alert, and is still stored (`ttlSeconds`). The earlier
 * delivery may be in an earlier transaction or in this one. A delivery that created no alert may be sent again
 * (rules.md#deduplication-3).
 */
class SeenDeliveries {
  readonly #seen: Set<string>
  /** Deliveries whose keys this transaction has stored, and that have not created an alert yet. */
  readonly #pending: Map<string, SeenDelivery>

  private constructor(seen: Set<string>, pending: Map<string, SeenDelivery>) {
    this.#seen = seen
    this.#pending = pending
  }

  static async remember(
    { clock }: Dependencies,
    parts: StoreParts,
    deliveries: readonly Verdict[],
  ): Promise<SeenDeliveries> {
    const seenByKey = new Map<string, SeenDelivery>()
    for (const delivery of deliveries) {
      const seenDelivery = toSeenDelivery(delivery)
      if (seenDelivery !== undefined && !seenByKey.has(seenDeliveryKey(seenDelivery)))
        seenByKey.set(seenDeliveryKey(seenDelivery), seenDelivery)
    }
    if (seenByKey.size === 0) return new SeenDeliveries(new Set(), seenByKey)
    const isNew = await parts.webhooks.remember([...seenByKey.values()], timestamp(clock()))
    const duplicateKeys = new Set([...seenByKey.keys()].filter((_, index) => !isNew[index]))
    for (const id of duplicateKeys) seenByKey.delete(id)
    return new SeenDeliveries(duplicateKeys, seenByKey)
  }

  has(delivery: Verdict): boolean {
    const seenDelivery = toSeenDelivery(delivery)
    return seenDelivery !== undefined && this.#seen.has(seenDeliveryKey(seenDelivery))
  }

  /** Records that a delivery has created an alert, so that its duplicates are recognized. */
  add(delivery: Verdict): void {
    const seenDelivery = toSeenDelivery(delivery)
    if (seenDelivery === undefined) return
    this.#seen.add(seenDeliveryKey(seenDelivery))
    this.#pending.delete(seenDeliveryKey(seenDelivery))
  }

  /** Removes the keys of deliveries that created no alert, so that they may be sent again. */
  async forgetOthers(parts: StoreParts): Promise<void> {
    if (this.#pending.size > 0) await parts.webhooks.forget([...this.#pending.values()])
  }
}

/** A text that identifies a delivery. Deliveries with the same text are duplicates of each other. */
function seenDeliveryKey({ webhookId, key }: SeenDelivery): string {
  return `${webhookId}\u0000${key}`
}

function toSeenDelivery({ config, deliveryKey, receivedAt }: Verdict): SeenDelivery | undefined {
  if (deliveryKey === undefined || config.deduplication === null) return undefined
  const expires = Date.parse(receivedAt) + config.deduplication.ttlSeconds * 1000
  return { webhookId: config.id, key: deliveryKey, expires: timestamp(new Date(expires)) }
}
