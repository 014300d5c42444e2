import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { admin } from './stage.js'
import {
  ADDRESS,
  delivered,
  hang,
  hurt,
  type Notice,
  refused,
  type Severity,
  type Stage,
  setSubscriptionStage,
  settled,
  until,
} from './subscription-stage.js'

/** Tests how owed messages are delivered (rules.md#deliveries-of-subscriptions). */
export function deliveriesContract(harness: StoreHarness): void {
  it('should try the same message again with growing pauses until it is delivered', async () => {
    const { opsgraph, receivers, store, subscribe, wait, round, at } = await setStage()
    const { id } = await subscribe()
    receivers.answer = () => refused
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    for (const pause of [10, 20, 40]) {
      wait(pause - 1)
      await round()
      wait(1)
      await round()
    }
    receivers.answer = () => delivered
    wait(80)
    await round()
    await round()
    expect(receivers.tried).toHaveLength(5)
    expect(new Set(receivers.tried.map((notice) => JSON.stringify(notice))).size).toBe(1)
    const tries = await store.subscriptions.deliveries(id)
    expect(tries.map(({ time }) => time)).toEqual([150, 70, 30, 10, 0].map(at))
    const same = { subscription: id, kind: 'impact', object: 'bank', id: receivers.tried[0]?.id, sequence: 1, took: 3 }
    const state = { from: null, to: 'critical', acknowledged: false, repeat: false }
    expect(tries[0]).toEqual({ ...same, ...state, time: at(150), delivered: true, status: 200, error: null })
    expect(tries[4]).toEqual({
      ...{ ...same, ...state, time: at(0), delivered: false },
      ...{ status: 500, error: 'the receiver answered 500' },
    })
  })

  it('should try a mail again only for the recipients that have not got it, until the subscription is changed', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setStage()
    const subscription = await subscribe({ format: 'email', url: 'mailto:a@example.org,b@example.org' })
    receivers.answer = () => ({ ...refused, reached: [0] })
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    receivers.answer = () => refused
    wait(10)
    await round()
    wait(20)
    await round()
    await change(subscription, { url: 'mailto:c@example.org,b@example.org' })
    receivers.answer = () => ({ ...delivered, error: 'the mail server refuses 1 of 2 recipients' })
    await round()
    expect(receivers.messages.map(({ reached }) => reached)).toEqual([undefined, [0], [0], undefined])
    const { owed, deliveries } = await opsgraph.readSubscriptionById(admin, subscription.id)
    expect(owed).toEqual([])
    expect(deliveries[0]).toMatchObject({ delivered: true, error: 'the mail server refuses 1 of 2 recipients' })
    expect(JSON.stringify(deliveries)).not.toContain('reached')
  })

  it('should replace a message that fails by a newer state, at once, with an id and a pause of its own', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    receivers.answer = () => ({ ...refused, retryAfter: 1_000 })
    await hurt(opsgraph, 'bank', 'major')
    await round()
    wait(999)
    await round()
    receivers.answer = () => refused
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    wait(10)
    receivers.answer = () => delivered
    await round()
    expect(receivers.texts(receivers.tried)).toEqual(['bank -->major', 'bank -->critical', 'bank -->critical'])
    expect(receivers.tried.map(({ sequence }) => sequence)).toEqual([1, 2, 2])
    expect(receivers.tried[0]?.id).not.toBe(receivers.tried[1]?.id)
    wait(2_000)
    await round()
    expect(receivers.tried).toHaveLength(3)
  })

  it('should not wait for a receiver that hangs, except the object itself', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    const hanging = hang(receivers, ({ object }) => object === 'bank')
    await hurt(opsgraph, 'bank', 'major')
    await round(1)
    await hurt(opsgraph, 'shop', 'minor')
    await round(1)
    expect(receivers.texts()).toEqual(['shop -->minor'])
    wait(5)
    await hurt(opsgraph, 'bank', 'critical')
    await round(1)
    expect(receivers.tried).toHaveLength(2)
    hanging.end(refused)
    await settled(receivers, 3)
    await round()
    expect(receivers.texts()).toEqual(['shop -->minor', 'bank -->critical'])
  })

  it('should keep a slot for what is worse than everything in flight, of at most four', async () => {
    const { opsgraph, receivers, subscribe, round } = await setStage(2)
    await subscribe()
    const hanging = hang(receivers, () => true)
    for (const name of ['a', 'b', 'c', 'd', 'e']) await hurt(opsgraph, name, 'minor')
    await round(3)
    await round(3)
    await hurt(opsgraph, 'f', 'major')
    await round(4)
    await hurt(opsgraph, 'g', 'critical')
    await round(4)
    expect(receivers.tried.at(-1)).toMatchObject({ object: 'f' })
    hanging.end(delivered)
    await settled(receivers, 7)
    await round()
    expect(receivers.received.map(({ object }) => object).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(receivers.tried[4]).toMatchObject({ object: 'g' })
  })

  it('should keep to the slots though several servers begin tries at the same time', async () => {
    const { opsgraph, servers, receivers, subscribe, round } = await setStage(3)
    await subscribe()
    const hanging = hang(receivers, () => true)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await hurt(opsgraph, name, 'minor')
    await opsgraph.noticeImpact()
    await Promise.all(servers.map((server) => server.deliverOwed()))
    expect(receivers.tried).toHaveLength(3)
    hanging.end(delivered)
    await settled(receivers, 8)
    await round()
    expect(receivers.tried).toHaveLength(8)
  })

  it('should deliver what is critical as soon as a receiver is back that has failed for long', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    receivers.answer = () => refused
    await hurt(opsgraph, 'shop', 'critical')
    await hurt(opsgraph, 'bank', 'minor')
    for (const pause of [0, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560]) {
      wait(pause)
      await round()
    }
    wait(3_600)
    receivers.answer = ({ object }) => (object === 'shop' ? refused : delivered)
    await round()
    expect(receivers.texts()).toEqual(['bank -->minor'])
    receivers.answer = () => refused
    wait(1)
    await hurt(opsgraph, 'search', 'minor')
    await round()
    wait(10)
    receivers.answer = () => delivered
    await round()
    expect(receivers.texts().slice(1).toSorted()).toEqual(['search -->minor', 'shop -->critical'])
  })

  it('should try again with the same id after the server has ended that has begun a try', async () => {
    const { opsgraph, serve, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    const killed = serve()
    hang(receivers, () => true)
    await hurt(opsgraph, 'bank', 'critical')
    await opsgraph.noticeImpact()
    await killed.deliverOwed()
    expect(receivers.tried).toHaveLength(1)
    receivers.answer = () => delivered
    wait(29)
    await round(1)
    expect(receivers.tried).toHaveLength(1)
    wait(1)
    await round(1)
    expect(receivers.received.map(({ id }) => id)).toEqual([receivers.tried[0]?.id])
    wait(3_600)
    await round(1)
    expect(receivers.tried).toHaveLength(2)
  })

  it('should ignore the outcome of a try whose claim has ended, but list it', async () => {
    const { opsgraph, receivers, store, subscribe, wait, round } = await setStage()
    const { id } = await subscribe()
    const hanging = hang(receivers, () => true)
    await hurt(opsgraph, 'bank', 'critical')
    await round(1)
    wait(30)
    await round(2)
    hanging.end(refused)
    await settled(receivers, 2)
    await until(async () => (await store.subscriptions.deliveries(id)).length === 2)
    const [row] = await store.subscriptions.owedBy(id)
    expect(row?.owed.message).toMatchObject({ tries: 2, pause: 10 })
  })

  it('should send each state once, though several servers deliver at the same time', async () => {
    const { opsgraph, servers, receivers, subscribe, wait } = await setStage(3)
    await subscribe()
    await subscribe({ minSeverity: 'critical' })
    for (const severity of ['critical', 'minor', 'critical'] as const) {
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await hurt(opsgraph, name, severity)
      await Promise.all(servers.map((server) => server.noticeImpact()))
      const told = receivers.tried.length + 16
      await until(async () => {
        await Promise.all(servers.map((server) => server.deliverOwed()))
        return receivers.ended >= told
      })
      wait(1)
    }
    await Promise.all(servers.map((server) => server.deliverOwed()))
    expect(receivers.tried).toHaveLength(48)
    expect(new Set(receivers.tried.map(({ id }) => id)).size).toBe(48)
  })

  it('should not send what cannot be read because the server has another secret key, and say so', async () => {
    const { opsgraph, serve, receivers, store, subscribe } = await setStage()
    const { id } = await subscribe()
    const other = serve({ secretKey: 'another secret key' })
    await hurt(opsgraph, 'bank', 'critical')
    await opsgraph.noticeImpact()
    await other.deliverOwed()
    await until(() => other.deliveryCounts().failed === 1)
    expect(receivers.tried).toEqual([])
    const [tried] = await store.subscriptions.deliveries(id)
    expect(tried).toMatchObject({ delivered: false, status: null, error: expect.stringContaining('SECRET_KEY') })
  })

  it('should sign with the secret before the last rotation too, until that expires', async () => {
    const { opsgraph, receivers, wait, round } = await setStage()
    const created = await opsgraph.createSubscription(admin, {
      name: 'a',
      format: 'json',
      url: ADDRESS,
      waitSeconds: 0,
    })
    const { secret } = await opsgraph.rotateSubscriptionSecret(admin, created.subscription.id)
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    wait(86_401)
    await hurt(opsgraph, 'bank', 'major')
    await round()
    expect(receivers.messages).toMatchObject([
      { format: 'json', url: ADDRESS, secrets: [secret, created.secret] },
      { format: 'json', url: ADDRESS, secrets: [secret] },
    ])
  })

  it('should keep the pause that a receiver asks for, though it takes other messages meanwhile', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    const isRefused = ({ object }: Notice) => object === 'bank'
    receivers.answer = (notice) => (isRefused(notice) ? { ...refused, retryAfter: 60 } : delivered)
    await hurt(opsgraph, 'bank', 'critical')
    await round()
    for (const severity of ['major', 'critical', 'major', 'critical'] as const) {
      wait(14)
      await hurt(opsgraph, 'shop', severity)
      await round()
    }
    expect(receivers.tried.filter(isRefused)).toHaveLength(1)
    wait(4)
    await round()
    expect(receivers.tried.filter(isRefused)).toHaveLength(2)
  })

  it('should try what alone is refused no more often than after the first pause', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setStage()
    await subscribe()
    const isRefused = ({ object }: Notice) => object === 'bank'
    receivers.answer = (notice) => (isRefused(notice) ? refused : delivered)
    await hurt(opsgraph, 'bank', 'critical')
    for (let second = 0; second < 30; second++) {
      await hurt(opsgraph, 'shop', second % 2 === 0 ? 'critical' : 'major')
      await round()
      wait(1)
    }
    expect(receivers.tried.filter(isRefused)).toHaveLength(3)
  })

  it('should begin no try after the end of deliveries, and wait for those in flight', async () => {
    const { opsgraph, receivers, subscribe } = await setStage()
    await subscribe()
    const hanging = hang(receivers, () => true)
    for (const name of ['a', 'b', 'c', 'd', 'e']) await hurt(opsgraph, name, 'minor')
    await opsgraph.noticeImpact()
    await opsgraph.deliverOwed()
    let isOver = false
    const end = opsgraph.endDeliveries().then(() => {
      isOver = true
    })
    await opsgraph.deliverOwed()
    expect([isOver, receivers.tried.length]).toEqual([false, 3])
    hanging.end(delivered)
    await end
    expect(receivers.tried).toHaveLength(3)
    expect(opsgraph.deliveryCounts()).toEqual({ delivered: 3, failed: 0 })
  })

  it('should wait for a round that has begun before the end of deliveries', async () => {
    const { opsgraph, receivers, subscribe } = await setStage()
    await subscribe()
    await hurt(opsgraph, 'bank', 'critical')
    await opsgraph.noticeImpact()
    const round = opsgraph.deliverOwed()
    await opsgraph.endDeliveries()
    await round
    expect([receivers.received.length, opsgraph.deliveryCounts().delivered]).toEqual([1, 1])
  })

  it('should send a test at once, also for a disabled subscription, and list it', async () => {
    const { opsgraph, receivers, store, subscribe } = await setStage()
    const { id, name } = await subscribe({ enabled: false })
    expect(await opsgraph.testSubscription(admin, id)).toMatchObject({
      ...{ kind: 'test', id, messageId: receivers.tried[0]?.id, delivered: true, status: 200, error: null, took: 3 },
    })
    receivers.answer = () => refused
    expect(await opsgraph.testSubscription(admin, id)).toMatchObject({ delivered: false, status: 500 })
    expect(receivers.tried).toMatchObject([{ kind: 'test', subscription: { id, name } }, { kind: 'test' }])
    const listed = await store.subscriptions.deliveries(id)
    expect(listed).toMatchObject([
      { kind: 'test', status: 500 },
      { kind: 'test', delivered: true },
    ])
    await expect(opsgraph.testSubscription(admin, 'none')).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should always deliver the newest state, whatever fails, hangs or ends meanwhile', async () => {
    const run = async (events: readonly Event[]) => {
      const stage = await setStage(2)
      const { opsgraph, receivers, subscribe, wait, round } = stage
      await subscribe({ waitSeconds: 5, minSeverity: 'minor' })
      for (const event of events) await applyEvent(stage, event)
      receivers.answer = () => delivered
      const hanging = receivers.tried.length - receivers.ended
      for (let rounds = 0; rounds < 3; rounds++) {
        wait(4_000)
        await round(hanging)
      }
      const { items } = await opsgraph.readImpact(admin)
      const last = (service: string) => receivers.received.findLast(({ object }) => object === service)?.to ?? null
      const newest = items.map(({ service, severity }) => [service, severity === 'warning' ? null : severity])
      expect(items.map(({ service }) => [service, last(service)])).toEqual(newest)
      expectOneIdForEachState(receivers.tried)
    }
    await fc.assert(fc.asyncProperty(fc.array(anyEvent(), { maxLength: 20 }), run), propertyRuns(harness, 20))
  })

  // Helpers

  function setStage(servers = 1) {
    return setSubscriptionStage(harness, servers)
  }
}

