import { notFound } from '../../opsgraph-error.js'
import type { Notice } from '../../subscription/notice.js'
import { type ShownDelivery, showDelivery } from '../../subscription/show-subscription.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { send } from './deliver-owed.js'

/**
 * Sends a test message at once, also if the subscription is disabled, and returns the result
 * (rules.md#deliveries-of-subscriptions-11).
 *
 * @throws OpsgraphError `notFound`
 */
export async function testSubscription(dependencies: Dependencies, id: string): Promise<ShownDelivery> {
  const { store, clock, newId, consoleUrl } = dependencies
  const subscription = await store.subscriptions.read(id)
  if (subscription === undefined) throw notFound('subscription')
  const now = timestamp(clock())
  const { name } = subscription
  const state = { from: null, to: 'informational', acknowledged: false, repeat: false } as const
  const sent = { ...state, id: newId(), kind: 'test' as const, object: id, sequence: 0 }
  const notice: Notice = {
    ...sent,
    ...{ subscription: { id, name }, time: now, title: name, environment: '', redundancy: [], owner: '', runbook: '' },
    text: `Somebody tries the subscription ${name}. Nothing has happened.`,
    causes: [],
    link: consoleUrl() ?? '',
  }
  const { retryAfter: _, reached: __, ...result } = await send(dependencies, { subscription, notice, now })
  const delivery = { ...sent, subscription: id, time: now, ...result }
  await store.subscriptions.addDeliveries([delivery])
  return showDelivery(delivery)
}
