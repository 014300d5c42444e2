import { LIMITS, type WebhookStore } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from './property-runs.js'
import { at } from './sample.js'
import { sampleEntry, sampleError, sampleRecord, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `WebhookStore` for histories. */
export function webhookHistoryContract(harness: StoreHarness): void {
  it('should keep every field of the entries of both histories', async () => {
    const { webhooks } = await openWebhooks()
    const payloadEntry = sampleEntry('kept', { receivedAt: at(3), httpStatus: 401, sizeBytes: 99 })
    const errorEntry = sampleError('failed', { receivedAt: at(4), httpStatus: 500, traceback: 'Error: x\n  at y' })
    await webhooks.record([
      { webhookId: HOOK.id, payloadEntry, errorEntry: null, deliveredAt: null },
      { webhookId: HOOK.id, payloadEntry: null, errorEntry, deliveredAt: null },
    ])
    expect(await webhooks.histories(HOOK.id)).toEqual({ payloads: [payloadEntry], errors: [errorEntry] })
    expect((await summaryOf(webhooks)).lastPayloadAt).toBe(at(3))
    expect((await summaryOf(webhooks)).lastErrorAt).toBe(at(4))
  })

  it('should keep entries without a payload, message or traceback, and oversized ones', async () => {
    const { webhooks } = await openWebhooks()
    const bare = { payload: null, message: null, traceback: null, oversized: true, sizeBytes: 300_000_000_000 }
    const entries = { payloadEntry: sampleEntry('', bare), errorEntry: sampleError('', bare) }
    const trace = { webhookId: HOOK.id, ...entries, deliveredAt: null }
    const { traceback, ...payloadEntry } = trace.payloadEntry as typeof trace.errorEntry
    await webhooks.record([{ ...trace, payloadEntry }])
    expect(await webhooks.histories(HOOK.id)).toEqual({ payloads: [payloadEntry], errors: [trace.errorEntry] })
  })

  describe('the stored entries', () => {
    it('should be the newest ones, newest first; others are physically removed', async () => {
      const { webhooks, peek } = await openWebhooks()
      for (let count = 1; count <= 13; count++) {
        await webhooks.record([sampleRecord(HOOK, `${count}`, count)])
        const newest = Array.from({ length: Math.min(count, 5) }, (_, age) => `${count - age}`)
        expect(await messagesOf(webhooks)).toEqual({ payloads: newest, errors: newest })
      }
      const times = [9, 10, 11, 12, 13].map(at)
      const kept = times.flatMap((receivedAt) => [
        { webhookId: HOOK.id, kind: 'error', receivedAt },
        { webhookId: HOOK.id, kind: 'payload', receivedAt },
      ])
      const rows = await peek('webhookHistory')
      expect(rows.toSorted((left, right) => key(left).localeCompare(key(right)))).toEqual(kept)
    })

    it('should not depend on how deliveries are grouped into calls', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }), async (sizes) => {
          const { webhooks, peek } = await openWebhooks()
          const recorded: string[] = []
          for (const size of sizes) {
            const batch = Array.from({ length: size }, (_, index) => `${recorded.length + index}`)
            recorded.push(...batch)
            await webhooks.record(batch.map((message) => sampleRecord(HOOK, message)))
          }
          const newest = recorded.toReversed().slice(0, LIMITS.webhookHistory)
          expect(await messagesOf(webhooks)).toEqual({ payloads: newest, errors: newest })
          expect(await peek('webhookHistory')).toHaveLength(2 * newest.length)
        }),
        propertyRuns(harness, 20),
      )
    })

    it('should be ordered by arrival, not by time', async () => {
      const { webhooks } = await openWebhooks()
      await webhooks.record([sampleRecord(HOOK, 'a', 9), sampleRecord(HOOK, 'b', 9)])
      await webhooks.record([sampleRecord(HOOK, 'c', 9), sampleRecord(HOOK, 'd', 2)])
      await webhooks.record([sampleRecord(HOOK, 'e', 5)])
      expect((await messagesOf(webhooks)).payloads).toEqual(['e', 'd', 'c', 'b', 'a'])
      expect(await summaryOf(webhooks)).toMatchObject({ lastPayloadAt: at(5), lastErrorAt: at(5) })
    })

    it('should be limited separately in each history', async () => {
      const { webhooks } = await openWebhooks()
      const payloadOnly = { ...sampleRecord(HOOK, 'fine', 1), errorEntry: null }
      await webhooks.record([{ ...sampleRecord(HOOK, 'failed', 0), payloadEntry: null }])
      for (let count = 0; count < 3; count++) await webhooks.record([payloadOnly, payloadOnly, payloadOnly])
      expect(await messagesOf(webhooks)).toEqual({ payloads: Array(5).fill('fine'), errors: ['failed'] })
      expect(await summaryOf(webhooks)).toEqual({
        payloadHistoryCount: 5,
        lastPayloadAt: at(1),
        errorHistoryCount: 1,
        lastErrorAt: at(0),
      })
      await webhooks.record([{ ...sampleRecord(HOOK, 'failed', 7), payloadEntry: null }])
      expect(await summaryOf(webhooks)).toMatchObject({ lastPayloadAt: at(1), lastErrorAt: at(7) })
    })

    it('should be recorded for many webhooks in one call, in the order of the call', async () => {
      const { webhooks, peek } = await openWebhooks()
      const hooks = Array.from({ length: 30 }, () => sampleWebhook())
      for (const hook of hooks) await webhooks.add(hook)
      const rounds = Array.from({ length: 12 }, (_, round) => round)
      await webhooks.record(rounds.flatMap((round) => hooks.map((hook) => sampleRecord(hook, `${round}`, round))))
      for (const { id } of hooks) {
        const { payloads } = await webhooks.histories(id)
        expect(payloads.map(({ message }) => message)).toEqual(['11', '10', '9', '8', '7'])
      }
      expect(await peek('webhookHistory')).toHaveLength(30 * 10)
    })

    it('should be none for unknown webhooks, and none for an empty trace', async () => {
      const { webhooks, peek } = await openWebhooks()
      await webhooks.record([])
      await webhooks.record([{ webhookId: HOOK.id, payloadEntry: null, errorEntry: null, deliveredAt: null }])
      const strangers = ['no such id', '', '\u0000', '\ud800', HOOK.name].map((id) =>
        sampleRecord({ ...HOOK, id }, 'x'),
      )
      await webhooks.record(strangers)
      expect(await peek('webhookHistory')).toEqual([])
      await webhooks.record([...strangers, sampleRecord(HOOK, 'known'), ...strangers])
      expect(await peek('webhookHistory')).toHaveLength(2)
      expect((await messagesOf(webhooks)).payloads).toEqual(['known'])
    })

    it('should be the same as before after a rollback', async () => {
      const { webhooks, store, peek } = await openWebhooks()
      await webhooks.record(['a', 'b', 'c'].map((message, at) => sampleRecord(HOOK, message, at)))
      const before = await summaryOf(webhooks)
      const attempt = store.transaction(async (parts) => {
        await parts.webhooks.record(['x', 'y', 'z'].map((message) => sampleRecord(HOOK, message, 9)))
        expect((await messagesOf(parts.webhooks)).payloads).toEqual(['z', 'y', 'x', 'c', 'b'])
        throw new Error('rolled back')
      })
      await expect(attempt).rejects.toThrow('rolled back')
      expect((await messagesOf(webhooks)).payloads).toEqual(['c', 'b', 'a'])
      expect(await summaryOf(webhooks)).toEqual(before)
      await webhooks.record(['d', 'e', 'f'].map((message) => sampleRecord(HOOK, message)))
      expect((await messagesOf(webhooks)).payloads).toEqual(['f', 'e', 'd', 'c', 'b'])
      expect(await peek('webhookHistory')).toHaveLength(10)
    })
  })

  // Helpers

  async function openWebhooks() {
    const { store, peek } = await harness.open()
    await store.webhooks.add(HOOK)
    return { store, webhooks: store.webhooks, peek }
  }
}

const HOOK = sampleWebhook()

async function messagesOf(webhooks: WebhookStore) {
  const { payloads, errors } = await webhooks.histories(HOOK.id)
  return { payloads: payloads.map(({ message }) => message), errors: errors.map(({ message }) => message) }
}

async function summaryOf(webhooks: WebhookStore) {
  const { items } = await webhooks.list({ filters: { id: [HOOK.id] }, sort: undefined, page: 1, pageSize: 1 })
  if (items[0] === undefined) throw new Error(`no webhook ${HOOK.id}`)
  return items[0].histories
}

function key({ receivedAt, kind }: { readonly receivedAt: string; readonly kind: string }): string {
  return `${receivedAt} ${kind}`
}
