import type { Store } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { at } from './sample.js'
import { ELABORATE_WEBHOOK, sampleRecord, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

/** Tests the guarantees of `WebhookStore` for webhooks that expect deliveries. */
export function webhookSilenceContract(harness: StoreHarness): void {
  it('should find a webhook that has waited for as many seconds as it expects a delivery', async () => {
    const { webhooks } = await openWith(HOOK)
    expect(await webhooks.overdue(at(MINUTE), 9)).toEqual([])
    expect(await webhooks.waitFrom(HOOK.id, at(5))).toBe(false)
    expect(await webhooks.overdue(at(5 + MINUTE - 1), 9)).toEqual([])
    const overdue = [{ config: HOOK, waitingSince: at(5) }]
    expect(await webhooks.overdue(at(5 + MINUTE), 9)).toEqual(overdue)
    expect(await webhooks.overdue(at(1_000 * MINUTE), 9)).toEqual(overdue)
  })

  it('should find every field of webhooks, in the order of their ids, up to the limit', async () => {
    const hooks = ['\u{1f600}', '\ue000', 'b', 'B'].map((id) => ({ ...ELABORATE_WEBHOOK, id }))
    const { webhooks } = await openWith(...hooks)
    for (const { id } of hooks) await webhooks.waitFrom(id, at(0))
    const found = await webhooks.overdue(at(10 * MINUTE), 9)
    expect(found.map(({ config }) => config)).toEqual(hooks.toReversed())
    const [first, second] = await webhooks.overdue(at(10 * MINUTE), 2)
    expect([first?.config.id, second?.config.id]).toEqual(['B', 'b'])
    expect(await webhooks.overdue(at(10 * MINUTE), 2)).toHaveLength(2)
  })

  it('should find neither disabled webhooks, nor those that expect nothing', async () => {
    const hooks = [sampleWebhook({ enabled: true }), sampleWebhook({ expectEvery: 60 })]
    const { webhooks } = await openWith(...hooks)
    for (const { id } of hooks) await webhooks.waitFrom(id, at(0))
    expect(await webhooks.overdue(at(10 * MINUTE), 9)).toEqual([])
    for (const hook of hooks) await webhooks.save({ ...hook, enabled: true, expectEvery: 60 })
    expect(await webhooks.overdue(at(10 * MINUTE), 9)).toHaveLength(2)
  })

  it('should count from the last delivery, even if it leaves no entry, and ignore those that were not let in', async () => {
    const { webhooks } = await openWith(HOOK)
    await webhooks.waitFrom(HOOK.id, at(0))
    const bare = { webhookId: HOOK.id, payloadEntry: null, errorEntry: null }
    expect(await webhooks.record([sampleRecord(HOOK, 'a', 7), { ...bare, deliveredAt: at(9) }])).toEqual([])
    expect(await webhooks.record([{ ...sampleRecord(HOOK, 'b', 30), deliveredAt: null }])).toEqual([])
    expect(await webhooks.overdue(at(9 + MINUTE), 9)).toEqual([{ config: HOOK, waitingSince: at(9) }])
    expect(await webhooks.record([{ ...bare, deliveredAt: at(40) }])).toEqual([])
    expect(await webhooks.overdue(at(9 + MINUTE), 9)).toEqual([])
  })

  it('should say since when webhooks are silent, until one of their deliveries is recorded', async () => {
    const { store, webhooks } = await openWith(HOOK, OTHER)
    const ids = [HOOK.id, OTHER.id, 'no such id', '\u0000']
    await silenceAll(store)
    expect(await webhooks.silentSince(ids)).toEqual(
      new Map([
        [HOOK.id, at(0)],
        [OTHER.id, at(0)],
      ]),
    )
    expect(await webhooks.silentSince([])).toEqual(new Map())
    expect(await webhooks.overdue(at(10 * MINUTE), 9)).toEqual([])
    expect(await webhooks.record([{ ...sampleRecord(HOOK, 'refused', 5), deliveredAt: null }])).toEqual([])
    expect(await webhooks.record([sampleRecord(HOOK, 'a', 5), sampleRecord(HOOK, 'b', 6)])).toEqual([HOOK.id])
    expect(await webhooks.record([sampleRecord(HOOK, 'c', 7)])).toEqual([])
    expect(await webhooks.silentSince(ids)).toEqual(new Map([[OTHER.id, at(0)]]))
    expect(await webhooks.waitFrom(OTHER.id, at(8))).toBe(true)
    expect(await webhooks.waitFrom(OTHER.id, at(9))).toBe(false)
    expect(await webhooks.silentSince(ids)).toEqual(new Map())
  })

  it('should know nothing of unknown and deleted webhooks', async () => {
    const { store, webhooks } = await openWith(HOOK, OTHER)
    for (const id of ['no such id', '', '\u0000', '\ud800']) expect(await webhooks.waitFrom(id, at(0))).toBe(false)
    await silenceAll(store)
    await webhooks.delete(HOOK.id)
    expect(await webhooks.silentSince([HOOK.id])).toEqual(new Map())
    expect(await webhooks.waitFrom(HOOK.id, at(0))).toBe(false)
    await webhooks.add(HOOK)
    expect(await webhooks.silentSince([HOOK.id])).toEqual(new Map())
    expect(await webhooks.overdue(at(10 * MINUTE), 9)).toEqual([])
  })

  it('should change nothing if the transaction is rolled back', async () => {
    const { store, webhooks } = await openWith(HOOK, OTHER)
    await silenceAll(store, HOOK.id)
    const attempt = store.transaction(async (parts) => {
      expect(await parts.webhooks.record([sampleRecord(HOOK, 'a')])).toEqual([HOOK.id])
      await parts.webhooks.overdue(at(MINUTE), 9)
      await parts.webhooks.silence([OTHER.id])
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await webhooks.silentSince([HOOK.id, OTHER.id])).toEqual(new Map([[HOOK.id, at(0)]]))
  })

  it('should let deliveries and changes wait for a transaction that has found a webhook, and see its silence', async () => {
    const { store, webhooks } = await openWith(HOOK, OTHER)
    for (const { id } of [HOOK, OTHER]) await webhooks.waitFrom(id, at(0))
    const others: Promise<unknown>[] = []
    await store.transaction(async (parts) => {
      expect(await parts.webhooks.overdue(at(MINUTE), 9)).toHaveLength(2)
      others.push(webhooks.record([sampleRecord(HOOK, 'a', 5)]), webhooks.waitFrom(OTHER.id, at(6)))
      await waitBriefly(Promise.all(others))
      await parts.webhooks.silence([HOOK.id, OTHER.id])
    })
    expect(await Promise.all(others)).toEqual([[HOOK.id], true])
    expect(await webhooks.silentSince([HOOK.id, OTHER.id])).toEqual(new Map())
  })

  it('should not find a webhook whose delivery is recorded meanwhile', async () => {
    const { store, webhooks } = await openWith(HOOK)
    await webhooks.waitFrom(HOOK.id, at(0))
    const others: Promise<unknown>[] = []
    await store.transaction(async (parts) => {
      await parts.webhooks.record([sampleRecord(HOOK, 'a', 5)])
      others.push(store.transaction((other) => other.webhooks.overdue(at(MINUTE), 9)))
      await waitBriefly(Promise.all(others))
    })
    expect(await Promise.all(others)).toEqual([[]])
  })

  // Helpers

  async function openWith(...hooks: readonly ReturnType<typeof sampleWebhook>[]) {
    const { store } = await harness.open()
    for (const hook of hooks) await store.webhooks.add(hook)
    return { store, webhooks: store.webhooks }
  }
}

const MINUTE = 60_000
const HOOK = sampleWebhook({ enabled: true, expectEvery: 60 })
const OTHER = sampleWebhook({ enabled: true, expectEvery: 60 })

/** Lets both webhooks wait since the start, and makes them silent; if `only` is given, makes only this one silent. */
async function silenceAll(store: Store, only?: string): Promise<void> {
  for (const { id } of [HOOK, OTHER]) await store.webhooks.waitFrom(id, at(0))
  await store.transaction(async ({ webhooks }) => {
    const found = await webhooks.overdue(at(MINUTE), 9)
    await webhooks.silence(found.map(({ config }) => config.id).filter((id) => only === undefined || id === only))
  })
}