type Event = ReturnType<typeof anyEvent> extends fc.Arbitrary<infer Value> ? Value : never

function anyEvent() {
  const service = fc.constantFrom('a', 'b')
  const severity = fc.constantFrom<Severity>('critical', 'minor', 'warning', 'ok')
  return fc.oneof(
    fc.record({ type: fc.constant('alert' as const), service, severity }),
    fc.record({ type: fc.constant('answer' as const), how: fc.constantFrom('delivered', 'refused', 'lost') }),
    fc.record({ type: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 40) }),
    fc.record({ type: fc.constant('round' as const) }),
  )
}

async function applyEvent({ opsgraph, receivers, wait, round }: Stage, event: Event): Promise<void> {
  if (event.type === 'alert') await hurt(opsgraph, event.service, event.severity)
  if (event.type === 'wait') wait(event.seconds)
  if (event.type === 'round') {
    // A lost try never ends, as if its server had been killed.
    const before = receivers.tried.length - receivers.ended
    const isLosing = receivers.answer === neverAnswer
    await (isLosing ? opsgraph.noticeImpact().then(() => opsgraph.deliverOwed()) : round(before))
  }
  if (event.type === 'answer') {
    receivers.answer = event.how === 'lost' ? neverAnswer : () => (event.how === 'delivered' ? delivered : refused)
  }
}

function neverAnswer(): Promise<typeof delivered> {
  return new Promise(() => undefined)
}

function expectOneIdForEachState(tried: readonly Notice[]): void {
  const ids = new Map<string, string>()
  for (const { object, sequence, id } of tried) {
    const state = `${object} ${sequence}`
    expect(ids.get(state) ?? id).toBe(id)
    ids.set(state, id)
  }
  expect(new Set(ids.values()).size).toBe(ids.size)
}
