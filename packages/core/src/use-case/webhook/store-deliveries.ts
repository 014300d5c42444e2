import type { DeliveryTrace } from '../../webhook/delivery/history.js'
import { concludeDuplicate } from '../../webhook/delivery/judge-delivery.js'
import type { JudgedDelivery, ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { Dependencies } from '../dependencies.js'
import { isCreating, openIntake, receiveDrafts } from './receive-drafts.js'
import { SeenDeliveries } from './seen-deliveries.js'

/**
 * Stores deliveries in one transaction: the alerts and relations of those that are not repetitions, and a history entry
 * for each. The number of database statements does not depend on the number of deliveries.
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
    const intake = await openIntake(
      dependencies,
      parts,
      fresh.map(({ verdict }) => verdict),
    )
    const received = deliveries.map((delivery): ReceivedDelivery => {
      const { config, verdict, actor } = delivery
      const webhook = { webhookId: config.id, webhookName: config.name }
      if (isCreating(verdict) && seen.has(delivery)) {
        return { ...webhook, outcome: concludeDuplicate(verdict), alerts: [], rejected: [] }
      }
      const drafts = receiveDrafts(intake, verdict, actor)
      if (drafts.alerts.length > 0) seen.add(delivery)
      return { ...webhook, ...drafts }
    })
    await intake?.save()
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
