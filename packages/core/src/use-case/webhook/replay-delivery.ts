import type { Caller } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { compileWebhook } from '../../webhook/compile-webhook.js'
import type { HistoryEntry } from '../../webhook/delivery/history.js'
import { mapDelivery } from '../../webhook/delivery/judge-delivery.js'
import {
  findReferencedPayload,
  PAYLOAD_REFERENCE,
  type PayloadReferenceInput,
} from '../../webhook/delivery/payload-reference.js'
import {
  markAsReplay,
  type ReceivedDelivery,
  STORED_FOR_TESTING_MESSAGE,
} from '../../webhook/delivery/received-delivery.js'
import {
  type ExplainedAlert,
  type ExplainedDrafts,
  explainInSteps,
  withOutdated,
} from '../../webhook/mapping/explain-payload.js'
import { auditEntry } from '../audit/audit.js'
import { refuseIfExceeded, runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readPoliciesOfIntake } from '../policy/active-policies.js'
import { DeliveryIntake } from './delivery-intake.js'
import { requireConfig } from './show-webhook.js'

interface ReplayedDelivery extends ReceivedDelivery {
  /**
   * The outcome for each alert, and what each alert policy did with it, in the order of the payload's elements. Covers
   * only the first `LIMITS.webhookExplained` alerts.
   */
  readonly explained: readonly ExplainedAlert[]
}

/**
 * Creates alerts from a payload in the history of a webhook, with the current mapping (rules.md#replay). The alerts are
 * created in the name of the caller. A replay is never a duplicate. The histories get an entry that is marked as a
 * replay.
 *
 * @throws OpsgraphError `notFound` for an unknown webhook or index; `forbidden` if the caller lacks the scope
 *   `write:alerts`, if the webhook is disabled, or if the sender of the payload failed authentication; `conflict` if
 *   another payload has this index now; `invalid` for a malformed reference, or if the policies need more steps than
 *   one request may
 */
export async function replayDelivery(
  dependencies: Dependencies,
  caller: Caller,
  delivery: { readonly id: string; readonly body: PayloadReferenceInput },
): Promise<ReplayedDelivery> {
  const { id, body } = delivery
  const replay = async (parts: StoreTransaction): Promise<ReplayedDelivery> => {
    const config = await requireConfig(parts, id)
    const storedPayload = findReferencedPayload(await parts.webhooks.histories(id), readBody(PAYLOAD_REFERENCE, body))
    requireReplayable(config, storedPayload)
    const { payload, sizeBytes } = storedPayload
    const receivedAt = timestamp(dependencies.clock())
    const { mapping } = compileWebhook(config, undefined)
    const verdict = await runWithPauses(mapDelivery({ config, mapping }, { receivedAt, sizeBytes, payload }))
    const { alert: policies } = await readPoliciesOfIntake(dependencies, parts)
    const drafting = { policies, webhookId: id, now: receivedAt }
    const explained =
      'message' in mapping ? NOTHING_EXPLAINED : await runWithPauses(explainInSteps(mapping, payload, drafting))
    const intake = await DeliveryIntake.open(dependencies, parts, [verdict])
    const received = markAsReplay(await intake.receive(verdict, caller.user), storedPayload.receivedAt)
    await intake.save()
    await parts.webhooks.record([received])
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'webhook-delivery-replayed',
        resourceId: id,
        text: `a payload of webhook ${id} replayed`,
        attributes: { receivedAt: storedPayload.receivedAt, alerts: received.alerts.length },
      }),
    )
    return { ...received, explained: withOutdated(explained, intake.outdatedOf(verdict)).alerts }
  }
  return await refuseIfExceeded(() => dependencies.store.transaction(replay))
}

const NOTHING_EXPLAINED: ExplainedDrafts = {
  explanation: { total: 0, warned: 0, ignored: 0, closing: 0, alerts: [], message: null, truncated: false },
  drafts: [],
}

function requireReplayable({ enabled }: { readonly enabled: boolean }, { httpStatus, message }: HistoryEntry): void {
  if (!enabled) throw new OpsgraphError('forbidden', 'Webhook is disabled')
  if (httpStatus !== 401 && message !== STORED_FOR_TESTING_MESSAGE) return
  throw new OpsgraphError(
    'forbidden',
    'the authentication of this payload failed: it is kept for testing and field mapping, and never becomes an alert',
  )
}
