import { notFound } from '../../opsgraph-error.js'
import type { SendResult } from '../../port/notifier.js'
import type { Notice } from '../../subscription/notice.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { send } from './deliver-owed.js'

/** What the receiver answered to a test. */
export type TestResult = Omit<SendResult, 'retryAfter'>

/**
 * Sends a message at once that says that it is a test (rules.md#deliveries-of-subscriptions-11). Also works if the
 * subscription is disabled.
 *
 * @throws OpsgraphError `notFound`
 */
export async function testSubscription(dependencies: Dependencies, id: string): Promise<TestResult> {
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
  const { retryAfter, ...result } = await send(dependencies, { subscription, notice, now })
  await store.subscriptions.addDeliveries([{ ...sent, subscription: id, time: now, ...result }])
  return result
}
