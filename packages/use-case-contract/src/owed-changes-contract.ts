import { setTimeout as delay } from 'node:timers/promises'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, createTopologyOf, shopOnADisk } from './impact-scene.js'
import { admin } from './stage.js'
import { delivered, refused, setSubscriptionStage } from './subscription-stage.js'

/** Tests which messages a look for changes adds to what subscriptions owe (rules.md#deliveries-of-subscriptions). */
export function owedChangesContract(harness: StoreHarness): void {
  it('should tell a new subscription of the services that hurt now, and of every change', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    await alertOn(opsgraph, 'checkout', { severity: 'major' })
    await round()
    await subscribe()
    await round()
    expect(receivers.texts().toSorted()).toEqual(['payments -->major', 'shop -->major'])
    wait(1)
    await alertOn(opsgraph, 'checkout', { severity: 'ok' })
    await alertOn(opsgraph, 'index')
    await round()
    expect(receivers.texts().slice(2).toSorted()).toEqual(['payments major->-', 'search -->critical', 'shop major->-'])
    await round()
    expect(receivers.tried).toHaveLength(5)
  })

  it('should tell a new subscription although nothing else has changed since the last look', async () => {
    const { opsgraph, receivers, subscribe, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    await alertOn(opsgraph, 'index')
    // Waits until the graph is in memory: from then on, the impact is not computed again.
    for (let tries = 0; tries < 50 && opsgraph.graphMemoryCounts().environments === 0; tries++) {
      await opsgraph.readImpact(admin)
      await delay(10)
    }
    await round()
    await round()
    await subscribe()
    await round()
    expect(receivers.texts()).toEqual(['search -->critical'])
  })

  it('should tell the worst of what is open and acknowledged, and that it is acknowledged if nothing open passes', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    await subscribe({ minSeverity: 'major' })
    const { id } = await alertOn(opsgraph, 'index')
    await alertOn(opsgraph, 'index', { event: 'Slow', severity: 'minor' })
    await round()
    wait(1)
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
    await round()
    wait(1)
    await alertOn(opsgraph, 'index', { event: 'Slow', severity: 'major' })
    await round()
    expect(receivers.texts()).toEqual(['search -->critical', 'search critical->critical!', 'search critical->critical'])
  })

  it('should forget an alert seven days after its end was delivered, when everything is compared', async () => {
    const { opsgraph, store, serve, subscribe, wait, round } = await setSubscriptionStage(harness)
    const { id } = await subscribe({ kinds: ['alert'] })
    await alertOn(opsgraph, 'lamp')
    await alertOn(opsgraph, 'fan')
    await round()
    await alertOn(opsgraph, 'lamp', { severity: 'ok' })
    await round()
    const kept = async () => {
      await alertOn(opsgraph, 'other', { severity: 'warning' })
      await alertOn(opsgraph, 'other', { severity: 'ok' })
      await serve().noticeImpact()
      return (await store.subscriptions.owedBy(id)).length
    }
    wait(7 * 86_400)
    expect(await kept()).toBe(2)
    wait(1)
    expect(await kept()).toBe(1)
  })

  it('should forget an alert seven days after its end if its receiver was never told of it, and no other', async () => {
    const { opsgraph, receivers, store, serve, subscribe, wait, round } = await setSubscriptionStage(harness)
    const { id } = await subscribe({ kinds: ['alert'] })
    await alertOn(opsgraph, 'told')
    await round()
    receivers.answer = () => refused
    await alertOn(opsgraph, 'tried')
    await alertOn(opsgraph, 'still there')
    await round()
    await alertOn(opsgraph, 'told', { severity: 'ok' })
    await alertOn(opsgraph, 'tried', { severity: 'ok' })
    await round()
    const kept = async () => {
      await alertOn(opsgraph, 'other', { severity: 'warning' })
      await alertOn(opsgraph, 'other', { severity: 'ok' })
      await serve().noticeImpact()
      const rows = await store.subscriptions.owedBy(id)
      return rows.map(({ owed }) => owed.newest.details.title).toSorted()
    }
    wait(7 * 86_400)
    const [still, told, tried] = ['still there', 'told', 'tried'].map((resource) => `Down on ${resource}`)
    expect(await kept()).toEqual([still, told, tried])
    wait(1)
    expect(await kept()).toEqual([still, told])
    receivers.answer = () => delivered
    await round()
    expect(receivers.texts().map((text) => text.replace(/^\S+ /, ''))).toEqual([
      '-->critical',
      '-->critical',
      'critical->-',
    ])
  })

  it.each([
    ['services', ['impact'], ['bank']],
    ['single alerts', ['alert'], []],
  ] as const)('should write nothing of %s if another server has looked meanwhile', async (_, kinds, service) => {
    const { opsgraph, serve, store, receivers, subscribe, change, wait, round } = await setSubscriptionStage(harness)
    const subscription = await subscribe({ kinds })
    await alertOn(opsgraph, 'lamp', { service })
    await round()
    let meanwhile = async () => {}
    const slow = serve({ store: beforeWriting(store, () => meanwhile()) })
    wait(1)
    await change(subscription, { minSeverity: 'warning' })
    meanwhile = async () => {
      meanwhile = async () => {}
      await alertOn(opsgraph, 'lamp', { severity: 'ok' })
      await round()
    }
    await slow.noticeImpact()
    const [row] = await store.subscriptions.owedBy(subscription.id)
    expect(row?.owed).toMatchObject({ newest: { state: { severity: null } }, delivered: { severity: null } })
    await slow.noticeImpact()
    await round()
    expect(receivers.received.map(({ to }) => to)).toEqual(['critical', null])
  })

  it('should say why, how much redundancy is left, whose service it is, and where to look', async () => {
    const { opsgraph, receivers, subscribe, round, at } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    await opsgraph.putCatalogService(admin, {
      serviceId: 'shop',
      body: { name: 'The shop', owner: 'team', runbook: 'https://wiki.example/shop' },
    })
    await opsgraph.putRedundancyRule(admin, {
      ...{ environment: 'Production', resource: 'checkout' },
      body: { minHealthy: 1, degraded: 'major' },
    })
    const subscription = await subscribe({ services: ['shop'] })
    const { id } = await alertOn(opsgraph, 'disk')
    await round()
    const [notice] = receivers.received
    expect(receivers.received).toHaveLength(1)
    expect(notice).toEqual({
      ...{ id: expect.any(String), subscription: { id: subscription.id, name: subscription.name }, kind: 'impact' },
      ...{ object: 'shop', sequence: 1, time: at(0), from: null, to: 'critical', acknowledged: false, repeat: false },
      ...{
        title: 'The shop',
        text: '',
        environment: 'Production',
        owner: 'team',
        runbook: 'https://wiki.example/shop',
      },
      redundancy: [{ environment: 'Production', resource: 'checkout', of: 1, healthy: 0, minHealthy: 1 }],
      causes: [
        {
          ...{ alertId: id, environment: 'Production', resource: 'disk', event: 'Down', severity: 'critical' },
          path: ['disk', 'volume', 'container', 'database'],
        },
      ],
      link: 'https://opsgraph.example/#/services/shop',
    })
  })

  it('should store transitions and what is owed together, or neither', async () => {
    const { opsgraph, serve, store, receivers, subscribe, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    await subscribe()
    await round()
    await alertOn(opsgraph, 'index')
    const failing = serve({ store: withoutSaving(store) })
    await expect(failing.noticeImpact()).rejects.toThrow('not saved')
    expect((await opsgraph.readServiceHistory(admin, { service: 'search' })).items).toEqual([])
    await round()
    expect(receivers.texts()).toEqual(['search -->critical'])
  })

  it('should tell a subscription that is changed or enabled again what differs from what was delivered', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    const subscription = await subscribe()
    await alertOn(opsgraph, 'index')
    await alertOn(opsgraph, 'cache', { severity: 'major' })
    await round()
    expect(receivers.texts().toSorted()).toEqual(['search -->critical', 'shop -->major'])
    wait(1)
    await change(subscription, { enabled: false })
    await alertOn(opsgraph, 'index', { severity: 'major' })
    await alertOn(opsgraph, 'cache', { severity: 'ok' })
    await round()
    wait(1)
    await alertOn(opsgraph, 'cache', { severity: 'major' })
    await round()
    expect(receivers.tried).toHaveLength(2)
    await change(subscription, { enabled: true })
    await round()
    expect(receivers.texts().slice(2)).toEqual(['search critical->major'])
    wait(1)
    await change(subscription, { minSeverity: 'critical' })
    await round()
    expect(receivers.texts().slice(3).toSorted()).toEqual(['search major->-', 'shop major->-'])
  })

  it('should send nothing of what became due before a subscription was disabled', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    const subscription = await subscribe({ waitSeconds: 10 })
    await alertOn(opsgraph, 'index')
    await round()
    wait(10)
    await change(subscription, { enabled: false })
    await round()
    expect(receivers.tried).toEqual([])
    await change(subscription, { enabled: true })
    await round()
    expect(receivers.texts()).toEqual(['search -->critical'])
  })

  it('should tell that a service is over that left the selection, or was deleted, if it was told of', async () => {
    const { opsgraph, receivers, subscribe, change, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    const owned = async (owner: string) => opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { owner } })
    await owned('team')
    const byOwner = await subscribe({ owners: ['team'] })
    const byName = await subscribe({ services: ['shop', 'search'] })
    await alertOn(opsgraph, 'cache')
    await round()
    wait(1)
    await owned('others')
    await round()
    const toldTo = (id: string) =>
      receivers.texts(receivers.received.filter(({ subscription }) => subscription.id === id))
    expect(toldTo(byOwner.id)).toEqual(['shop -->critical', 'shop critical->-'])
    wait(1)
    await change(byName, { services: ['search'] })
    await round()
    expect(toldTo(byName.id)).toEqual(['shop -->critical', 'shop critical->-'])
    wait(1)
    await owned('team')
    await round()
    const { items } = await opsgraph.listTopologySummaries(admin, { filters: { service: ['shop'] } })
    await opsgraph.deleteTopology(admin, items[0]?.id ?? '')
    await opsgraph.deleteCatalogService(admin, 'shop')
    wait(1)
    await round()
    expect(toldTo(byOwner.id).slice(2)).toEqual(['shop -->critical', 'shop critical->-'])
    expect(receivers.tried).toHaveLength(6)
  })

  it('should tell of single alerts only from the creation of the subscription on, until they end', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    const down = (resource: string, fields = {}) => alertOn(opsgraph, resource, { service: ['bank'], ...fields })
    const [old, renewed] = [await down('old'), await down('renewed')]
    await round()
    wait(1)
    await subscribe({
      kinds: ['alert'],
      filters: { operator: 'AND', clauses: [{ key: 'resource', op: '!=', value: 'other' }] },
    })
    await round()
    await down('other')
    const told = await down('new', { text: 'no answer' })
    await down('new', { event: 'Slow', severity: 'warning' })
    await down('old', { text: 'still' })
    await down('renewed', { severity: 'major' })
    await round()
    expect(receivers.texts().toSorted()).toEqual([`${told.id} -->critical`, `${renewed.id} -->major`].toSorted())
    expect(receivers.received.find(({ object }) => object === told.id)).toMatchObject({
      ...{ kind: 'alert', title: 'Down on new', text: 'no answer', environment: 'Production' },
      causes: [
        {
          ...{ alertId: told.id, environment: 'Production', resource: 'new', event: 'Down' },
          severity: 'critical',
          path: [],
        },
      ],
      link: `https://opsgraph.example/#/alerts/${told.id}`,
    })
    wait(1)
    await opsgraph.setAlertStatus(admin, { id: told.id, body: { status: 'ack' } })
    await opsgraph.setAlertStatus(admin, { id: renewed.id, body: { status: 'shelved' } })
    await round()
    expect(receivers.texts().slice(2).toSorted()).toEqual(
      [`${told.id} critical->critical!`, `${renewed.id} major->-`].toSorted(),
    )
    await opsgraph.deleteAlert(admin, told.id)
    await opsgraph.setAlertStatus(admin, { id: renewed.id, body: { status: 'open' } })
    await opsgraph.deleteAlert(admin, old.id)
    await round()
    expect(receivers.texts().slice(4).toSorted()).toEqual(
      [`${told.id} critical->-`, `${renewed.id} -->major`].toSorted(),
    )
  })

  it('should narrow single alerts by the services that they hurt', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    await subscribe({ kinds: ['alert'], services: ['shop'] })
    const [cache] = [
      await alertOn(opsgraph, 'cache'),
      await alertOn(opsgraph, 'index'),
      await alertOn(opsgraph, 'lamp'),
    ]
    await round()
    expect(receivers.texts()).toEqual([`${cache.id} -->critical`])
    wait(1)
    const { items } = await opsgraph.listTopologySummaries(admin, { filters: { service: ['shop'] } })
    await opsgraph.deleteTopology(admin, items[0]?.id ?? '')
    await round()
    expect(receivers.texts().slice(1)).toEqual([`${cache.id} critical->-`])
  })

  it('should tell of alerts that reach no service until they do, and not twice if it also tells of alerts', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    const lamp = await alertOn(opsgraph, 'lamp')
    await alertOn(opsgraph, 'cache')
    await round()
    wait(1)
    await subscribe({ kinds: ['unreached'] })
    const both = await subscribe({ kinds: ['alert', 'unreached'] })
    const fan = await alertOn(opsgraph, 'fan')
    await round()
    const told = (isBoth: boolean) =>
      receivers.received
        .filter(({ subscription }) => (subscription.id === both.id) === isBoth)
        .map(({ kind, object, to }) => `${kind} ${object} ${to}`)
        .toSorted()
    const unreached = (id: string) => `unreached ${id} critical`
    expect(told(false)).toEqual([unreached(lamp.id), unreached(fan.id)].toSorted())
    expect(told(true)).toEqual([`alert ${fan.id} critical`, unreached(lamp.id)].toSorted())
    wait(1)
    await createTopologyOf(opsgraph, 'lights', ['lamp', 'fan'])
    await round()
    expect(told(false).filter((text) => text.endsWith('null'))).toHaveLength(2)
    expect(told(true).filter((text) => text.endsWith('null'))).toEqual([`unreached ${lamp.id} null`])
  })

  it('should find what has changed although another server has looked in between, or none has', async () => {
    const { opsgraph, servers, serve, receivers, subscribe, wait, round } = await setSubscriptionStage(harness, 2)
    const [one, other] = servers
    if (one === undefined || other === undefined) throw new Error('no servers')
    await subscribe({ kinds: ['alert'] })
    const { id } = await alertOn(opsgraph, 'lamp')
    await round(0, [one])
    wait(1)
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    await other.noticeImpact()
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'open' } })
    await round(0, [one])
    wait(1)
    expect(receivers.texts()).toEqual([`${id} -->critical`])
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    const fresh = serve()
    await fresh.noticeImpact()
    await round(0, [one])
    expect(receivers.texts().slice(1)).toEqual([`${id} critical->-`])
  })

  it('should not read what is over for each look of another server', async () => {
    const { opsgraph, serve, store, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    await subscribe({ kinds: ['alert'] })
    const read: string[] = []
    const other = serve({ store: withSubscriptions(store, (subscriptions) => recordingReads(subscriptions, read)) })
    for (const resource of ['one', 'two']) await alertOn(opsgraph, resource)
    await round()
    await other.noticeImpact()
    await alertOn(opsgraph, 'one', { severity: 'ok' })
    await round()
    await other.noticeImpact()
    wait(1)
    const { id } = await alertOn(opsgraph, 'lamp')
    await round()
    read.length = 0
    await other.noticeImpact()
    expect(read).toContain(id)
    expect(new Set(read).size).toBe(2)
    wait(1)
    await alertOn(opsgraph, 'lamp', { severity: 'ok' })
    await other.noticeImpact()
    await round()
    expect(receivers.texts().slice(4)).toEqual([`${id} critical->-`])
  })

  it('should end what only a server has told that has ended', async () => {
    const { opsgraph, serve, store, subscribe, wait, round } = await setSubscriptionStage(harness)
    const subscription = await subscribe({ kinds: ['alert'] })
    const other = serve()
    await other.noticeImpact()
    wait(1)
    await alertOn(opsgraph, 'lamp')
    await round()
    wait(1)
    await alertOn(opsgraph, 'lamp', { severity: 'ok' })
    await other.noticeImpact()
    const [row] = await store.subscriptions.owedBy(subscription.id)
    expect(row?.owed).toMatchObject({ newest: { state: { severity: null } }, delivered: { severity: 'critical' } })
  })

  it('should keep the pause after a failed try if only the owners of other services have changed', async () => {
    const { opsgraph, receivers, subscribe, wait, round } = await setSubscriptionStage(harness)
    await shopOnADisk(opsgraph)
    const own = (serviceId: string) => opsgraph.putCatalogService(admin, { serviceId, body: { owner: 'team' } })
    await own('search')
    await subscribe({ owners: ['team'] })
    receivers.answer = () => refused
    await alertOn(opsgraph, 'index')
    await round()
    wait(1)
    await own('shop')
    await round()
    expect(receivers.tried).toHaveLength(1)
  })

  it('should read nothing but the version of the subscriptions if there are none', async () => {
    const { opsgraph, serve, store } = await setSubscriptionStage(harness)
    const calls: string[] = []
    const watched = serve({ store: recording(store, calls) })
    await shopOnADisk(opsgraph)
    await alertOn(opsgraph, 'index')
    expect(await watched.noticeImpact()).toBe(1)
    await watched.noticeImpact()
    expect([...new Set(calls)].toSorted()).toEqual(['all', 'version'])
  })
}

