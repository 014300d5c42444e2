import type { DeliveryTrace } from '../../webhook/delivery/history.js'
import { concludeDuplicate } from '../../webhook/delivery/judge-delivery.js'
import type { JudgedDelivery, ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { Dependencies } from '../dependencies.js'
import { DeliveryIntake, isMapped } from './delivery-intake.js'
import { SeenDeliveries } from './seen-deliveries.js'

/**
 * Stores deliveries in one transaction: the alerts and relations of deliveries that are not repetitions, and a history
 * entry for each delivery. The number of database statements does not depend on the number of deliveries.
 *
 * @returns the result of each delivery, in the same order
 */
export async function storeDeliveries(
  dependencies: Dependencies,
  deliveries: readonly JudgedDelivery[],
): Promise<readonly ReceivedDelivery[]> {
  return await dependencies.store.transaction(async (parts) => {
    const seen = await SeenDeliveries.remember(dependencies, parts, deliveries)
    const fresh = deliveries.filter((delivery) => !seen.has(delivery))
    const intake = await DeliveryIntake.open(dependencies, parts, fresh)
    const received = deliveries.map((delivery): ReceivedDelivery => {
      const { config, verdict } = delivery
      const webhook = { webhookId: config.id, webhookName: config.name }
      if (isMapped(verdict) && seen.has(delivery)) {
        return { ...webhook, outcome: concludeDuplicate(verdict), alerts: [], rejected: [], ignored: 0, outdated: 0 }
      }
      const result = intake.receive(delivery)
      if (result.alerts.length + result.outdated > 0) seen.add(delivery)
      return { ...webhook, ...result }
    })
    await intake.save()
    await seen.forgetOthers(parts)
    await parts.webhooks.record(received.map(traceOf))
    return received
  })
}

/** The history entries that a delivery adds to its webhook. */
export function traceOf({
  webhookId,
  outcome: { payloadEntry, errorEntry },
}: Pick<ReceivedDelivery, 'webhookId' | 'outcome'>): DeliveryTrace {
  return { webhookId, payloadEntry, errorEntry }
}
