import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { admin } from './stage.js'
import { ADDRESS, delivered, hang, hurt, refused, setSubscriptionStage, settled } from './subscription-stage.js'

/** Tests what is delivered if a subscription is changed or deleted meanwhile (rules.md#deliveries-of-subscriptions). */
export function changedSubscriptionsContract(harness: StoreHarness): void {
  it('should forget a subscription that is deleted during a try', async () => {
    const { opsgraph, receivers, store, subscribe, wait, round } = await setStage()
    const { id } = await subscribe()
    const hanging = hang(receivers, () => true)
    await hurt(opsgraph, 'bank', 'critical')
    await round(1)
    await opsgraph.deleteSubscription(admin, id)
    hanging.end(refused)
    await settled(receivers, 1)
    wait(3_600)
    await round()
    expect(receivers.tried).toHaveLength(1)
    expect(await store.subscriptions.owedBy(id)).toEqual([])
    expect(await store.subscriptions.deliveries(id)).toEqual([])
  })

  it('should take the settings of a subscription that is changed during a try', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setStage()
    const subscription = await subscribe()
    const hanging = hang(receivers, () => true)
    await hurt(opsgraph, 'bank', 'critical')
    await round(1)
    wait(1)
    await change(subscription, { repeatSeconds: 60 })
    await round(1)
    hanging.end(delivered)
    await round()
    wait(60)
    await round()
    expect(receivers.texts()).toEqual(['bank -->critical', 'bank critical->critical*'])
  })

  it('should try at once at the address that was changed during a try that fails', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setStage()
    const subscription = await subscribe()
    const hanging = hang(receivers, () => true)
    await hurt(opsgraph, 'bank', 'critical')
    await round(1)
    wait(1)
    await change(subscription, { url: 'https://receiver.example/hooks/2' })
    await round(1)
    hanging.end({ ...refused, retryAfter: 3_600 })
    receivers.answer = () => delivered
    await settled(receivers, 2)
    expect(receivers.messages.map(({ url }) => url)).toEqual([ADDRESS, 'https://receiver.example/hooks/2'])
  })

  it('should try at once what failed before the address was changed', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setStage()
    const subscription = await subscribe()
    receivers.answer = () => ({ ...refused, retryAfter: 3_600 })
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    wait(1)
    await change(subscription, { url: 'https://receiver.example/hooks/2' })
    receivers.answer = () => delivered
    await round()
    expect(receivers.messages.map(({ url }) => url)).toEqual([ADDRESS, 'https://receiver.example/hooks/2'])
    expect(receivers.received).toMatchObject([{ id: receivers.tried[0]?.id }])
  })

  // Helpers

  function setStage() {
    return setSubscriptionStage(harness)
  }
}