// Helpers

type Store = Awaited<ReturnType<typeof setSubscriptionStage>>['store']
type Subscriptions = Store['subscriptions']

/** Wraps a store so that its transactions use other subscriptions. */
function withSubscriptions(store: Store, change: (subscriptions: Subscriptions) => Subscriptions): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (name === 'subscriptions') return change(target.subscriptions)
      if (typeof member !== 'function') return member
      if (name !== 'transaction' && name !== 'snapshot') return member.bind(target)
      return (work: (parts: { readonly subscriptions: Subscriptions }) => unknown) =>
        Reflect.apply(member, target, [
          (parts: { readonly subscriptions: Subscriptions }) =>
            work({ ...parts, subscriptions: change(parts.subscriptions) }),
        ])
    },
  })
}

/** Wraps a store so that it calls `first` before each transaction. Any number of callers can lead at the same time. */
function beforeWriting(store: Store, first: () => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (name === 'lead') return undefined
      if (typeof member !== 'function') return member
      return async (...input: readonly unknown[]) => {
        if (name === 'transaction') await first()
        return await Reflect.apply(member, target, input)
      }
    },
  })
}

function withoutSaving(store: Store): Store {
  const saveOwed = async () => {
    throw new Error('not saved')
  }
  return withSubscriptions(store, (subscriptions) => ({ ...subscriptions, saveOwed }))
}

/** Adds the objects of the rows that are read to `read`. */
function recordingReads(subscriptions: Subscriptions, read: string[]): Subscriptions {
  const noted = (rows: Awaited<ReturnType<Subscriptions['owedOf']>>) => {
    read.push(...rows.map(({ object }) => object))
    return rows
  }
  return {
    ...subscriptions,
    owedOf: async (...input) => noted(await subscriptions.owedOf(...input)),
    owedByEach: async (...input) => noted(await subscriptions.owedByEach(...input)),
  }
}

function recording(store: Store, calls: string[]): Store {
  return withSubscriptions(store, (subscriptions) => {
    return new Proxy(subscriptions, {
      get: (target, name) => {
        calls.push(String(name))
        return Reflect.get(target, name, target)
      },
    })
  })
}
