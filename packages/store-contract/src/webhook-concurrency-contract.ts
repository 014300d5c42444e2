import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookConfig } from '@opsgraph/core'
import type { Histories, StoreParts } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { at } from './sample.js'
import { sampleDelivery, sampleRecord, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

/** Tests the guarantees of `WebhookStore` for concurrent deliveries and changes of webhooks. */
export function webhookConcurrencyContract(harness: StoreHarness): void {
  const CALLERS = Array.from({ length: 20 }, (_, caller) => caller)

  describe('configurations', () => {
    it('should let one of many callers add an id, and one of many delete it', async () => {
      const { store, peek } = await harness.open()
      const added = await Promise.all(CALLERS.map((caller) => store.webhooks.add({ ...HOOK, name: `${caller}` })))
      expect(added.filter(Boolean)).toHaveLength(1)
      expect(await store.webhooks.read(HOOK.id)).toMatchObject({ name: `${added.indexOf(true)}` })
      const deleted = await Promise.all(CALLERS.map(() => store.webhooks.delete(HOOK.id)))
      expect(deleted.filter(Boolean)).toHaveLength(1)
      expect(await peek('webhook')).toEqual([])
    })
  })

  describe('record', () => {
    it('should keep the newest entries of 40 concurrent callers, in the same order in both histories', async () => {
      const { store, peek } = await openWith(HOOK)
      const recorders = Array.from({ length: 40 }, (_, recorder) =>
        store.webhooks.record([sampleRecord(HOOK, `${recorder} a`, recorder), sampleRecord(HOOK, `${recorder} b`)]),
      )
      const isDone = Promise.all(recorders)
      for (let look = 0; look < 10; look++) {
        expectInOneOrder(await store.webhooks.histories(HOOK.id))
        expect((await peek('webhookHistory')).length).toBeLessThanOrEqual(10)
      }
      await isDone
      const { payloads } = await store.webhooks.histories(HOOK.id)
      expect(payloads).toHaveLength(5)
      expectInOneOrder(await store.webhooks.histories(HOOK.id))
      // The two entries of one call must be next to each other.
      expect(payloads.map(({ message }) => message?.slice(-1))).toEqual(['b', 'a', 'b', 'a', 'b'])
      expect(payloads[0]?.message?.slice(0, -1)).toBe(payloads[1]?.message?.slice(0, -1))
      expect(await peek('webhookHistory')).toHaveLength(10)
    })

    it('should wait for an earlier transaction that has recorded', async () => {
      const { store } = await openWith(HOOK)
      const others: Promise<unknown>[] = []
      await store.transaction(async (parts) => {
        await parts.webhooks.record([sampleRecord(HOOK, 'first')])
        others.push(store.webhooks.record([sampleRecord(HOOK, 'third')]))
        await waitBriefly(Promise.all(others))
        await parts.webhooks.record([sampleRecord(HOOK, 'second')])
      })
      await Promise.all(others)
      const { payloads } = await store.webhooks.histories(HOOK.id)
      expect(payloads.map(({ message }) => message)).toEqual(['third', 'second', 'first'])
    })

    it('should accept batches of the same webhooks in any order', async () => {
      const hooks = Array.from({ length: 8 }, () => sampleWebhook())
      const { store, peek } = await openWith(...hooks)
      await Promise.all(
        CALLERS.map((caller) => {
          const order = caller % 2 === 0 ? hooks : hooks.toReversed()
          return store.transaction((parts) =>
            parts.webhooks.record([...order, ...order].map((hook) => sampleRecord(hook, `${caller}`))),
          )
        }),
      )
      expect(await peek('webhookHistory')).toHaveLength(8 * 10)
      for (const { id } of hooks) expectInOneOrder(await store.webhooks.histories(id))
    })

    it('should allow changes of webhooks while deliveries are recorded, and the reverse', async () => {
      const { store } = await openWith(HOOK)
      const editing = CALLERS.map((caller) => store.webhooks.save({ ...HOOK, name: `${caller}` }))
      const recording = CALLERS.map((caller) => store.webhooks.record([sampleRecord(HOOK, `${caller}`)]))
      expect(await Promise.all(editing)).toEqual(CALLERS.map(() => true))
      await Promise.all(recording)
      expect((await store.webhooks.histories(HOOK.id)).payloads).toHaveLength(5)
    })
  })

  describe('delete', () => {
    it('should leave no rows behind while deliveries are recorded and remembered', async () => {
      const { store, peek } = await harness.open()
      for (let round = 0; round < 10; round++) {
        await store.webhooks.add(HOOK)
        const deliveries = CALLERS.map((caller) => deliver(store, `${round} ${caller}`))
        const inOne = store.transaction((parts) => deliver(parts, `${round}`))
        await delay(round % 4)
        expect(await store.webhooks.delete(HOOK.id)).toBe(true)
        await Promise.all([...deliveries, inOne])
      }
      expect(await peek('webhookHistory')).toEqual([])
      expect(await peek('webhookDelivery')).toEqual([])
      expect(await store.webhooks.histories(HOOK.id)).toEqual({ payloads: [], errors: [] })
    })

    it('should wait for a transaction that has only remembered deliveries, and remove these deliveries', async () => {
      const { store, peek } = await openWith(HOOK)
      const others: Promise<unknown>[] = []
      await store.transaction(async (parts) => {
        await parts.webhooks.remember([sampleDelivery(HOOK, 'key')], at(0))
        others.push(store.webhooks.delete(HOOK.id))
        await waitBriefly(Promise.all(others))
      })
      expect(await Promise.all(others)).toEqual([true])
      expect(await peek('webhookDelivery')).toEqual([])
    })

    it('should wait for a transaction that has recorded and remembered, and remove its rows too', async () => {
      const { store, peek } = await openWith(HOOK)
      const others: Promise<unknown>[] = []
      await store.transaction(async (parts) => {
        await deliver(parts, 'a')
        others.push(store.webhooks.delete(HOOK.id))
        await waitBriefly(Promise.all(others))
        await deliver(parts, 'b')
      })
      expect(await Promise.all(others)).toEqual([true])
      expect(await peek('webhookHistory')).toEqual([])
      expect(await peek('webhookDelivery')).toEqual([])
    })
  })

  // Helpers

  async function openWith(...hooks: readonly WebhookConfig[]) {
    const { store, peek } = await harness.open()
    for (const hook of hooks) await store.webhooks.add(hook)
    return { store, peek }
  }
}

const HOOK = sampleWebhook()

/** Makes the calls that core makes when it receives one delivery. */
async function deliver({ webhooks }: StoreParts, key: string): Promise<void> {
  await webhooks.remember([sampleDelivery(HOOK, key)], at(0))
  await webhooks.record([sampleRecord(HOOK, key)])
}

function expectInOneOrder({ payloads, errors }: Histories): void {
  const messages = payloads.map(({ message }) => message)
  expect(errors.map(({ message }) => message)).toEqual(messages)
  expect(messages.length).toBeLessThanOrEqual(5)
}
