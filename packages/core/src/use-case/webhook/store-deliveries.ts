import type { DeliveryTrace } from '../../webhook/delivery/history.js'
import { concludeDuplicate } from '../../webhook/delivery/judge-delivery.js'
import type { JudgedDelivery, ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { Dependencies } from '../dependencies.js'
import { isCreating, openIntake, receiveDrafts } from './receive-drafts.js'
import { SeenDeliveries } from './seen-deliveries.js'

/**
 * Stores what many deliveries leave, in one transaction and a number of statements that does not depend on how many they
 * are: which of them were seen before, the alerts and relations of the others, the histories of all.
 *
 * @returns what came of each
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

/** What a delivery leaves in the histories of its webhook. */
export function traceOf({
  webhookId,
  outcome: { payloadEntry, errorEntry },
}: Pick<ReceivedDelivery, 'webhookId' | 'outcome'>): DeliveryTrace {
  return { webhookId, payloadEntry, errorEntry }
}
