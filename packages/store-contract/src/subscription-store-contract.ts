import { LIST_COLUMNS } from '@opsgraph/core'
import { compareNames, EMPTY_FILTER, LIMITS, type Store, type StoreParts } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { longestName, ODD_NAMES, ODD_TEXT } from './odd-text.js'
import { type RevisedData, revisionContract } from './revision-contract.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import { ELABORATE_FILTER, LONG_TEXT, ODD_FILTER } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'
import { waitBriefly } from './waiting.js'

type SubscriptionStore = Store['subscriptions']
type Subscription = Parameters<SubscriptionStore['save']>[0]
type OwedRow = Parameters<SubscriptionStore['saveOwed']>[0][number]
type Delivery = Parameters<SubscriptionStore['addDeliveries']>[0][number]

/** Tests the guarantees of `SubscriptionStore` for subscriptions and for their deliveries. */
export function subscriptionStoreContract(harness: StoreHarness): void {
  it('should keep every field of a subscription, and replace the subscription with the same id', async () => {
    const rows = [ELABORATE, sampleSubscription(), ...ODD]
    const { subscriptions, peek } = await openWith(...rows)
    for (const row of rows) expect(await subscriptions.read(row.id)).toEqual(row)
    expect(await subscriptions.all()).toEqual(byId(rows))
    expect(byId(await peek('subscription'))).toEqual(byId(rows).map(kept))
    const changed = { ...sampleSubscription({ enabled: false }), id: ELABORATE.id }
    await subscriptions.save(changed)
    expect(await subscriptions.read(ELABORATE.id)).toEqual(changed)
    expect(await peek('subscription')).toHaveLength(rows.length)
  })

  it('should not find or delete unknown ids', async () => {
    const { subscriptions } = await openWith(ELABORATE)
    for (const id of [nextId(), '', '\u0000', '\ud800', ELABORATE.name]) {
      expect(await subscriptions.read(id)).toBeUndefined()
      expect(await subscriptions.owedBy(id)).toEqual([])
      expect(await subscriptions.deliveries(id)).toEqual([])
      expect(await subscriptions.delete(id)).toBe(false)
    }
    expect(await subscriptions.all()).toEqual([ELABORATE])
  })

  it('should delete what a subscription owes and its deliveries, and nothing of others', async () => {
    const [gone, other] = [sampleSubscription(), sampleSubscription()]
    const { subscriptions, peek } = await openWith(gone, other)
    await subscriptions.saveOwed([sampleOwed(gone), sampleOwed(gone, { kind: 'alert' }), sampleOwed(other)])
    await subscriptions.addDeliveries([sampleTry(gone), sampleTry(gone), sampleTry(other)])
    expect(await subscriptions.delete(gone.id)).toBe(true)
    expect(await subscriptions.delete(gone.id)).toBe(false)
    expect((await peek('subscription')).map(({ id }) => id)).toEqual([other.id])
    expect((await peek('subscriptionOwed')).map(({ subscription }) => subscription)).toEqual([other.id])
    expect((await peek('subscriptionDelivery')).map(({ subscription }) => subscription)).toEqual([other.id])
  })

  it('should change nothing if the transaction is rolled back', async () => {
    const { store, subscriptions } = await openWith(ELABORATE)
    const [owed, delivery] = [sampleOwed(ELABORATE), sampleTry(ELABORATE)]
    await subscriptions.saveOwed([owed])
    await subscriptions.addDeliveries([delivery])
    const attempt = store.transaction(async (parts) => {
      await parts.subscriptions.save(sampleSubscription())
      await parts.subscriptions.delete(ELABORATE.id)
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await subscriptions.all()).toEqual([ELABORATE])
    expect(await subscriptions.owedBy(ELABORATE.id)).toEqual([owed])
    expect(await subscriptions.deliveries(ELABORATE.id)).toEqual([delivery])
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { subscriptions } = await openWith()
    const [given, owed, delivery] = [structuredClone(ELABORATE), sampleOwed(ELABORATE), sampleTry(ELABORATE)]
    const [givenOwed, givenDelivery] = [structuredClone(owed), structuredClone(delivery)]
    await subscriptions.save(given)
    await subscriptions.saveOwed([givenOwed])
    await subscriptions.addDeliveries([givenDelivery])
    for (const value of [given, givenOwed, givenDelivery]) tamper(value)
    tamper(await subscriptions.read(ELABORATE.id))
    tamper(await subscriptions.owedBy(ELABORATE.id))
    tamper(await subscriptions.deliveries(ELABORATE.id))
    expect(await subscriptions.all()).toEqual([ELABORATE])
    expect(await subscriptions.owedBy(ELABORATE.id)).toEqual([owed])
    expect(await subscriptions.deliveries(ELABORATE.id)).toEqual([delivery])
  })

  it('should keep nothing of a subscription that is deleted while others write rows of it', async () => {
    const subscription = sampleSubscription()
    const { store, subscriptions, peek } = await openWith(subscription)
    const deleting: Promise<unknown>[] = []
    await store.transaction(async (parts) => {
      await parts.subscriptions.saveOwed([sampleOwed(subscription)])
      await parts.subscriptions.addDeliveries([sampleTry(subscription)])
      deleting.push(subscriptions.delete(subscription.id))
      await waitBriefly(Promise.all(deleting))
    })
    expect(await Promise.all(deleting)).toEqual([true])
    const writing: Promise<unknown>[] = []
    await subscriptions.save(subscription)
    await store.transaction(async (parts) => {
      await parts.subscriptions.delete(subscription.id)
      writing.push(subscriptions.saveOwed([sampleOwed(subscription)]))
      writing.push(subscriptions.addDeliveries([sampleTry(subscription)]))
      await waitBriefly(Promise.all(writing))
    })
    await Promise.all(writing)
    expect(await peek('subscriptionOwed')).toEqual([])
    expect(await peek('subscriptionDelivery')).toEqual([])
  })

  describe('deliveries', () => {
    it('should be listed with every field, newest first, the last one added first at equal times', async () => {
      const [subscription, other] = [sampleSubscription(), sampleSubscription()]
      const { subscriptions } = await openWith(subscription, other)
      const tries = [3, 1, 2, 2, 3].map((time) => sampleTry(subscription, { time: at(time) }))
      const [late, early, middle, middle2, late2] = tries
      await subscriptions.addDeliveries([...tries, FAILED, sampleTry({ id: 'none' })].slice(0, 3))
      await subscriptions.addDeliveries([])
      await subscriptions.addDeliveries([...tries.slice(3), { ...FAILED, subscription: other.id }])
      expect(await subscriptions.deliveries(subscription.id)).toEqual([late2, late, middle2, middle, early])
      expect(await subscriptions.deliveries(other.id)).toEqual([{ ...FAILED, subscription: other.id }])
    })

    it('should not be added for a subscription that does not exist', async () => {
      const subscription = sampleSubscription()
      const { subscriptions, peek } = await openWith(subscription)
      await subscriptions.addDeliveries([sampleTry({ id: nextId() }), sampleTry(subscription)])
      expect((await peek('subscriptionDelivery')).map((row) => row.subscription)).toEqual([subscription.id])
    })

    it(`should be the newest ${MOST_KEPT} of each subscription, however many are added at once`, async () => {
      const [busy, quiet] = [sampleSubscription(), sampleSubscription()]
      const { subscriptions, peek } = await openWith(busy, quiet)
      const tries = Array.from({ length: 3 * MOST_KEPT }, (_, index) =>
        sampleTry(busy, { time: at((index * 7) % 101) }),
      )
      const few = [sampleTry(quiet, { time: at(0) })]
      await subscriptions.addDeliveries([...tries.slice(0, 2 * MOST_KEPT), ...few])
      await subscriptions.addDeliveries(tries.slice(2 * MOST_KEPT))
      const newest = tries.toReversed().toSorted((left, right) => compareNames(right.time, left.time))
      expect(await subscriptions.deliveries(busy.id)).toEqual(newest.slice(0, MOST_KEPT))
      expect(await subscriptions.deliveries(quiet.id)).toEqual(few)
      expect(await peek('subscriptionDelivery')).toHaveLength(MOST_KEPT + 1)
    })

    it(`should be the newest ${MOST_KEPT} if several callers add some at the same time`, async () => {
      const subscription = sampleSubscription()
      const { store, subscriptions, peek } = await openWith(subscription)
      const tries = Array.from({ length: 80 }, (_, index) => sampleTry(subscription, { time: at(index) }))
      const adding = Array.from({ length: 8 }, (_, writer) =>
        store.transaction((parts) => parts.subscriptions.addDeliveries(tries.filter((__, at) => at % 8 === writer))),
      )
      await Promise.all(adding)
      expect(await subscriptions.deliveries(subscription.id)).toEqual(tries.toReversed().slice(0, MOST_KEPT))
      expect(await peek('subscriptionDelivery')).toHaveLength(MOST_KEPT)
    })
  })

  describe('version', () => {
    revisionContract(harness, {
      revision: ({ subscriptions }) => subscriptions.version(),
      changes: CHANGES,
      concurrentChange: ({ subscriptions }) => subscriptions.save(sampleSubscription()),
      readAll,
      content: ({ subscriptions }) => subscriptions.all(),
    })

    it('should not change with what subscriptions owe, or with deliveries', async () => {
      const { subscriptions } = await openWith(ELABORATE)
      const before = await subscriptions.version()
      await subscriptions.saveOwed([sampleOwed(ELABORATE)])
      await subscriptions.addDeliveries([sampleTry(ELABORATE)])
      await subscriptions.forget([sampleOwed(ELABORATE)])
      expect(await subscriptions.version()).toBe(before)
    })
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: addAll,
      list: (store, query) => store.subscriptions.list(query),
      filters: LIST_COLUMNS.subscriptions.filters.filter((column) => column !== 'q'),
      sorts: LIST_COLUMNS.subscriptions.sorts,
      show: {
        id: (row) => row.id,
        name: (row) => row.name,
        format: (row) => row.format,
        enabled: (row) => String(row.enabled),
        createTime: (row) => row.createTime,
        updateTime: (row) => row.updateTime,
      },
      compareByDefault: (left, right) => compareNames(left.name, right.name) || compareNames(left.id, right.id),
      nullsLast: true,
    })

    it('should find a part of the name, in upper and lower case, and nothing else', async () => {
      const { subscriptions } = await openWith(
        sampleSubscription({ name: 'On Call', owners: ['shop team'] }),
        sampleSubscription({ name: 'Straße 50% \\ _', services: ['on call'] }),
      )
      const find = async (...q: readonly string[]) => {
        const { items } = await subscriptions.list({ filters: { q }, sort: undefined, page: 1, pageSize: 10 })
        return items.map(({ name }) => name)
      }
      expect(await find('ON C')).toEqual(['On Call'])
      expect(await find('STRASSE', 'CALL')).toEqual(['On Call', 'Straße 50% \\ _'])
      for (const part of ['%', '\\', '_', '50% \\ _']) expect(await find(part), part).toEqual(['Straße 50% \\ _'])
      expect(await find('TEAM')).toEqual([])
      expect(await find('')).toHaveLength(2)
    })
  })

  // Helpers

  async function openWith(...rows: readonly Subscription[]) {
    const { store, peek } = await harness.open()
    await addAll(store, rows)
    return { store, subscriptions: store.subscriptions, peek }
  }
}

