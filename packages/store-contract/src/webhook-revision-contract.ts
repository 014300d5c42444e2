import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { at } from './sample.js'
import { sampleDelivery, sampleTrace, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'
import { moment } from './waiting.js'

/** Tests the guarantees of `WebhookStore.revision`. */
export function webhookRevisionContract(harness: StoreHarness): void {
  it('should be a new one after every change, never a previous one', async () => {
    const { store } = await harness.open()
    const seen = [await store.webhooks.revision()]
    for (let round = 0; round < 5; round++) {
      for (const change of CHANGES) {
        expect(await change(store)).toBe(true)
        seen.push(await store.webhooks.revision())
      }
    }
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('should not change when webhooks are read, deliveries recorded and remembered, or policies changed', async () => {
    const { store } = await harness.open()
    await store.webhooks.add(HOOK)
    const before = await store.webhooks.revision()
    await readAll(store)
    await store.snapshot(readAll)
    await store.transaction(async (parts) => {
      await readAll(parts)
      await parts.webhooks.record([sampleTrace(HOOK, 'recorded')])
      await parts.webhooks.remember([sampleDelivery(HOOK, 'key')], at(0))
      await parts.weightPolicies.delete([])
    })
    expect(await store.webhooks.revision()).toBe(before)
  })

  it('should not change the revision of the policies', async () => {
    const { store } = await harness.open()
    const before = await store.policyRevision.read()
    for (const change of CHANGES) await change(store)
    expect(await store.policyRevision.read()).toBe(before)
  })

  it('should never repeat the revision of a transaction that was rolled back', async () => {
    const { store } = await harness.open()
    const seen: string[] = []
    const failure = new Error('the work failed')
    for (const change of CHANGES) {
      const attempt = store.transaction(async (parts) => {
        await change(parts)
        seen.push(await parts.webhooks.revision())
        throw failure
      })
      await expect(attempt).rejects.toBe(failure)
      expect(seen).not.toContain(await store.webhooks.revision())
      await change(store)
      expect(seen).not.toContain(await store.webhooks.revision())
    }
    expect(seen).toHaveLength(CHANGES.length)
  })

  it('should change with every change in a transaction', async () => {
    const { store } = await harness.open()
    const between = await store.transaction(async (parts) => {
      await parts.webhooks.add(HOOK)
      const revision = await parts.webhooks.revision()
      await parts.webhooks.save({ ...HOOK, name: 'changed' })
      return revision
    })
    expect(await store.webhooks.revision()).not.toBe(between)
  })

  it('should match the webhooks that a snapshot sees', async () => {
    const { store } = await harness.open()
    await store.webhooks.add(HOOK)
    const before = await store.webhooks.revision()
    const writing: Promise<unknown>[] = []
    const seen = await store.snapshot(async (view) => {
      const first = await view.webhooks.revision()
      writing.push(store.webhooks.delete(HOOK.id))
      await moment(Promise.all(writing))
      return { first, last: await view.webhooks.revision(), all: await view.webhooks.all() }
    })
    await Promise.all(writing)
    expect(seen).toEqual({ first: before, last: before, all: [HOOK] })
    expect(await store.webhooks.revision()).not.toBe(before)
  })

  it('should be a new one after the write of each concurrent writer, and refuse none', async () => {
    const { store } = await harness.open()
    const revisions = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction(async (parts) => {
          expect(await parts.webhooks.add(sampleWebhook())).toBe(true)
          return parts.webhooks.revision()
        }),
      ),
    )
    expect(new Set(revisions).size).toBe(20)
    expect(revisions).toContain(await store.webhooks.revision())
  })
}

// Helpers

const HOOK = sampleWebhook()

/**
 * All kinds of changes. Together they restore the initial state, so a revision that is derived from the content would
 * repeat.
 */
const CHANGES: readonly ((parts: StoreParts) => Promise<boolean>)[] = [
  (parts) => parts.webhooks.add(HOOK),
  (parts) => parts.webhooks.save({ ...HOOK, enabled: true }),
  (parts) => parts.webhooks.save(HOOK),
  (parts) => parts.webhooks.delete(HOOK.id),
]

async function readAll({ webhooks }: StoreParts): Promise<void> {
  await webhooks.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
  await webhooks.all()
  await webhooks.read(HOOK.id)
  await webhooks.histories(HOOK.id)
  await webhooks.revision()
}
