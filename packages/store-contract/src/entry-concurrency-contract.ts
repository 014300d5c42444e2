import type { Store, StoreTransaction } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { at } from './sample.js'
import { sampleAlertPolicy, sampleCatalogService, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'

/** Tests that concurrent callers can save and remove catalog entries and policies without taking a lock first. */
export function entryConcurrencyContract(harness: StoreHarness): void {
  const WRITERS = Array.from({ length: 20 }, (_, writer) => writer)

  it('should accept the same entries from many callers at once, in any order, new and stored ones', async () => {
    const { store, peek } = await harness.open()
    for (let round = 0; round < 2; round++) {
      await Promise.all(WRITERS.map((writer) => saveAll(store, writer)))
      expect(await peek('catalog')).toHaveLength(SERVICES.length)
      expect(await peek('weightPolicy')).toHaveLength(WEIGHTS.length)
      expect(await peek('relationPolicy')).toHaveLength(RELATIONS.length)
      expect(await peek('alertPolicy')).toHaveLength(ALERT_POLICIES.length)
    }
    // Each writer gives the same name to all of its entries. Saves are atomic, so all stored names must be equal.
    expect(new Set((await peek('catalog')).map(({ name }) => name)).size).toBe(1)
    expect(new Set((await peek('weightPolicy')).map(({ name }) => name)).size).toBe(1)
    expect(new Set((await peek('relationPolicy')).map(({ name }) => name)).size).toBe(1)
    expect(new Set((await peek('alertPolicy')).map(({ name }) => name)).size).toBe(1)
  })

  it('should let concurrent transactions save, release and delete the same entries in any order', async () => {
    const { store, peek } = await harness.open()
    const change = async (parts: StoreTransaction, writer: number) => {
      const [first, last] = writer % 2 === 0 ? [0, 5] : [5, 0]
      for (const index of [first, last]) {
        await parts.catalog.save(SERVICES.slice(index, index + 1))
        await parts.weightPolicies.save(WEIGHTS.slice(index, index + 1))
        await parts.relationPolicies.delete(RELATIONS.slice(index, index + 1).map(({ id }) => id))
        await parts.alertPolicies.delete(ALERT_POLICIES.slice(index, index + 1).map(({ id }) => id))
        await parts.weightPolicies.release(['shop'])
        await parts.alertPolicies.save(ALERT_POLICIES.slice(index, index + 1))
        await parts.relationPolicies.save(RELATIONS.slice(index, index + 1))
      }
      return writer
    }
    const writers = WRITERS.map((writer) => store.transaction((parts) => change(parts, writer)))
    expect(await Promise.all(writers)).toEqual(WRITERS)
    expect(await peek('catalog')).toHaveLength(2)
    expect((await peek('weightPolicy')).map(({ topologyId }) => topologyId)).toEqual([null, null])
    expect(await peek('relationPolicy')).toHaveLength(2)
    expect(await peek('alertPolicy')).toHaveLength(2)
  })

  it('should remove each row exactly once if many callers remove it at once', async () => {
    const { store, peek } = await harness.open()
    await saveAll(store, 0)
    const ids = WEIGHTS.map(({ id }) => id)
    const counts = await Promise.all(
      WRITERS.map((writer) => store.weightPolicies.delete(writer % 2 === 0 ? ids : ids.toReversed())),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(WEIGHTS.length)
    const removed = await Promise.all(WRITERS.map(() => store.catalog.delete(['service 0'])))
    expect(removed.filter(Boolean)).toHaveLength(1)
    expect(await peek('weightPolicy')).toEqual([])
    expect(await peek('catalog')).toHaveLength(SERVICES.length - 1)
  })

  it('should never give two policies the same createTime if it is chosen under the lock', async () => {
    const { store } = await harness.open()
    const add = async (parts: StoreTransaction) => {
      await parts.lock('policies')
      const last = await parts.weightPolicies.lastCreateTime()
      const createTime = last === undefined ? at(0) : new Date(Date.parse(last) + 1).toISOString()
      await parts.weightPolicies.save([sampleWeightPolicy({ createTime })])
    }
    await Promise.all(WRITERS.map(() => store.transaction(add)))
    expect((await store.weightPolicies.active()).map(({ createTime }) => createTime)).toEqual(WRITERS.map(at))
  })
}

// Helpers

const INDEXES = Array.from({ length: 30 }, (_, index) => index)
const SERVICES = INDEXES.map((index) => sampleCatalogService({ serviceId: `service ${index}` }))
const WEIGHTS = INDEXES.map(() => sampleWeightPolicy({ topologyId: 'shop' }))
const RELATIONS = INDEXES.map(() => sampleRelationPolicy())
const ALERT_POLICIES = INDEXES.map(() => sampleAlertPolicy())

/** Saves all entries under one name. Every second writer saves them in reverse order. */
async function saveAll(store: Store, writer: number): Promise<void> {
  const ordered = <Row>(rows: readonly Row[]) => {
    const named = rows.map((row) => ({ ...row, name: `by ${writer}` }))
    return writer % 2 === 0 ? named : named.toReversed()
  }
  await Promise.all([
    store.catalog.save(ordered(SERVICES)),
    store.weightPolicies.save(ordered(WEIGHTS)),
    store.relationPolicies.save(ordered(RELATIONS)),
    store.alertPolicies.save(ordered(ALERT_POLICIES)),
    store.weightPolicies.release(['shop']),
  ])
}
