import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { type RevisedData, revisionContract } from './revision-contract.js'
import { at } from './sample.js'
import { sampleDelivery, sampleRecord, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `WebhookStore.revision`. */
export function webhookRevisionContract(harness: StoreHarness): void {
  revisionContract(harness, {
    revision: ({ webhooks }) => webhooks.revision(),
    changes: CHANGES,
    concurrentChange: expectingTrue(({ webhooks }) => webhooks.add(sampleWebhook())),
    readAll,
    content: ({ webhooks }) => webhooks.all(),
  })

  it('should not change when deliveries are recorded and remembered, or policies changed', async () => {
    const { store } = await harness.open()
    await store.webhooks.add(HOOK)
    const before = await store.webhooks.revision()
    await store.transaction(async (parts) => {
      await parts.webhooks.record([sampleRecord(HOOK, 'recorded')])
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
}

// Helpers

const HOOK = sampleWebhook()

const CHANGES: RevisedData['changes'] = [
  expectingTrue(({ webhooks }) => webhooks.add(HOOK)),
  expectingTrue(({ webhooks }) => webhooks.save({ ...HOOK, enabled: true })),
  expectingTrue(({ webhooks }) => webhooks.save(HOOK)),
  expectingTrue(({ webhooks }) => webhooks.delete(HOOK.id)),
]

function expectingTrue(change: (parts: StoreParts) => Promise<boolean>) {
  return async (parts: StoreParts) => expect(await change(parts)).toBe(true)
}

async function readAll({ webhooks }: StoreParts): Promise<void> {
  await webhooks.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
  await webhooks.all()
  await webhooks.read(HOOK.id)
  await webhooks.histories(HOOK.id)
  await webhooks.revision()
}
