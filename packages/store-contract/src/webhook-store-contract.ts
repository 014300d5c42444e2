import type { WebhookConfig } from '@opsgraph/core'
import type { HistorySummary } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson, anyName, longestName, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { byId } from './row-order.js'
import { at } from './sample.js'
import { LONG_TEXT } from './sample-entries.js'
import { ELABORATE_WEBHOOK, ODD_WEBHOOKS, sampleDelivery, sampleRecord, sampleWebhook } from './sample-webhooks.js'
import type { KeptRows, StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `WebhookStore` for webhook configs. */
export function webhookStoreContract(harness: StoreHarness): void {
  describe('add, read and all', () => {
    it('should keep every field of a webhook', async () => {
      const { webhooks, peek } = await openWebhooks()
      const added = [ELABORATE_WEBHOOK, sampleWebhook()]
      for (const config of added) expect(await webhooks.add(config)).toBe(true)
      for (const config of added) expect(await webhooks.read(config.id)).toEqual(config)
      expect(byId(await webhooks.all())).toEqual(byId(added))
      expect(byId(await peek('webhook'))).toEqual(byId(added).map(kept))
    })

    it('should not find ids that were not added', async () => {
      const { webhooks } = await openWebhooks()
      expect(await webhooks.all()).toEqual([])
      await webhooks.add(ELABORATE_WEBHOOK)
      for (const id of UNUSED_VALUES) {
        expect(await webhooks.read(id)).toBeUndefined()
        expect(await webhooks.histories(id)).toEqual({ payloads: [], errors: [] })
      }
    })

    it('should refuse an id that is in use, and not change that webhook', async () => {
      const { webhooks, peek } = await openWebhooks()
      await webhooks.add(ELABORATE_WEBHOOK)
      await webhooks.record([sampleRecord(ELABORATE_WEBHOOK, 'kept')])
      expect(await webhooks.add(sampleWebhook({ id: ELABORATE_WEBHOOK.id }))).toBe(false)
      expect(await webhooks.all()).toEqual([ELABORATE_WEBHOOK])
      expect((await webhooks.histories(ELABORATE_WEBHOOK.id)).payloads).toHaveLength(1)
      expect(await peek('webhook')).toHaveLength(1)
    })

    it('should keep odd names, JSON and times exactly', async () => {
      const { webhooks } = await openWebhooks()
      const names = ODD_NAMES.map((name) =>
        sampleWebhook({ id: `id ${name}`, name, description: name, sourceId: name, createdBy: name }),
      )
      const odd = [...names, ...ODD_WEBHOOKS, sampleWebhook({ id: longestName(3), description: LONG_TEXT })]
      for (const config of odd) await webhooks.add(config)
      expect(byId(await webhooks.all())).toEqual(byId(odd))
      for (const config of odd) expect(await webhooks.read(config.id)).toEqual(config)
      const { items } = await webhooks.list(everything)
      expect(byId(items.map(({ config }) => config))).toEqual(byId(odd))
    })

    it('should keep any names and JSON', async () => {
      const { webhooks } = await openWebhooks()
      const fields = fc.record({ name: anyName(), description: anyName(), sourceId: anyName(), createdBy: anyName() })
      await fc.assert(
        fc.asyncProperty(fields, anyJson(), anyJson(), async (names, mapping, value) => {
          const config = sampleWebhook({ ...names, fieldMappings: { mapping }, defaultValues: { value } })
          await webhooks.add(config)
          expect(await webhooks.read(config.id)).toEqual(config)
        }),
        propertyRuns(harness, 50),
      )
    })

    it('should not be changed by callers who change given or returned values', async () => {
      const { webhooks } = await openWebhooks()
      const given = structuredClone(ELABORATE_WEBHOOK)
      await webhooks.add(given)
      tamper(given)
      const saved = structuredClone(ELABORATE_WEBHOOK)
      await webhooks.save(saved)
      tamper(saved)
      tamper(await webhooks.read(ELABORATE_WEBHOOK.id))
      tamper(await webhooks.all())
      tamper(await webhooks.list(everything))
      expect(await webhooks.all()).toEqual([ELABORATE_WEBHOOK])
    })
  })

  describe('save', () => {
    it('should replace every field of a webhook, and not change its histories or other webhooks', async () => {
      const { webhooks, peek } = await openWebhooks()
      const [first, other] = [sampleWebhook(), sampleWebhook()]
      for (const config of [first, other]) await webhooks.add(config)
      await webhooks.record([sampleRecord(first, 'kept')])
      const { histories } = (await webhooks.list({ ...everything, filters: { id: [first.id] } })).items[0] ?? {}
      const changed = { ...ELABORATE_WEBHOOK, id: first.id }
      expect(await webhooks.save(changed)).toBe(true)
      expect(byId(await webhooks.all())).toEqual(byId([changed, other]))
      expect(byId(await peek('webhook'))).toEqual(byId([changed, other]).map(kept))
      expect((await webhooks.histories(first.id)).payloads.map(({ message }) => message)).toEqual(['kept'])
      const { items } = await webhooks.list({ ...everything, filters: { id: [first.id] } })
      expect(items).toEqual([{ config: changed, histories }])
    })

    it('should add nothing for an unknown id', async () => {
      const { webhooks, peek } = await openWebhooks()
      for (const id of UNUSED_VALUES) expect(await webhooks.save(sampleWebhook({ id }))).toBe(false)
      expect(await peek('webhook')).toEqual([])
    })
  })

  describe('delete', () => {
    it('should remove a webhook with its histories and remembered deliveries, and nothing else', async () => {
      const { webhooks, peek } = await openWebhooks()
      const [gone, left] = [sampleWebhook(), sampleWebhook()]
      for (const config of [gone, left]) await webhooks.add(config)
      await webhooks.record([gone, left].map((config) => sampleRecord(config, 'kept')))
      await webhooks.remember(
        [gone, left].map((config) => sampleDelivery(config, 'key')),
        at(0),
      )
      expect(await webhooks.delete(gone.id)).toBe(true)
      expect(await webhooks.delete(gone.id)).toBe(false)
      for (const id of UNUSED_VALUES) expect(await webhooks.delete(id)).toBe(false)
      expect(await webhooks.all()).toEqual([left])
      expect(await peek('webhook')).toEqual([kept(left)])
      expect(new Set((await peek('webhookHistory')).map(({ webhookId }) => webhookId))).toEqual(new Set([left.id]))
      expect((await peek('webhookDelivery')).map(({ webhookId }) => webhookId)).toEqual([left.id])
    })

    it('should start without histories if a webhook is added again', async () => {
      const { webhooks } = await openWebhooks()
      await webhooks.add(ELABORATE_WEBHOOK)
      await webhooks.record([sampleRecord(ELABORATE_WEBHOOK, 'gone')])
      await webhooks.remember([sampleDelivery(ELABORATE_WEBHOOK, 'key')], at(0))
      await webhooks.delete(ELABORATE_WEBHOOK.id)
      await webhooks.add(ELABORATE_WEBHOOK)
      expect(await webhooks.histories(ELABORATE_WEBHOOK.id)).toEqual({ payloads: [], errors: [] })
      expect((await webhooks.list(everything)).items).toEqual([{ config: ELABORATE_WEBHOOK, histories: NOTHING }])
      expect(await webhooks.remember([sampleDelivery(ELABORATE_WEBHOOK, 'key')], at(0))).toEqual([true])
    })
  })

  // Helpers

  async function openWebhooks() {
    const { store, peek } = await harness.open()
    return { webhooks: store.webhooks, peek }
  }
}

const everything = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 }

const UNUSED_VALUES = ['no such id', '', '\u0000', '\ud800', ELABORATE_WEBHOOK.name]

const NOTHING: HistorySummary = {
  payloadHistoryCount: 0,
  lastPayloadAt: null,
  errorHistoryCount: 0,
  lastErrorAt: null,
}

function kept({ id, name, enabled }: WebhookConfig): KeptRows['webhook'] {
  return { id, name, enabled }
}