export function sampleSubscription(fields: Partial<Subscription> = {}): Subscription {
  const id = nextId()
  return {
    ...{ id, name: `subscription ${id}`, format: 'slack', url: 'https://hooks.test/***', services: [], owners: [] },
    ...{ minSeverity: 'major', filters: EMPTY_FILTER, kinds: ['impact'], waitSeconds: 30, repeatSeconds: null },
    ...{ unacknowledgedSeconds: null, enabled: true, createTime: at(0), updateTime: at(0) },
    ...{ address: sealed('address'), secret: null, previousSecret: null },
    ...fields,
  }
}

/** What a subscription owes of an object: by default a service that hurts, which is due at once. */
export function sampleOwed(subscription: Pick<Subscription, 'id'>, fields: Partial<OwedRow> = {}): OwedRow {
  const newest = {
    state: { severity: 'critical', acknowledged: false, causes: [] },
    details: { title: ODD_TEXT, text: '', environment: '', redundancy: [], owner: 'shop', runbook: '' },
    time: at(1),
  } as const
  const delivered = { deliveredTime: null, sequence: 0, message: null, delivered: null }
  return {
    ...{ subscription: subscription.id, kind: 'impact', object: 'shop', due: at(1), rank: 1, claimedUntil: null },
    owed: { ...delivered, newest, waiting: { first: at(1), since: at(1) }, unacknowledgedSince: at(1) },
    ...fields,
  }
}

