import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { nextId } from './sample.js'
import { sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'
import { moment } from './waiting.js'

/** Tests the guarantees of `PolicyRevision`. */
export function policyRevisionContract(harness: StoreHarness): void {
  it('should be a new one after every save and delete of either kind, never a previous one', async () => {
    const { store } = await harness.open()
    const seen = [await store.policyRevision.read()]
    for (let round = 0; round < 5; round++) {
      for (const change of CHANGES) {
        await change(store)
        seen.push(await store.policyRevision.read())
      }
    }
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('should not change when policies are read or released', async () => {
    const { store } = await harness.open()
    await store.weightPolicies.save([WEIGHT])
    const before = await store.policyRevision.read()
    await readAll(store)
    await store.snapshot(readAll)
    await store.transaction(readAll)
    await store.weightPolicies.release(['shop'])
    expect((await store.weightPolicies.read(WEIGHT.id))?.topologyId).toBeNull()
    expect(await store.policyRevision.read()).toBe(before)
  })

  it('should never repeat the revision of a transaction that was rolled back', async () => {
    const { store } = await harness.open()
    const seen: string[] = []
    const failure = new Error('the work failed')
    for (const change of CHANGES) {
      const attempt = store.transaction(async (parts) => {
        await change(parts)
        seen.push(await parts.policyRevision.read())
        throw failure
      })
      await expect(attempt).rejects.toBe(failure)
      expect(seen).not.toContain(await store.policyRevision.read())
      await change(store)
      expect(seen).not.toContain(await store.policyRevision.read())
    }
    expect(seen).toHaveLength(CHANGES.length)
  })

  it('should change with every change in a transaction', async () => {
    const { store } = await harness.open()
    const between = await store.transaction(async (parts) => {
      await parts.weightPolicies.save([WEIGHT])
      const revision = await parts.policyRevision.read()
      await parts.weightPolicies.save([{ ...WEIGHT, weight: 9 }])
      return revision
    })
    expect(await store.policyRevision.read()).not.toBe(between)
  })

  it('should match the policies that a snapshot sees', async () => {
    const { store } = await harness.open()
    await store.weightPolicies.save([WEIGHT])
    const before = await store.policyRevision.read()
    const writing: Promise<unknown>[] = []
    const seen = await store.snapshot(async (view) => {
      const first = await view.policyRevision.read()
      writing.push(store.weightPolicies.delete([WEIGHT.id]))
      await moment(Promise.all(writing))
      return { first, last: await view.policyRevision.read(), active: await view.weightPolicies.active() }
    })
    await Promise.all(writing)
    expect(seen).toEqual({ first: before, last: before, active: [WEIGHT] })
    expect(await store.policyRevision.read()).not.toBe(before)
  })

  it('should be a new one after the write of each concurrent writer, and refuse none', async () => {
    const { store } = await harness.open()
    const revisions = await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        store.transaction(async (parts) => {
          await CHANGES[writer % CHANGES.length]?.(parts)
          return parts.policyRevision.read()
        }),
      ),
    )
    expect(new Set(revisions).size).toBe(20)
    expect(revisions).toContain(await store.policyRevision.read())
  })
}

// Helpers

const WEIGHT = sampleWeightPolicy({ topologyId: 'shop' })
const RELATION = sampleRelationPolicy()

/**
 * All kinds of changes. The last ones restore the initial state, so a revision that is derived from the content would
 * repeat.
 */
const CHANGES: readonly ((parts: StoreParts) => Promise<unknown>)[] = [
  (parts) => parts.weightPolicies.save([WEIGHT, sampleWeightPolicy({ id: nextId() })]),
  (parts) => parts.relationPolicies.save([RELATION]),
  (parts) => parts.weightPolicies.save([{ ...WEIGHT, weight: 3 }]),
  (parts) => parts.relationPolicies.save([{ ...RELATION, status: 'inactive' }]),
  (parts) => parts.weightPolicies.save([WEIGHT]),
  (parts) => parts.relationPolicies.delete([RELATION.id]),
  (parts) => parts.weightPolicies.delete([WEIGHT.id]),
]

async function readAll(parts: StoreParts): Promise<void> {
  const everything = { filters: {}, sort: undefined, page: 1, pageSize: 10 }
  await parts.weightPolicies.list(everything)
  await parts.relationPolicies.list(everything)
  await parts.weightPolicies.active()
  await parts.relationPolicies.active()
  await parts.weightPolicies.find([WEIGHT.id])
  await parts.weightPolicies.read(WEIGHT.id)
  await parts.relationPolicies.lastCreateTime()
  await parts.policyRevision.read()
}
