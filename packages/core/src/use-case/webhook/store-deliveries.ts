import type { Alert } from '../../alert/alert.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreParts } from '../../port/store.js'
import type { SeenDelivery } from '../../port/webhook-store.js'
import { timestamp } from '../../timestamp.js'
import type { DeliveryTrace } from '../../webhook/history.js'
import { type AlertsToCreate, concludeCreated, concludeDuplicate } from '../../webhook/judge-delivery.js'
import type { CreatedAlert, JudgedDelivery, ReceivedDelivery } from '../../webhook/received-delivery.js'
import { type SentDraft, storeAlerts } from '../alert/store-alerts.js'

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
    const seen = await seenBefore(dependencies, parts, deliveries)
    const creating = deliveries.filter((delivery) => !seen.has(delivery) && draftsOf(delivery).length > 0)
    const alerts = await storeAlerts(dependencies, parts, creating.flatMap(sentDrafts))
    let next = 0
    const received = deliveries.map((delivery): ReceivedDelivery => {
      if (seen.has(delivery)) return conclude(delivery, 'duplicate')
      const from = next
      next += draftsOf(delivery).length
      return conclude(delivery, alerts.slice(from, next))
    })
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

async function seenBefore(
  { clock }: Dependencies,
  parts: StoreParts,
  deliveries: readonly JudgedDelivery[],
): Promise<ReadonlySet<JudgedDelivery>> {
  const marked = deliveries.flatMap((delivery) => {
    const seen = seenDelivery(delivery)
    return seen === undefined ? [] : [{ delivery, seen }]
  })
  if (marked.length === 0) return new Set()
  const isNew = await parts.webhooks.remember(
    marked.map(({ seen }) => seen),
    timestamp(clock()),
  )
  return new Set(marked.filter((_, index) => !isNew[index]).map(({ delivery }) => delivery))
}

function seenDelivery({ config, verdict }: JudgedDelivery): SeenDelivery | undefined {
  if (!isCreating(verdict) || verdict.deliveryKey === undefined || config.deduplication === null) return undefined
  const expires = Date.parse(verdict.record.receivedAt) + config.deduplication.ttlSeconds * 1000
  return { webhookId: config.id, key: verdict.deliveryKey, expires: timestamp(new Date(expires)) }
}

function sentDrafts(delivery: JudgedDelivery): readonly SentDraft[] {
  return draftsOf(delivery).map((draft) => ({ draft, actor: delivery.actor }))
}

function draftsOf({ verdict }: JudgedDelivery): AlertsToCreate['drafts'] {
  return isCreating(verdict) ? verdict.drafts : []
}

function isCreating(verdict: JudgedDelivery['verdict']): verdict is AlertsToCreate {
  return 'drafts' in verdict
}

/** @param alerts those of its drafts, one for each */
function conclude({ config, verdict }: JudgedDelivery, alerts: readonly Alert[] | 'duplicate'): ReceivedDelivery {
  const webhook = { webhookId: config.id, webhookName: config.name }
  if (!isCreating(verdict)) return { ...webhook, outcome: verdict.outcome, alerts: [], rejected: verdict.rejected }
  if (alerts === 'duplicate') return { ...webhook, outcome: concludeDuplicate(verdict), alerts: [], rejected: [] }
  return {
    ...webhook,
    outcome: concludeCreated(verdict),
    alerts: createdAlerts(alerts, verdict.drafts),
    rejected: verdict.rejected,
  }
}

/** The alerts as their drafts made them: others that were stored with them may have changed them since. */
export function createdAlerts(
  alerts: readonly Alert[],
  drafts: readonly { readonly severity: string }[],
): readonly CreatedAlert[] {
  return alerts.map(({ id, resource, event, severity }, index) => ({
    id,
    resource,
    event,
    severity: drafts[index]?.severity ?? severity,
  }))
}