export function sampleTry(subscription: Pick<Subscription, 'id'>, fields: Partial<Delivery> = {}): Delivery {
  return {
    ...{ subscription: subscription.id, kind: 'impact', object: 'shop', id: nextId(), sequence: 1, from: null },
    ...{ to: 'critical', acknowledged: false, repeat: false, time: at(1), delivered: true, status: 200 },
    ...{ error: null, took: 12 },
    ...fields,
  }
}

export async function addAll(store: Store, rows: readonly Subscription[]): Promise<void> {
  for (const row of rows) await store.subscriptions.save(row)
}

const MOST_KEPT = LIMITS.subscriptionDeliveries

function sealed(what: string) {
  const text = Buffer.from(what).toString('base64')
  return { kind: 'sealed', fingerprint: '0123456789abcdef', nonce: 'AAAA', ciphertext: text, tag: 'BBBB' } as const
}

const ELABORATE = sampleSubscription({
  ...{ name: 'On call', format: 'json', services: ['shop', 'bank'], owners: ['team'], minSeverity: 'warning' },
  ...{ filters: ELABORATE_FILTER, kinds: ['alert', 'impact', 'unreached'], waitSeconds: 0, repeatSeconds: 3_600 },
  ...{ unacknowledgedSeconds: 900, enabled: false, createTime: at(7), updateTime: at(8), secret: sealed('secret') },
  previousSecret: { secret: sealed('before'), expires: at(9) },
})

