import { createOpsgraph, LIMITS, type Store } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { ACCEPTING_NOTIFIER } from './accepting-notifier.js'
import { admin, setStage, tickingClock } from './stage.js'
import { wrongInput } from './wrong-input.js'

/** Tests how subscriptions are created, shown, changed and deleted (rules.md#subscriptions). */
export function subscriptionSettingsContract(harness: StoreHarness): void {
  it('should list and read a subscription without its address, change it, and delete it', async () => {
    const { opsgraph } = await setStage(harness)
    const { subscription, secret } = await opsgraph.createSubscription(admin, { ...SLACK, services: [' shop '] })
    expect(secret).toBeUndefined()
    expect(subscription).toMatchObject({ ...SLACK, services: ['shop'], url: 'https://hooks.test/***', stale: false })
    expect(subscription.updateTime).toBe(subscription.createTime)
    const { id } = subscription
    const read = await opsgraph.readSubscriptionById(admin, id)
    const unknown = { services: ['shop'], owners: [], otherOwner: [], near: [] }
    expect(read).toEqual({ subscription, unknown, owed: [], owedTotal: 0, deliveries: [] })
    expect((await opsgraph.listSubscriptions(admin, {})).items).toEqual([subscription])
    const changed = await opsgraph.updateSubscription(admin, { id, body: { ...read.subscription, enabled: false } })
    const { updateTime } = changed.subscription
    const after = { ...subscription, enabled: false, updateTime }
    expect(changed).toEqual({ subscription: after, secret: undefined, unknown: read.unknown })
    expect(updateTime > subscription.updateTime).toBe(true)
    await opsgraph.deleteSubscription(admin, id)
    await expect(opsgraph.readSubscriptionById(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
    const body = { enabled: true }
    await expect(opsgraph.updateSubscription(admin, { id, body })).rejects.toMatchObject({ kind: 'notFound' })
    await expect(opsgraph.rotateSubscriptionSecret(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
    await expect(opsgraph.deleteSubscription(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should name the services and owners that no service has, until there is one', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { owner: 'Team Shop' } })
    const sent = { ...SLACK, services: ['shop', 'mail'], owners: ['Team Shop', 'team shop', ''] }
    const { subscription, unknown } = await opsgraph.createSubscription(admin, sent)
    const near = [{ name: 'team shop', near: 'Team Shop' }]
    expect(unknown).toEqual({ services: ['mail'], owners: ['team shop'], otherOwner: [], near })
    const { id } = subscription
    expect((await opsgraph.readSubscriptionById(admin, id)).unknown).toEqual(unknown)
    await opsgraph.putCatalogService(admin, { serviceId: 'mail', body: {} })
    const changed = await opsgraph.updateSubscription(admin, { id, body: { owners: ['Team Shop'] } })
    expect(changed.unknown).toEqual({ services: [], owners: [], otherOwner: ['mail'], near: [] })
    const none = await opsgraph.createSubscription(admin, SLACK)
    expect(none.unknown).toEqual({ services: [], owners: [], otherOwner: [], near: [] })
  })

  it('should list those that are enabled and send nothing as they are set, with the reason', async () => {
    const { opsgraph, store } = await setStage(harness)
    expect(await opsgraph.listSilentSubscriptions()).toEqual([])
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { owner: 'Team Shop' } })
    await opsgraph.putCatalogService(admin, { serviceId: 'mail', body: { owner: 'Team Mail' } })
    const create = async (name: string, body: object) =>
      (await opsgraph.createSubscription(admin, { ...SLACK, name, ...body })).subscription.id
    await create('all', {})
    await create('one of two', { services: ['shop', 'mial'] })
    await create('an owner', { owners: ['Team Shop', 'Team Shpo'] })
    await create('nobody', { owners: [''] })
    await create('disabled', { services: ['mial'], enabled: false })
    await create('alerts that reach nothing', { services: ['mial'], kinds: ['unreached'] })
    const silent = [
      await create('misspelt', { services: ['mial'] }),
      await create('no owner', { owners: ['Team Shpo'], kinds: ['alert', 'impact'] }),
      await create('never together', { services: ['mail', 'mial'], owners: ['Team Shop'] }),
    ]
    const found = await opsgraph.listSilentSubscriptions()
    expect(found.map(({ id }) => id)).toEqual(silent.toSorted())
    expect(found.map(({ reason }) => reason)).toEqual(['services', 'services', 'services'])
    const other = createOpsgraph({ store, secretKey: 'another secret of the server' })
    const reasons = (await other.listSilentSubscriptions()).map(({ reason }) => reason)
    expect(reasons).toEqual(Array.from({ length: 8 }, () => 'secretKey'))
  })

  it('should list by name, and filter by a part of it, by format, and by what is enabled', async () => {
    const { opsgraph } = await setStage(harness)
    for (const name of ['night shift', 'Day shift', 'Ärzte']) {
      await opsgraph.createSubscription(admin, { ...SLACK, name, enabled: name !== 'Day shift' })
    }
    await opsgraph.createSubscription(admin, { ...JSON_HOOK, name: 'tickets' })
    const names = async (filters: object, sortBy?: string) =>
      (await opsgraph.listSubscriptions(admin, { filters, sortBy })).items.map(({ name }) => name)
    expect(await names({})).toEqual(['Day shift', 'night shift', 'tickets', 'Ärzte'])
    expect(await names({}, '-createTime')).toEqual(['tickets', 'Ärzte', 'Day shift', 'night shift'])
    expect(await names({ q: ['SHIFT'] })).toEqual(['Day shift', 'night shift'])
    expect(await names({ name: [' Ärzte '] })).toEqual(['Ärzte'])
    expect(await names({ format: ['json'] })).toEqual(['tickets'])
    for (const off of ['0', 'false']) expect(await names({ enabled: [off] })).toEqual(['Day shift'])
  })

  it('should show a signing secret once, and give a new one on demand', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { subscription, secret } = await opsgraph.createSubscription(admin, JSON_HOOK)
    // At least 24 random bytes, as Standard Webhooks requires.
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const rotated = await opsgraph.rotateSubscriptionSecret(admin, subscription.id)
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.subscription).toEqual({ ...subscription, updateTime: expect.any(String) })
    const [stored] = await store.subscriptions.all()
    const time = Date.parse(rotated.subscription.updateTime)
    expect(Date.parse(stored?.previousSecret?.expires ?? '') - time).toBe(86_400_000)
    const wrong = await opsgraph.createSubscription(admin, SLACK)
    const rotate = () => opsgraph.rotateSubscriptionSecret(admin, wrong.subscription.id)
    await expect(rotate()).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('should refuse a subscription if there are 200, also if several are created at the same time', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { subscription } = await opsgraph.createSubscription(admin, SLACK)
    await fill(store, subscription.id, LIMITS.subscriptions - 1)
    const attempts = await Promise.allSettled([1, 2, 3].map(() => opsgraph.createSubscription(admin, SLACK)))
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
    expect(refused).toHaveLength(2)
    for (const reason of refused) {
      expect(reason).toMatchObject({ kind: 'invalid' })
      expect(reason.message).toMatch(/^there are 200 subscriptions, and the limit is 200: delete/)
    }
    await opsgraph.updateSubscription(admin, { id: subscription.id, body: { enabled: false } })
    await opsgraph.deleteSubscription(admin, subscription.id)
    await opsgraph.createSubscription(admin, SLACK)
  })

  it('should refuse wrong input, and a server without a notifier or a SECRET_KEY', async () => {
    const { opsgraph, store } = await setStage(harness)
    const refused = opsgraph.createSubscription(admin, wrongInput({ ...SLACK, kinds: [], url: 'ftp://x' }))
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: 'kinds' }, { path: 'url' }] })
    const silent = createOpsgraph({ store, secretKey: KEY })
    await expect(silent.createSubscription(admin, SLACK)).rejects.toThrow('this server sends no messages')
    const keyless = createOpsgraph({ store, notifier: ACCEPTING_NOTIFIER })
    await expect(keyless.createSubscription(admin, SLACK)).rejects.toThrow('url needs SECRET_KEY')
    expect((await opsgraph.listSubscriptions(admin, {})).total).toBe(0)
  })

  it('should say that a subscription is stale under another SECRET_KEY, until the address is sent again', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { subscription } = await opsgraph.createSubscription(admin, JSON_HOOK)
    const { id } = subscription
    const other = createOpsgraph({ store, secretKey: 'another', notifier: ACCEPTING_NOTIFIER, clock: tickingClock() })
    expect((await other.listSubscriptions(admin, {})).items).toEqual([{ ...subscription, stale: true }])
    const off = await other.updateSubscription(admin, { id, body: { enabled: false } })
    expect(off.subscription).toMatchObject({ stale: true, enabled: false, url: subscription.url })
    await other.updateSubscription(admin, { id, body: { url: JSON_HOOK.url } })
    expect((await other.readSubscriptionById(admin, id)).subscription.stale).toBe(true)
    await other.rotateSubscriptionSecret(admin, id)
    expect((await other.readSubscriptionById(admin, id)).subscription.stale).toBe(false)
    expect((await store.subscriptions.read(id))?.previousSecret).toBeNull()
  })

  it('should show what is owed, and the deliveries, newest first, and delete them with the subscription', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { id } = (await opsgraph.createSubscription(admin, SLACK)).subscription
    await store.subscriptions.saveOwed([owedOf(id)])
    const tries = [1, 2].map((second) => tryOf(id, `2026-01-01T00:00:0${second}.000Z`))
    await store.subscriptions.addDeliveries(tries)
    const { owed, owedTotal, deliveries } = await opsgraph.readSubscriptionById(admin, id)
    const named = { kind: 'impact', id: 'shop', sequence: 1, from: null, to: 'critical' }
    expect(owed).toEqual([{ ...named, tries: 0, trying: false, nextTry: '2026-01-01T00:00:31.000Z', error: null }])
    expect(owedTotal).toBe(1)
    expect(deliveries).toMatchObject([
      { ...named, messageId: 'message', time: tries[1]?.time },
      { ...named, messageId: 'message', time: tries[0]?.time },
    ])
    await opsgraph.deleteSubscription(admin, id)
    expect(await store.subscriptions.owedBy(id)).toEqual([])
    expect(await store.subscriptions.deliveries(id)).toEqual([])
  })

  it('should say in the audit trail what has changed, but neither an address nor a secret', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = (await opsgraph.createSubscription(admin, JSON_HOOK)).subscription
    for (const body of [
      { url: `${JSON_HOOK.url}-2` },
      { url: 'https://hooks.test/***' },
      { name: 'new', enabled: false },
    ]) {
      await opsgraph.updateSubscription(admin, { id, body })
    }
    await opsgraph.rotateSubscriptionSecret(admin, id)
    await opsgraph.updateSubscription(admin, { id, body: { format: 'slack', url: 'https://other.test/x' } })
    await opsgraph.deleteSubscription(admin, id)
    const { items } = await opsgraph.listAuditEntries(admin, {})
    const address = { from: 'set', to: 'replaced' }
    expect(items.map(({ event, attributes }) => [event, attributes])).toEqual([
      ['subscription-deleted', expect.objectContaining({ url: 'https://other.test/***' })],
      [
        'subscription-updated',
        {
          changes: {
            ...{ format: { from: 'json', to: 'slack' }, address, secret: { from: 'set', to: null } },
            url: { from: 'https://hooks.test/***', to: 'https://other.test/***' },
          },
        },
      ],
      ['subscription-updated', { changes: { secret: address } }],
      [
        'subscription-updated',
        { changes: { name: { from: 'tickets', to: 'new' }, enabled: { from: true, to: false } } },
      ],
      ['subscription-updated', { changes: { address } }],
      ['subscription-created', expect.objectContaining({ name: 'tickets', url: 'https://hooks.test/***' })],
    ])
    for (const { resourceId, type } of items) expect([resourceId, type]).toEqual([id, 'subscription'])
  })

  it('should keep addresses and secrets sealed, and out of answers, the audit trail and snapshots', async () => {
    const { opsgraph, store } = await setStage(harness)
    const made = await opsgraph.createSubscription(admin, JSON_HOOK)
    await opsgraph.createSubscription(admin, { name: 'pager', format: 'pagerduty', secret: 'the-routing-key' })
    const { id } = made.subscription
    const rotated = await opsgraph.rotateSubscriptionSecret(admin, id)
    const updated = await opsgraph.updateSubscription(admin, { id, body: { url: `${JSON_HOOK.url}-2` } })
    let snapshot = ''
    await opsgraph.saveSnapshot(admin, async (text) => {
      snapshot += text
    })
    const told = JSON.stringify([
      ...[made.subscription, rotated.subscription, updated, snapshot, await store.subscriptions.all()],
      ...[await opsgraph.listSubscriptions(admin, {}), await opsgraph.readSubscriptionById(admin, id)],
      await opsgraph.listAuditEntries(admin, {}),
    ])
    for (const secret of ['secret-path', 'the-routing-key', made.secret, rotated.secret]) {
      expect(told).not.toContain(secret)
    }
    expect(snapshot).not.toContain('hooks.test')
  })
}

