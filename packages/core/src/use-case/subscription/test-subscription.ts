import { notFound } from '../../opsgraph-error.js'
import type { Notice } from '../../subscription/notice.js'
import { type ShownDelivery, showDelivery } from '../../subscription/show-subscription.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { send } from './deliver-owed.js'

/**
 * Sends a message at once that says that it is a test, and returns what came of it
 * (rules.md#deliveries-of-subscriptions-11). Also works if the subscription is disabled.
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
