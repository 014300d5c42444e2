import type { SeenDelivery, WebhookStore } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { longestName, ODD_NAMES } from './odd-text.js'
import { at } from './sample.js'
import { sampleDelivery, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `WebhookStore.remember`. */
export function webhookDeliveryContract(harness: StoreHarness): void {
  it('should report a delivery as new once per webhook', async () => {
    const { webhooks, peek } = await openWebhooks()
    expect(await webhooks.remember([], at(0))).toEqual([])
    expect(await webhooks.remember([sampleDelivery(HOOK, 'a')], at(0))).toEqual([true])
    const all = [HOOK, OTHER].flatMap((hook) => ['a', 'b'].map((key) => sampleDelivery(hook, key)))
    expect(await webhooks.remember(all, at(1))).toEqual([false, true, true, true])
    expect(await webhooks.remember(all, at(2))).toEqual([false, false, false, false])
    expect(await peek('webhookDelivery')).toHaveLength(4)
    expect(await peek('webhookDelivery')).toContainEqual({ webhookId: HOOK.id, key: 'a', expires: at(1_000) })
  })

  it('should report only the first of equal deliveries in one call as new, and keep that one', async () => {
    const { webhooks, peek } = await openWebhooks()
    const [a, b, later] = [sampleDelivery(HOOK, 'a'), sampleDelivery(HOOK, 'b'), sampleDelivery(HOOK, 'a', 9_000)]
    expect(await webhooks.remember([b, a, later, b, a, sampleDelivery(OTHER, 'a')], at(0))).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ])
    expect(await peek('webhookDelivery')).toContainEqual(a)
    expect(await peek('webhookDelivery')).toHaveLength(3)
    expect(await webhooks.remember([later, later], at(1_000))).toEqual([true, false])
  })

  it('should forget a delivery at its expiry time, even if it was repeated meanwhile', async () => {
    const { webhooks, peek } = await openWebhooks()
    expect(await remembered(webhooks, 'a', { now: 0, expires: 10 })).toBe(true)
    expect(await remembered(webhooks, 'a', { now: 9, expires: 19 })).toBe(false)
    expect(await peek('webhookDelivery')).toEqual([sampleDelivery(HOOK, 'a', 10)])
    expect(await remembered(webhooks, 'a', { now: 10, expires: 20 })).toBe(true)
    expect(await remembered(webhooks, 'a', { now: 19, expires: 29 })).toBe(false)
    expect(await peek('webhookDelivery')).toEqual([sampleDelivery(HOOK, 'a', 20)])
    expect(await remembered(webhooks, 'a', { now: 21, expires: 31 })).toBe(true)
  })

  it('should distinguish odd keys, and compare them exactly', async () => {
    const { webhooks } = await openWebhooks()
    const odd = [...ODD_NAMES, '', longestName(7)].map((key) => sampleDelivery(HOOK, key))
    expect(await webhooks.remember(odd, at(0))).toEqual(odd.map(() => true))
    expect(await webhooks.remember(odd.toReversed(), at(0))).toEqual(odd.map(() => false))
  })

  it('should remember thousands at once, in any order', async () => {
    const { webhooks, peek } = await openWebhooks()
    const keys = Array.from({ length: 6_000 }, (_, index) => `${(index * 7_919) % 6_000}`)
    const deliveries = keys.map((key) => sampleDelivery(Number(key) % 2 === 0 ? HOOK : OTHER, key))
    const half = deliveries.slice(0, 3_000)
    expect(await webhooks.remember(half, at(0))).toEqual(half.map(() => true))
    expect(await webhooks.remember(deliveries, at(1))).toEqual(deliveries.map((_, index) => index >= 3_000))
    expect(await peek('webhookDelivery')).toHaveLength(6_000)
  })

  it('should not remember deliveries of unknown webhooks, which are always new', async () => {
    const { webhooks, peek } = await openWebhooks()
    const strangers = ['no such id', '', '\u0000', '\ud800', HOOK.name].map((id) => ({ ...HOOK, id }))
    const deliveries = [...strangers, HOOK, ...strangers].map((hook) => sampleDelivery(hook, 'a'))
    const firstOfEach = deliveries.map((_, index) => index < 6)
    expect(await webhooks.remember(deliveries, at(0))).toEqual(firstOfEach)
    expect(await webhooks.remember(deliveries, at(0))).toEqual(firstOfEach.map((isNew, at) => isNew && at !== 5))
    expect(await peek('webhookDelivery')).toEqual([sampleDelivery(HOOK, 'a')])
  })

  it('should show a transaction what it remembers, and forget it on rollback', async () => {
    const { webhooks, store, peek } = await openWebhooks()
    const attempt = store.transaction(async (parts) => {
      expect(await remembered(parts.webhooks, 'a')).toBe(true)
      expect(await remembered(parts.webhooks, 'a')).toBe(false)
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await peek('webhookDelivery')).toEqual([])
    expect(await remembered(webhooks, 'a')).toBe(true)
  })

  it('should remove more expired deliveries than it adds in every call, and nothing else', async () => {
    const { webhooks, peek } = await openWebhooks()
    const lasting = manyDeliveries('lasting', 9_000)
    await webhooks.remember([...manyDeliveries('first', 10), ...lasting, ...manyDeliveries('second', 20)], at(0))
    const expired = async () => (await peek('webhookDelivery')).filter(({ expires }) => expires <= at(20)).length
    expect(await expired()).toBe(2 * MANY)
    for (let before = 2 * MANY, call = 0; before > 0; call++) {
      expect(await remembered(webhooks, `call ${call}`, { now: 20, expires: 9_000 })).toBe(true)
      const left = await expired()
      expect(left).toBeLessThanOrEqual(Math.max(0, before - 2))
      before = left
    }
    expect(await webhooks.remember(lasting, at(21))).toEqual(lasting.map(() => false))
  })

  it('should remove expired deliveries even if nothing is new', async () => {
    const { webhooks, peek } = await openWebhooks()
    await webhooks.remember([...manyDeliveries('old', 10), sampleDelivery(HOOK, 'known', 9_000)], at(0))
    for (let call = 0; call < MANY; call++) await remembered(webhooks, 'known', { now: 10, expires: 9_000 })
    expect(await peek('webhookDelivery')).toEqual([sampleDelivery(HOOK, 'known', 9_000)])
  })

  it('should roll back the removal of expired deliveries with its transaction, and remove them later', async () => {
    const { webhooks, store, peek } = await openWebhooks()
    await webhooks.remember([sampleDelivery(HOOK, 'old', 10), sampleDelivery(HOOK, 'again', 10)], at(0))
    const attempt = store.transaction(async (parts) => {
      const answers = await parts.webhooks.remember([sampleDelivery(HOOK, 'again'), sampleDelivery(HOOK, 'b')], at(10))
      expect(answers).toEqual([true, true])
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await peek('webhookDelivery')).toHaveLength(2)
    expect(await remembered(webhooks, 'again', { now: 9, expires: 19 })).toBe(false)
    expect(await webhooks.remember(manyDeliveries('new', 9_000), at(10))).toHaveLength(MANY)
    expect((await peek('webhookDelivery')).map(({ expires }) => expires)).not.toContain(at(10))
  })

  it('should forget the given deliveries, and nothing else', async () => {
    const { webhooks, store, peek } = await openWebhooks()
    const [a, b, odd] = ['a', 'b', '\u{1f600}",{}'].map((key) => sampleDelivery(HOOK, key)) as [
      SeenDelivery,
      SeenDelivery,
      SeenDelivery,
    ]
    const other = sampleDelivery(OTHER, 'a')
    await webhooks.remember([b, other], at(0))
    await store.transaction(async (parts) => {
      expect(await parts.webhooks.remember([a, b, odd], at(1))).toEqual([true, false, true])
      await parts.webhooks.forget([])
      await parts.webhooks.forget([a, odd, a])
    })
    expect(await peek('webhookDelivery')).toHaveLength(2)
    expect(await webhooks.remember([a, b, odd, other], at(2))).toEqual([true, false, true, false])
  })

  it('should still remember deliveries that a rolled back transaction forgot', async () => {
    const { webhooks, store } = await openWebhooks()
    expect(await remembered(webhooks, 'a')).toBe(true)
    const attempt = store.transaction(async (parts) => {
      await parts.webhooks.forget([sampleDelivery(HOOK, 'a')])
      expect(await remembered(parts.webhooks, 'a')).toBe(true)
      await parts.webhooks.forget([sampleDelivery(HOOK, 'a')])
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await remembered(webhooks, 'a', { now: 1, expires: 9 })).toBe(false)
  })

  // Helpers

  async function openWebhooks() {
    const { store, peek } = await harness.open()
    for (const hook of [HOOK, OTHER]) await store.webhooks.add(hook)
    return { store, webhooks: store.webhooks, peek }
  }
}

const HOOK = sampleWebhook()
const OTHER = sampleWebhook()

async function remembered(
  webhooks: WebhookStore,
  key: string,
  { now, expires } = { now: 0, expires: 1_000 },
): Promise<boolean | undefined> {
  const [isNew] = await webhooks.remember([sampleDelivery(HOOK, key, expires)], at(now))
  return isNew
}

const MANY = 40

function manyDeliveries(name: string, expires: number): readonly SeenDelivery[] {
  return Array.from({ length: MANY }, (_, index) => sampleDelivery(HOOK, `${name} ${index}`, expires))
}