// Helpers

const KEY = 'the-secret-of-the-server'
const SLACK = { name: 'on call', format: 'slack', url: 'https://hooks.test/services/secret-path' } as const
const JSON_HOOK = { name: 'tickets', format: 'json', url: 'https://hooks.test/secret-path' } as const

type Owed = Parameters<Store['subscriptions']['saveOwed']>[0][number]
type Delivery = Parameters<Store['subscriptions']['addDeliveries']>[0][number]

/** Stores copies of a subscription until there are `count` subscriptions. */
async function fill(store: Store, id: string, count: number): Promise<void> {
  const stored = await store.subscriptions.read(id)
  if (stored === undefined) throw new Error('nothing to copy')
  for (let copy = 1; copy < count; copy++) await store.subscriptions.save({ ...stored, id: `copy-${copy}` })
}

function owedOf(subscription: string): Owed {
  const time = '2026-01-01T00:00:01.000Z'
  const details = { title: 'Shop', text: '', environment: '', redundancy: [], owner: '', runbook: '' }
  return {
    ...{ subscription, kind: 'impact', object: 'shop', due: '2026-01-01T00:00:31.000Z', rank: 1, claimedUntil: null },
    owed: {
      ...{ delivered: null, deliveredTime: null, sequence: 0, message: null, isUncertain: false },
      newest: { state: { severity: 'critical', acknowledged: false, causes: [] }, details, time },
      ...{ waiting: { first: time, since: time }, unacknowledgedSince: time },
    },
  }
}

function tryOf(subscription: string, time: string): Delivery {
  return {
    ...{ subscription, kind: 'impact', object: 'shop', id: 'message', sequence: 1, from: null, to: 'critical' },
    ...{ acknowledged: false, repeat: false, time, delivered: false, status: 500, error: 'answered 500', took: 1 },
  }
}