const ODD = [
  ...ODD_NAMES.map((name) => sampleSubscription({ name, services: [name], owners: [name], filters: ODD_FILTER })),
  sampleSubscription({ name: longestName(1), url: LONG_TEXT, createTime: '0000-01-01T00:00:00.000Z' }),
]

const FAILED = sampleTry(ELABORATE, {
  ...{ kind: 'test', object: longestName(2), sequence: 2_000_000_000, from: 'critical', to: null, acknowledged: true },
  ...{ repeat: true, delivered: false, status: null, error: ODD_TEXT, took: 0.5 },
})

const LISTED = Array.from({ length: 13 }, (_, index) =>
  sampleSubscription({
    name: ['call', 'Call', '\u{1f600}', '\ue000'][index % 4] ?? '',
    format: (['json', 'slack', 'email'] as const)[index % 3] ?? 'json',
    enabled: index % 2 === 0,
    createTime: at(10 - (index % 7)),
    updateTime: at(20 - (index % 3)),
  }),
)

const FIRST = sampleSubscription()
const CHANGES: RevisedData['changes'] = [
  ({ subscriptions }) => subscriptions.save(FIRST),
  ({ subscriptions }) => subscriptions.save({ ...FIRST, enabled: false }),
  ({ subscriptions }) => subscriptions.save(FIRST),
  ({ subscriptions }) => subscriptions.delete(FIRST.id),
]

async function readAll({ subscriptions }: StoreParts): Promise<void> {
  await subscriptions.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
  await subscriptions.all()
  await subscriptions.read(FIRST.id)
  await subscriptions.owedBy(FIRST.id)
  await subscriptions.claimed(at(0))
  await subscriptions.deliveries(FIRST.id)
  await subscriptions.version()
}

function kept({ id, name, enabled }: Subscription) {
  return { id, name, enabled }
}
