import type { Payload } from '@opsgraph/core'
import { type DeliveryRecord, LIMITS } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyJson, longestName, ODD_JSON, ODD_TEXT } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { sampleEntry, sampleError, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `WebhookStore` for the content of history entries. */
export function webhookPayloadContract(harness: StoreHarness): void {
  it.each<[string, Payload]>([
    ['odd JSON', ODD_JSON],
    ['a list', [1, 'two', null, { three: [] }, [[]]]],
    ['256 KiB', { text: longestName(5).repeat(340) }],
    ['256 KiB of small values', Array.from({ length: 65_000 }, (_, index) => index % 10)],
    ['many levels', nested(99)],
    ['keys out of order', JSON.parse('{"b":1,"a":{"z":1,"y":2},"10":1,"9":2,"":0}')],
  ])('should keep %s exactly, including the order of keys', async (_, payload) => {
    const { webhooks } = await openWebhooks()
    await webhooks.record([traceOf(payload)])
    const { payloads, errors } = await webhooks.histories(HOOK.id)
    for (const [entry] of [payloads, errors]) {
      expect(entry?.payload).toEqual(payload)
      expect(JSON.stringify(entry?.payload)).toBe(JSON.stringify(payload))
    }
  })

  it('should keep any payload exactly', async () => {
    const { webhooks } = await openWebhooks()
    await fc.assert(
      fc.asyncProperty(fc.array(anyJson(), { minLength: 1, maxLength: 6 }), async (values) => {
        await webhooks.record(values.map((value) => traceOf([value])))
        const kept = values.toReversed().slice(0, LIMITS.webhookHistory)
        const { payloads } = await webhooks.histories(HOOK.id)
        const shown = payloads.slice(0, kept.length).map(({ payload }) => JSON.stringify(payload))
        expect(shown).toEqual(kept.map((value) => JSON.stringify([value])))
      }),
      propertyRuns(harness, 50),
    )
  })

  it('should keep messages and tracebacks with any characters', async () => {
    const { webhooks } = await openWebhooks()
    const errorEntry = sampleError(ODD_TEXT, { traceback: `${ODD_TEXT}\n${longestName(6).repeat(20)}` })
    await webhooks.record([{ webhookId: HOOK.id, payloadEntry: sampleEntry(ODD_TEXT), errorEntry, deliveredAt: null }])
    expect(await webhooks.histories(HOOK.id)).toEqual({ payloads: [sampleEntry(ODD_TEXT)], errors: [errorEntry] })
  })

  it('should keep the earliest and the latest possible times', async () => {
    const { webhooks, peek } = await openWebhooks()
    for (const receivedAt of ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      const payloadEntry = sampleEntry('', { receivedAt })
      await webhooks.record([{ webhookId: HOOK.id, payloadEntry, errorEntry: null, deliveredAt: receivedAt }])
      expect((await webhooks.histories(HOOK.id)).payloads[0]?.receivedAt).toBe(receivedAt)
      const { items } = await webhooks.list({ filters: {}, sort: undefined, page: 1, pageSize: 1 })
      expect(items[0]?.histories.lastPayloadAt).toBe(receivedAt)
    }
    expect(await peek('webhookHistory')).toHaveLength(2)
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { webhooks } = await openWebhooks()
    const original = traceOf({ list: [{ a: 1 }] })
    const given = structuredClone(original)
    await webhooks.record([given])
    tamper(given)
    tamper(await webhooks.histories(HOOK.id))
    tamper(await webhooks.histories('no such id'))
    expect(await webhooks.histories(HOOK.id)).toEqual({
      payloads: [original.payloadEntry],
      errors: [original.errorEntry],
    })
    expect(await webhooks.histories('no such id')).toEqual({ payloads: [], errors: [] })
  })

  // Helpers

  async function openWebhooks() {
    const { store, peek } = await harness.open()
    await store.webhooks.add(HOOK)
    return { webhooks: store.webhooks, peek }
  }
}

const HOOK = sampleWebhook()

function traceOf(payload: Payload): DeliveryRecord {
  return {
    webhookId: HOOK.id,
    payloadEntry: sampleEntry('', { payload }),
    errorEntry: sampleError('', { payload }),
    deliveredAt: null,
  }
}

function nested(levels: number): Payload {
  return JSON.parse(`${'[{"a":'.repeat(levels / 2)}[]${'}]'.repeat(levels / 2)}`)
}
