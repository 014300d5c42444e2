import { compareNames, type Store } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { longestName, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { at, nextId } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { addAll, sampleOwed, sampleSubscription } from './subscription-store-contract.js'
import { waitBriefly } from './waiting.js'

type SubscriptionStore = Store['subscriptions']
type Subscription = Parameters<SubscriptionStore['save']>[0]
type OwedRow = Parameters<SubscriptionStore['saveOwed']>[0][number]
type OwedKey = Parameters<SubscriptionStore['forget']>[0][number]

/** Tests the guarantees of `SubscriptionStore` for what subscriptions owe. */
export function subscriptionOwedContract(harness: StoreHarness): void {
  it('should keep every field of a row, and replace the row with the same key', async () => {
    const { subscriptions, peek } = await openWith(ONE, TWO)
    const row = sampleOwed(ONE, { due: at(5), rank: 3, claimedUntil: at(6) })
    const others = [{ kind: 'unreached' }, { object: 'bank' }, { subscription: TWO.id }] as const
    await subscriptions.saveOwed([row, ...others.map((other) => ({ ...row, ...other, due: null, claimedUntil: null }))])
    expect(await peek('subscriptionOwed')).toHaveLength(4)
    expect(await subscriptions.lockOwed([row])).toEqual([row])
    const changed = { ...sampleOwed(ONE, { due: null, rank: 13 }), owed: { ...row.owed, sequence: 7 } }
    await subscriptions.saveOwed([changed])
    await subscriptions.saveOwed([])
    expect(await subscriptions.lockOwed([row])).toEqual([changed])
    expect(await peek('subscriptionOwed')).toHaveLength(4)
  })

  it('should not add a row of a subscription that does not exist', async () => {
    const { subscriptions, peek } = await openWith(ONE)
    await subscriptions.saveOwed([sampleOwed({ id: nextId() }), sampleOwed(ONE), sampleOwed(TWO)])
    expect((await peek('subscriptionOwed')).map(({ subscription }) => subscription)).toEqual([ONE.id])
  })

  it('should find the rows of objects in all subscriptions, each once', async () => {
    const { subscriptions } = await openWith(ONE, TWO)
    const rows = [ONE, TWO].flatMap((each) => ['a', 'b', 'c'].map((object) => sampleOwed(each, { object })))
    await subscriptions.saveOwed([...rows, sampleOwed(ONE, { object: 'a', kind: 'alert' })])
    const found = await subscriptions.owedOf('impact', ['a', 'c', 'none', '\u0000', '\ud800', 'a'])
    expect(inOrder(found)).toEqual(inOrder(rows.filter(({ object }) => object !== 'b')))
    expect(await subscriptions.owedOf('unreached', ['a'])).toEqual([])
    expect(await subscriptions.owedOf('impact', [])).toEqual([])
  })

  it('should find the rows with given keys, each once', async () => {
    const { subscriptions } = await openWith(ONE, TWO)
    const rows = [ONE, TWO].flatMap((each) => ['a', 'b', 'c'].map((object) => sampleOwed(each, { object })))
    await subscriptions.saveOwed(rows)
    const wanted = rows.slice(1, 5)
    const keys: readonly OwedKey[] = [
      ...wanted,
      ...wanted.slice(2),
      { subscription: ONE.id, kind: 'alert', object: 'b' },
      { subscription: ONE.id, kind: 'impact', object: '\u0000' },
      { subscription: nextId(), kind: 'impact', object: 'a' },
    ]
    expect(inOrder(await subscriptions.lockOwed(keys))).toEqual(inOrder(wanted))
    expect(await subscriptions.lockOwed([])).toEqual([])
  })

  it('should read the rows of a subscription in the order of kind and object, of all kinds or of one', async () => {
    const { subscriptions } = await openWith(ONE, TWO)
    const keys = [
      ['alert', 'b'],
      ['impact', 'B'],
      ['impact', 'a'],
      ['impact', '\ue000'],
      ['impact', '\u{1f600}'],
      ['unreached', 'a'],
    ] as const
    const rows = keys.map(([kind, object]) => sampleOwed(ONE, { kind, object }))
    await subscriptions.saveOwed([...rows.toReversed(), sampleOwed(TWO)])
    expect(await subscriptions.owedBy(ONE.id)).toEqual(rows)
    expect(await subscriptions.owedBy(ONE.id, { kinds: ['impact'] })).toEqual(rows.slice(1, 5))
    expect(await subscriptions.owedBy(TWO.id, { kinds: ['alert'] })).toEqual([])
  })

  it('should forget the rows with given keys, and no others', async () => {
    const { subscriptions, peek } = await openWith(ONE, TWO)
    await subscriptions.saveOwed([ONE, TWO].flatMap((each) => ['a', 'b'].map((object) => sampleOwed(each, { object }))))
    await subscriptions.forget([])
    await subscriptions.forget([
      { subscription: ONE.id, kind: 'impact', object: 'a' },
      { subscription: ONE.id, kind: 'impact', object: 'a' },
      { subscription: ONE.id, kind: 'alert', object: 'b' },
      { subscription: TWO.id, kind: 'impact', object: 'b' },
      { subscription: TWO.id, kind: 'impact', object: '\u0000' },
    ])
    const left = (await peek('subscriptionOwed')).map(({ subscription, object }) => [subscription, object])
    expect(left.toSorted()).toEqual(
      [
        [ONE.id, 'b'],
        [TWO.id, 'a'],
      ].toSorted(),
    )
  })

  it('should keep objects with odd names', async () => {
    const { subscriptions } = await openWith(ONE)
    const rows = [...ODD_NAMES, longestName(3)].map((object) => sampleOwed(ONE, { object }))
    await subscriptions.saveOwed(rows)
    expect(
      inOrder(
        await subscriptions.owedOf(
          'impact',
          rows.map(({ object }) => object),
        ),
      ),
    ).toEqual(inOrder(rows))
    expect(await subscriptions.lockOwed(rows)).toHaveLength(rows.length)
    await subscriptions.forget(rows.slice(1))
    expect(await subscriptions.owedBy(ONE.id)).toEqual(rows.slice(0, 1))
  })

  it('should save, find and forget more than 10,000 rows at once', async () => {
    const { subscriptions, peek } = await openWith(ONE)
    const rows = Array.from({ length: 10_100 }, (_, index) => sampleOwed(ONE, { object: `service-${index}` }))
    await subscriptions.saveOwed(rows)
    await subscriptions.saveOwed(rows.map((row) => ({ ...row, rank: 2 })).toReversed())
    expect(
      await subscriptions.owedOf(
        'impact',
        rows.map(({ object }) => object),
      ),
    ).toHaveLength(10_100)
    expect(await subscriptions.lockOwed(rows)).toHaveLength(10_100)
    expect((await peek('subscriptionOwed')).filter(({ rank }) => rank === 2)).toHaveLength(10_100)
    await subscriptions.forget(rows)
    expect(await peek('subscriptionOwed')).toEqual([])
  })

  it('should find due what is due and not claimed, at these very times, of subscriptions that are enabled', async () => {
    const off = sampleSubscription({ enabled: false })
    const { subscriptions } = await openWith(ONE, off)
    const row = sampleOwed(ONE, { due: at(5), claimedUntil: at(9) })
    await subscriptions.saveOwed([row, { ...row, subscription: off.id }, sampleOwed(ONE, { object: 'no', due: null })])
    const due = async (time: number) => (await subscriptions.due(at(time), 9)).length
    expect([await due(4), await due(8), await due(9), await due(10)]).toEqual([0, 0, 1, 1])
    expect(await subscriptions.due(at(9), 9)).toEqual([row])
    await subscriptions.saveOwed([{ ...row, claimedUntil: null }])
    expect([await due(4), await due(5)]).toEqual([0, 1])
    await subscriptions.save({ ...off, enabled: true })
    expect(await due(9)).toBe(2)
  })

  it('should find due the worst first, then the earliest, at most as many of each subscription as asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow(), { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (rows, limit) => {
        const { subscriptions } = await openWith(ONE, TWO)
        const distinct = [...new Map(rows.map((row) => [row.object, row])).values()]
        await subscriptions.saveOwed(distinct)
        const found = await subscriptions.due(at(5), limit)
        const urgent = distinct
          .filter(({ due, claimedUntil }) => due !== null && due <= at(5) && (claimedUntil ?? at(0)) <= at(5))
          .toSorted((left, right) => left.rank - right.rank || compareNames(left.due ?? '', right.due ?? ''))
        const expected = [ONE, TWO].map(({ id }) => urgent.filter((row) => row.subscription === id).slice(0, limit))
        expect(found.map(urgency)).toEqual(found.toSorted(byUrgency).map(urgency))
        expect(new Set(found.map(({ object }) => object)).size).toBe(found.length)
        for (const [at, { id }] of [ONE, TWO].entries()) {
          const own = found.filter((row) => row.subscription === id)
          expect(own.map(urgency)).toEqual(expected[at]?.map(urgency))
        }
        expect(found).toEqual(found.map((row) => distinct.find(({ object }) => object === row.object)))
      }),
      propertyRuns(harness, 30),
    )
  })

  it('should find the rows of several subscriptions, all or some', async () => {
    const { subscriptions } = await openWith(ONE, TWO, OTHER)
    const rows = [ONE, TWO, OTHER].flatMap((each) =>
      (['impact', 'alert'] as const).map((kind) => sampleOwed(each, { kind })),
    )
    await subscriptions.saveOwed(rows)
    const found = async (...input: Parameters<SubscriptionStore['owedByEach']>) =>
      inOrder(await subscriptions.owedByEach(...input))
    const expected = rows.filter(({ subscription }) => subscription !== TWO.id)
    expect(await found([ONE.id, OTHER.id, ONE.id, nextId()])).toEqual(inOrder(expected))
    const alerts = expected.filter(({ kind }) => kind === 'alert')
    expect(await found([ONE.id, OTHER.id], { kinds: ['alert', 'unreached'] })).toEqual(inOrder(alerts))
    expect(await found([ONE.id], { kinds: [] })).toEqual([])
    expect(await found([])).toEqual([])
    await subscriptions.saveOwed([3, 4, 5].map((rank) => sampleOwed(TWO, { object: `${rank}`, rank, due: null })))
    await subscriptions.saveOwed([sampleOwed(TWO, { object: 'owing', rank: 4, due: at(9) })])
    const objects = async (some: Parameters<SubscriptionStore['owedByEach']>[1]) =>
      (await found([TWO.id], { kinds: ['impact'], ...some })).map(({ object }) => object)
    expect(await objects({ below: 5 })).toEqual(expect.arrayContaining(['3', '4', 'owing']))
    expect(await objects({ below: 5 })).not.toContain('5')
    expect(await objects({ below: 4 })).not.toContain('4')
    expect(await objects({ isOwing: true })).toContain('owing')
    expect(await objects({ isOwing: true, below: 5 })).not.toContain('4')
    expect(await objects({ isOwing: true, below: 4 })).not.toContain('owing')
  })

  it('should keep the progress of subscriptions until they are deleted, whatever is changed', async () => {
    const { subscriptions } = await openWith(ONE, TWO)
    expect(await subscriptions.progress()).toEqual(new Map())
    const progress = { subscription: ONE.id, compared: at(1), looked: null, failing: { since: at(2), isRaised: true } }
    const version = await subscriptions.version()
    await subscriptions.saveProgress([
      { ...progress, looked: 'a' },
      { ...progress, subscription: nextId() },
    ])
    await subscriptions.saveProgress([progress])
    await subscriptions.saveProgress([])
    expect(await subscriptions.version()).toBe(version)
    await subscriptions.save({ ...ONE, name: 'changed' })
    expect(await subscriptions.progress()).toEqual(new Map([[ONE.id, progress]]))
    await subscriptions.delete(ONE.id)
    await subscriptions.save(ONE)
    expect(await subscriptions.progress()).toEqual(new Map())
  })

  it('should count the rows of each subscription that are claimed at a time, and find the worst of them', async () => {
    const { subscriptions } = await openWith(ONE, TWO)
    const claims = [at(5), at(6), null, at(7)]
    await subscriptions.saveOwed([
      ...claims.map((claimedUntil, index) => sampleOwed(ONE, { object: `${index}`, claimedUntil, rank: 3 - index })),
      sampleOwed(TWO, { claimedUntil: at(6) }),
    ])
    const claimed = async (time: number) => Object.fromEntries(await subscriptions.claimed(at(time)))
    const two = { [TWO.id]: { count: 1, rank: sampleOwed(TWO).rank } }
    expect(await claimed(4)).toEqual({ [ONE.id]: { count: 3, rank: 0 }, ...two })
    expect(await claimed(5)).toEqual({ [ONE.id]: { count: 2, rank: 0 }, ...two })
    expect(await claimed(6)).toEqual({ [ONE.id]: { count: 1, rank: 0 } })
    expect(await claimed(7)).toEqual({})
  })

  it('should give a due row to one transaction at a time, and other rows to the next', async () => {
    const { store, subscriptions } = await openWith(ONE)
    const rows = Array.from({ length: 5 }, (_, rank) => sampleOwed(ONE, { object: `${rank}`, rank }))
    await subscriptions.saveOwed(rows)
    const claim = (during: () => Promise<unknown>) =>
      store.transaction(async (parts) => {
        const due = await parts.subscriptions.due(at(2), 2)
        await during()
        await parts.subscriptions.saveOwed(due.map((row) => ({ ...row, claimedUntil: at(9) })))
        return due.map(({ object }) => object)
      })
    const others: Promise<readonly string[]>[] = []
    const first = await claim(async () => {
      others.push(claim(async () => undefined))
      await waitBriefly(Promise.all(others))
    })
    expect([first, ...(await Promise.all(others))]).toEqual([
      ['0', '1'],
      ['2', '3'],
    ])
    expect((await subscriptions.due(at(2), 9)).map(({ object }) => object)).toEqual(['4'])
    expect(await subscriptions.claimed(at(2))).toEqual(new Map([[ONE.id, { count: 4, rank: 0 }]]))
  })

  it.each<[string, (parts: { subscriptions: SubscriptionStore }) => Promise<readonly OwedRow[]>]>([
    ['owedOf', ({ subscriptions }) => subscriptions.owedOf('impact', ['shop'])],
    ['lockOwed', ({ subscriptions }) => subscriptions.lockOwed([sampleOwed(ONE)])],
  ])('should show %s what the transaction has written that locked the row before', async (_, lock) => {
    const { store, subscriptions } = await openWith(ONE)
    const row = sampleOwed(ONE)
    await subscriptions.saveOwed([row])
    const others: Promise<readonly OwedRow[]>[] = []
    const changed = { ...row, rank: 9 }
    await store.transaction(async (parts) => {
      await lock(parts)
      others.push(store.transaction(lock))
      await waitBriefly(Promise.all(others))
      await parts.subscriptions.saveOwed([changed])
    })
    expect(await Promise.all(others)).toEqual([[changed]])
  })

  it('should let a subscription be changed while rows of it are written', async () => {
    const { store, subscriptions } = await openWith(ONE)
    await store.transaction(async (parts) => {
      await parts.subscriptions.saveOwed([sampleOwed(ONE)])
      await parts.subscriptions.save({ ...ONE, name: 'changed' })
    })
    expect(await subscriptions.owedBy(ONE.id)).toEqual([sampleOwed(ONE)])
    expect((await subscriptions.read(ONE.id))?.name).toBe('changed')
  })

  // Helpers

  async function openWith(...rows: readonly Subscription[]) {
    const { store, peek } = await harness.open()
    await addAll(store, rows)
    return { store, subscriptions: store.subscriptions, peek }
  }
}

const ONE = sampleSubscription()
const TWO = sampleSubscription()
const OTHER = sampleSubscription()

function anyRow(): fc.Arbitrary<OwedRow> {
  const time = fc.option(fc.integer({ min: 1, max: 9 }).map(at))
  return fc
    .record({
      subscription: fc.constantFrom(ONE.id, TWO.id),
      object: fc.integer({ min: 0, max: 99 }).map(String),
      ...{ due: time, claimedUntil: time, rank: fc.integer({ min: 0, max: 3 }) },
    })
    .map((fields) => sampleOwed(ONE, fields))
}

function urgency({ rank, due }: OwedRow) {
  return { rank, due }
}

function byUrgency(left: OwedRow, right: OwedRow): number {
  return left.rank - right.rank || compareNames(left.due ?? '', right.due ?? '')
}

function inOrder(rows: readonly OwedRow[]): readonly OwedRow[] {
  const keyOf = ({ subscription, kind, object }: OwedRow) => JSON.stringify([subscription, kind, object])
  return rows.toSorted((left, right) => compareNames(keyOf(left), keyOf(right)))
}
