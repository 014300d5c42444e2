import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookConfig } from '@opsgraph/core'
import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { at } from './sample.js'
import { sampleDelivery, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

/** Tests the guarantees of `WebhookStore.remember` for concurrent callers. */
export function webhookRememberContract(harness: StoreHarness): void {
  const CALLERS = Array.from({ length: 20 }, (_, caller) => caller)

  it('should report a delivery as new to one of many callers', async () => {
    const { store, peek } = await openWith(HOOK)
    const keys = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(
      CALLERS.map(async (caller) => {
        const asked = caller % 2 === 0 ? keys : keys.toReversed()
        const fresh = await store.webhooks.remember(
          asked.map((key) => sampleDelivery(HOOK, key)),
          at(0),
        )
        return asked.filter((_, index) => fresh[index])
      }),
    )
    expect(answers.flat().toSorted()).toEqual(keys)
    expect(await peek('webhookDelivery')).toHaveLength(4)
  })

  it('should make other callers wait for an open transaction', async () => {
    const { store } = await openWith(HOOK)
    const open = new Set<number>()
    const answers = await Promise.all(
      CALLERS.map((caller) =>
        store.transaction(async (parts) => {
          const [isNew] = await parts.webhooks.remember([sampleDelivery(HOOK, 'key')], at(0))
          if (!isNew) return `after ${[...open]}`
          open.add(caller)
          await delay(30)
          open.delete(caller)
          return 'new'
        }),
      ),
    )
    expect(answers.toSorted()).toEqual([...Array(19).fill('after '), 'new'])
  })

  it.each([0, 1_000])(
    'should report it as new to one waiting caller if the first rolls back (at %i ms)',
    async (now) => {
      const { store, peek } = await openWith(HOOK)
      // If `now` is 0, no delivery with the key `key` is stored, so the call adds it. If `now` is 1,000, the delivery
      // with this key is stored but has expired, so the call renews it.
      await store.webhooks.remember([sampleDelivery(HOOK, now === 0 ? 'other' : 'key', 1_000)], at(0))
      const ask = async (parts: StoreParts) =>
        (await parts.webhooks.remember([sampleDelivery(HOOK, 'key', 2_000)], at(now)))[0]
      const others: Promise<boolean | undefined>[] = []
      const attempt = store.transaction(async (parts) => {
        expect(await ask(parts)).toBe(true)
        if (others.length === 0) others.push(...CALLERS.map(() => store.transaction(ask)))
        await waitBriefly(Promise.all(others))
        throw new Error('rolled back')
      })
      await expect(attempt).rejects.toThrow('rolled back')
      expect((await Promise.all(others)).filter(Boolean)).toHaveLength(1)
      expect(await peek('webhookDelivery')).toContainEqual(sampleDelivery(HOOK, 'key', 2_000))
    },
  )

  it('should add and remove expired deliveries concurrently, without refusing a caller', async () => {
    const { store, peek } = await openWith(HOOK)
    const keys = Array.from({ length: 100 }, (_, index) => `${index}`)
    await store.webhooks.remember(
      keys.map((key) => sampleDelivery(HOOK, key, 10)),
      at(0),
    )
    const answers = await Promise.all(
      CALLERS.map((caller) => {
        const asked = caller % 2 === 0 ? keys : keys.toReversed()
        return store.webhooks.remember(
          asked.map((key) => sampleDelivery(HOOK, key, 20)),
          at(10),
        )
      }),
    )
    expect(answers.flat().filter(Boolean)).toHaveLength(100)
    expect(await peek('webhookDelivery')).toHaveLength(100)
  })

  // Helpers

  async function openWith(hook: WebhookConfig) {
    const { store, peek } = await harness.open()
    await store.webhooks.add(hook)
    return { store, peek }
  }
}

const HOOK = sampleWebhook()
