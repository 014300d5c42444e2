import type { Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { admin } from './stage.js'
import { delivered, hang, hurt, refused, setSubscriptionStage } from './subscription-stage.js'

/** Tests the alerts about subscriptions whose tries fail (rules.md#deliveries-of-subscriptions-9). */
export function failingSubscriptionsContract(harness: StoreHarness): void {
  it('should not raise an alert about a subscription that is disabled during a try that fails', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setStage()
    const subscription = await subscribe()
    const hanging = hang(receivers, () => true)
    await hurt(opsgraph, 'bank', 'critical')
    await round(1)
    await change(subscription, { enabled: false })
    hanging.end(refused)
    await round()
    expect(await opsgraph.deliverOwed()).toEqual([])
    wait(600)
    expect(await opsgraph.noticeFailingSubscriptions()).toBe(0)
  })

  it('should say when the tries of a subscription begin to fail, and when they succeed again, once each', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    const { id, name } = await subscribe()
    receivers.answer = () => refused
    for (const service of ['a', 'b']) await hurt(opsgraph, service, 'critical')
    await round()
    expect(await opsgraph.deliverOwed()).toEqual([{ subscription: id, name, error: 'the receiver answered 500' }])
    wait(10)
    await round()
    expect(await opsgraph.deliverOwed()).toEqual([])
    receivers.answer = () => delivered
    wait(20)
    await round()
    expect(await opsgraph.deliverOwed()).toEqual([{ subscription: id, name, error: null }])
  })

  it('should count the messages that are due and not delivered, and say since when', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setStage()
    const none = { count: 0, oldestSeconds: 0 }
    expect(await opsgraph.readOverdueMessages()).toEqual(none)
    const subscription = await subscribe({ waitSeconds: 60 })
    receivers.answer = () => refused
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    wait(59)
    expect(await opsgraph.readOverdueMessages()).toEqual(none)
    wait(6)
    expect(await opsgraph.readOverdueMessages()).toEqual({ count: 1, oldestSeconds: 5 })
    await round()
    wait(600)
    expect(await opsgraph.readOverdueMessages()).toEqual({ count: 1, oldestSeconds: 605 })
    await change(subscription, { enabled: false })
    expect(await opsgraph.readOverdueMessages()).toEqual(none)
    await change(subscription, { enabled: true })
    receivers.answer = () => delivered
    await round()
    expect(await opsgraph.readOverdueMessages()).toEqual(none)
  })

  it('should open an alert about a subscription that fails for 10 minutes, and close it with the next success', async () => {
    const { opsgraph, receivers, subscribe, wait, round, at } = await setStage()
    const { id, name } = await subscribe({ kinds: ['impact', 'alert', 'unreached'] })
    const other = await subscribe({ kinds: ['unreached'] })
    receivers.answer = ({ subscription }) => (subscription.id === id ? refused : delivered)
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    wait(599)
    expect(await opsgraph.noticeFailingSubscriptions()).toBe(0)
    wait(1)
    expect(await opsgraph.noticeFailingSubscriptions()).toBe(1)
    expect(await opsgraph.noticeFailingSubscriptions()).toBe(0)
    const alert = async () =>
      (await opsgraph.listAlerts(admin, { filters: { event: ['SubscriptionFailing'] } })).items[0]
    expect(await alert()).toMatchObject({
      ...{ environment: 'Production', resource: id, severity: 'major', status: 'open', origin: 'opsgraph' },
      text: `Nothing was delivered for subscription ${name} since ${at(0)}: GET /api/subscription/${id} says why its tries fail`,
    })
    await round()
    expect(receivers.received.map(({ subscription, title }) => [subscription.id, title])).toEqual([
      [other.id, `SubscriptionFailing on ${id}`],
    ])
    receivers.answer = () => delivered
    wait(3_600)
    await round()
    expect(await alert()).toMatchObject({ status: 'closed', history: [{}, { actor: 'system' }] })
    expect(new Set(receivers.received.map(({ title }) => title))).toContain('bank')
    const own = receivers.tried.filter(({ subscription }) => subscription.id === id)
    expect(own.filter(({ title }) => title.startsWith('SubscriptionFailing'))).toEqual([])
  })

  it.each([
    [
      'disabled',
      (opsgraph: Opsgraph, id: string) => opsgraph.updateSubscription(admin, { id, body: { enabled: false } }),
    ],
    ['deleted', (opsgraph: Opsgraph, id: string) => opsgraph.deleteSubscription(admin, id)],
  ] as const)('should close the alert about a subscription that is %s', async (done, end) => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    const { id, name } = await subscribe()
    receivers.answer = () => refused
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    wait(600)
    await opsgraph.noticeFailingSubscriptions()
    await end(opsgraph, id)
    expect(await opsgraph.noticeFailingSubscriptions()).toBe(0)
    const { items } = await opsgraph.listAlerts(admin, { filters: { event: ['SubscriptionFailing'] } })
    expect(items).toMatchObject([{ status: 'closed', text: `subscription ${name} was ${done}`, resource: id }])
    expect(items[0]?.history.at(-1)).toMatchObject({ actor: admin.user })
  })

  it('should close the alert with a success, though another try fails at the same time', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    receivers.answer = () => refused
    for (const service of ['a', 'b', 'c']) await hurt(opsgraph, service, 'minor')
    await round()
    wait(600)
    expect(await opsgraph.noticeFailingSubscriptions()).toBe(1)
    wait(3_600)
    const ends: ((answer: typeof delivered) => void)[] = []
    receivers.answer = () => new Promise((resolve) => ends.push(resolve))
    await round(3)
    // The outcomes of the second and the third subscription are stored together.
    for (const [index, end] of ends.entries()) end(index === 1 ? delivered : refused)
    receivers.answer = () => refused
    await round()
    const { items } = await opsgraph.listAlerts(admin, { filters: { event: ['SubscriptionFailing'] } })
    expect(items).toMatchObject([{ status: 'closed' }])
  })

  // Helpers

  function setStage() {
    return setSubscriptionStage(harness)
  }
}
