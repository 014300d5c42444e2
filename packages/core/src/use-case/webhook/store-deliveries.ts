import type { StoreTransaction } from '../../port/store.js'
import type { DeliveryTrace } from '../../webhook/delivery/history.js'
import { concludeDuplicate, concludeExceeded } from '../../webhook/delivery/judge-delivery.js'
import { actorOf, type JudgedDelivery, type ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import { WorkExceeded } from '../../work-meter.js'
import type { Dependencies } from '../dependencies.js'
import { DeliveryIntake, isMapped } from './delivery-intake.js'
import { endSilences } from './end-silences.js'
import { SeenDeliveries } from './seen-deliveries.js'

/**
 * Stores deliveries in one transaction: the alerts and relations of deliveries that are not repetitions, and a history
 * entry for each delivery. The number of database statements does not depend on the number of deliveries.
 *
 * If the policies need more steps for a single delivery than one request may, the delivery is refused.
 *
 * @throws WorkExceeded if the policies need too many steps for several deliveries together; the caller then stores
 *   fewer of them at a time
 * @returns the result of each delivery, in the same order
 */
export async function storeDeliveries(
  dependencies: Dependencies,
  deliveries: readonly JudgedDelivery[],
): Promise<readonly ReceivedDelivery[]> {
  try {
    return await dependencies.store.transaction((parts) => storeAll(dependencies, parts, deliveries))
  } catch (error) {
    const [only, ...others] = deliveries
    if (!(error instanceof WorkExceeded) || only === undefined || others.length > 0) throw error
    return [await refuse(dependencies, only, error)]
  }
}

async function storeAll(
  dependencies: Dependencies,
  parts: StoreTransaction,
  deliveries: readonly JudgedDelivery[],
): Promise<readonly ReceivedDelivery[]> {
  const seen = await SeenDeliveries.remember(dependencies, parts, deliveries)
  const fresh = deliveries.filter((delivery) => !seen.has(delivery))
  const intake = await DeliveryIntake.open(dependencies, parts, fresh)
  const received: ReceivedDelivery[] = []
  for (const delivery of deliveries) {
    const { config, verdict } = delivery
    const webhook = { webhookId: config.id, webhookName: config.name }
    if (isMapped(verdict) && seen.has(delivery)) {
      received.push({
        ...webhook,
        outcome: concludeDuplicate(verdict),
        alerts: [],
        rejected: [],
        ignored: 0,
        outdated: 0,
      })
      continue
    }
    const result = await intake.receive(delivery)
    if (result.alerts.length > 0) seen.add(delivery)
    received.push({ ...webhook, ...result })
  }
  await intake.save()
  await seen.forgetOthers(parts)
  await recordDeliveries(dependencies, parts, deliveries, received.map(traceOf))
  return received
}

/** Stores that a delivery was refused because its alerts need too many steps of the policies. */
async function refuse(
  dependencies: Dependencies,
  delivery: JudgedDelivery,
  error: WorkExceeded,
): Promise<ReceivedDelivery> {
  const { config, verdict } = delivery
  if (!isMapped(verdict)) throw error
  const concluded = concludeExceeded(verdict, error)
  const received = { webhookId: config.id, webhookName: config.name, ...concluded, alerts: [] }
  await dependencies.store.transaction((parts) =>
    recordDeliveries(dependencies, parts, [delivery], [traceOf(received)]),
  )
  return received
}

/**
 * Records deliveries, inside a transaction. If a webhook was silent until now, its alert about this closes
 * (rules.md#webhook-silence-5).
 */
export async function recordDeliveries(
  dependencies: Dependencies,
  parts: StoreTransaction,
  deliveries: readonly Pick<JudgedDelivery, 'config'>[],
  traces: readonly DeliveryTrace[],
): Promise<void> {
  const heard = await parts.webhooks.record(traces)
  if (heard.length === 0) return
  const configs = new Map(deliveries.map(({ config }) => [config.id, config]))
  const ends = heard.flatMap((id) => {
    const config = configs.get(id)
    return config === undefined
      ? []
      : [{ config, actor: actorOf(config), text: `webhook ${config.name} delivers again` }]
  })
  await endSilences(dependencies, parts, ends)
}

/** What a delivery leaves behind at its webhook. */
export function traceOf({
  webhookId,
  outcome: { payloadEntry, errorEntry, deliveredAt },
}: Pick<ReceivedDelivery, 'webhookId' | 'outcome'>): DeliveryTrace {
  return { webhookId, payloadEntry, errorEntry, deliveredAt }
}
