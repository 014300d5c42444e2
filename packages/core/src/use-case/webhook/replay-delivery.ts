import { type Caller, requireScope } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { compileWebhook } from '../../webhook/compile-webhook.js'
import type { HistoryEntry } from '../../webhook/delivery/history.js'
import { mapDelivery } from '../../webhook/delivery/judge-delivery.js'
import { keptPayload, readReference } from '../../webhook/delivery/kept-payload.js'
import { KEPT_FOR_TESTING } from '../../webhook/delivery/outcome.js'
import { asReplay, type ReceivedDelivery } from '../../webhook/delivery/received-delivery.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { openIntake, receiveDrafts } from './receive-drafts.js'
import { knownConfig } from './shown-webhook.js'
import { traceOf } from './store-deliveries.js'

/**
 * Runs a kept payload through today's mapping and creates its alerts, on behalf of the caller. Whether it was received
 * before does not matter. The histories say that it is a replay.
 *
 * @param body `{history: <place in payloadHistory>}`
 * @throws OpsgraphError `notFound` for an unknown webhook or place; `forbidden` without `write:alerts`, for a webhook that
 *   is disabled and for a payload whose sender was not let in; `conflict`; `invalid`
 */
export async function replayDelivery(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<ReceivedDelivery> {
  requireScope(caller, 'write:alerts')
  return await dependencies.store.transaction(async (parts) => {
    const config = await knownConfig(parts, id)
    const kept = keptPayload(await parts.webhooks.histories(id), readReference(body))
    requireReplayable(config, kept)
    const { payload, sizeBytes } = kept
    const record = { receivedAt: timestamp(dependencies.clock()), sizeBytes, payload }
    const verdict = mapDelivery(compileWebhook(config, undefined).mapping, record)
    const intake = await openIntake(dependencies, parts, [verdict])
    const received = receiveDrafts(intake, verdict, caller.user)
    await intake?.save()
    const outcome = asReplay(received.outcome, kept.receivedAt)
    await parts.webhooks.record([traceOf({ webhookId: id, outcome })])
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'webhook-delivery-replayed',
        resourceId: id,
        text: `a payload of webhook ${id} replayed`,
        attributes: { receivedAt: kept.receivedAt, alerts: received.alerts.length },
      }),
    )
    return { ...received, webhookId: id, webhookName: config.name, outcome }
  })
}

function requireReplayable({ enabled }: { readonly enabled: boolean }, { httpStatus, message }: HistoryEntry): void {
  if (!enabled) throw new OpsgraphError('forbidden', 'Webhook is disabled')
  if (httpStatus !== 401 && message !== KEPT_FOR_TESTING) return
  throw new OpsgraphError(
    'forbidden',
    'the authentication of this payload failed: it is kept for testing and field mapping, and never becomes an alert',
  )
}
