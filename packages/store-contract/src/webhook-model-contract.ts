import type { WebhookConfig } from '@opsgraph/core'
import type { DeliveryRecord } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAgainstModel, type Step } from './model-run.js'
import { byId } from './row-order.js'
import { at } from './sample.js'
import { sampleDelivery, sampleEntry, sampleError, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'
import { WebhookModel } from './webhook-model.js'

/** Tests that a webhook store answers like plain maps after any sequence of calls. */
export function webhookModelContract(harness: StoreHarness): void {
  it('should answer like plain maps', () => runAgainstModel(harness, anyStep(), () => new WebhookModel()))
}

// Helpers: the steps. There are only a few ids and keys, so that calls often affect the same rows.

type WebhookStep = Step<WebhookModel>

const IDS = ['a', 'A', '\ue000', '\u{1f600}'] as const
const KEYS = ['1', '2', '3'] as const
const LONGEST_SPAN = 10

function anyStep(): fc.Arbitrary<WebhookStep> {
  const id = fc.constantFrom(...IDS)
  const config = fc
    .record({
      ...{ id, name: fc.constantFrom('n', 'N', ''), enabled: fc.boolean(), createTime: anyTime() },
      expectEvery: fc.constantFrom(null, 60, 61),
    })
    .map(sampleWebhook)
  const entry = fc.option(fc.record({ receivedAt: anyTime(), payload: fc.constantFrom(null, { a: 1 }) }))
  const trace = fc
    .record({ webhookId: id, payload: entry, error: entry, deliveredAt: fc.option(anyTime()) })
    .map(({ webhookId, payload, error, deliveredAt }) => ({
      webhookId,
      payloadEntry: payload && sampleEntry('', payload),
      errorEntry: error && sampleError('', error),
      deliveredAt,
    }))
  const asked = fc.record({ id, key: fc.constantFrom(...KEYS), lasts: fc.integer({ min: 0, max: LONGEST_SPAN }) })
  const page = fc.record({ enabled: fc.option(fc.boolean()), page: fc.constantFrom(1, 2) })
  return fc.oneof(
    { weight: 3, arbitrary: config.map(add) },
    config.map(save),
    id.map(remove),
    { weight: 3, arbitrary: fc.array(trace, { maxLength: 15 }).map(record) },
    { weight: 3, arbitrary: fc.tuple(fc.array(asked, { maxLength: 6 }), fc.nat(LONGEST_SPAN)).map(remember) },
    fc.array(asked, { maxLength: 3 }).map(forget),
    fc.tuple(id, anyTime()).map(waitFrom),
    { weight: 2, arbitrary: fc.tuple(fc.nat(2_000), fc.constantFrom(1, 9)).map(silence) },
    page.map(list),
  )
}

function anyTime(): fc.Arbitrary<string> {
  return fc.nat(9).map(at)
}

function add(config: WebhookConfig): WebhookStep {
  return {
    title: `add ${JSON.stringify(config)}`,
    run: async (model, { webhooks }) => {
      const isFree = model.read(config.id) === undefined
      expect(await webhooks.add(config)).toBe(isFree)
      if (isFree) model.put(config)
    },
  }
}

function save(config: WebhookConfig): WebhookStep {
  return {
    title: `save ${JSON.stringify(config)}`,
    run: async (model, { webhooks }) => {
      const isKnown = model.read(config.id) !== undefined
      expect(await webhooks.save(config)).toBe(isKnown)
      if (isKnown) model.put(config)
      expect(await webhooks.read(config.id)).toEqual(model.read(config.id))
    },
  }
}

function remove(id: string): WebhookStep {
  return {
    title: `delete ${id}`,
    run: async (model, { webhooks }) => {
      expect(await webhooks.delete(id)).toBe(model.remove(id))
      expect(byId(await webhooks.all())).toEqual(byId(model.all))
    },
  }
}

function record(traces: readonly DeliveryRecord[]): WebhookStep {
  return {
    title: `record ${JSON.stringify(traces)}`,
    run: async (model, { webhooks }) => {
      const heard = new Set(traces.flatMap((trace) => (model.record(trace) ? [trace.webhookId] : [])))
      expect([...(await webhooks.record(traces))].toSorted()).toEqual([...heard].toSorted())
      for (const id of IDS) expect(await webhooks.histories(id)).toEqual(model.histories(id))
    },
  }
}

type Asked = readonly { readonly id: string; readonly key: string; readonly lasts: number }[]

function remember([asked, later]: readonly [Asked, number]): WebhookStep {
  return {
    title: `remember ${JSON.stringify(asked)} after ${later} ms`,
    run: async (model, { webhooks }) => {
      const now = model.advance(later)
      const deliveries = asked.map(({ id, key, lasts }) => sampleDelivery(sampleWebhook({ id }), key, now + lasts))
      expect(await webhooks.remember(deliveries, at(now))).toEqual(model.remember(deliveries))
    },
  }
}

function forget(asked: Asked): WebhookStep {
  return {
    title: `forget ${JSON.stringify(asked)}`,
    run: async (model, { webhooks }) => {
      const deliveries = asked.map(({ id, key, lasts }) => sampleDelivery(sampleWebhook({ id }), key, lasts))
      await webhooks.forget(deliveries)
      model.forget(deliveries)
    },
  }
}

function waitFrom([id, time]: readonly [string, string]): WebhookStep {
  return {
    title: `wait for ${id} from ${time}`,
    run: async (model, { webhooks }) => {
      expect(await webhooks.waitFrom(id, time)).toBe(model.waitFrom(id, time))
    },
  }
}

function silence([later, limit]: readonly [number, number]): WebhookStep {
  return {
    title: `silence ${limit} webhooks ${later} ms after a minute`,
    run: async (model, { webhooks }) => {
      const now = at(60_000 + later)
      const overdue = await webhooks.overdue(now, limit)
      expect(overdue).toEqual(model.overdue(now).slice(0, limit))
      await webhooks.silence(overdue.map(({ config }) => config.id))
      for (const { config } of overdue) model.silence(config.id)
      expect(await webhooks.silentSince(IDS)).toEqual(model.silentSince)
    },
  }
}

function list({ enabled, page }: { readonly enabled: boolean | null; readonly page: number }): WebhookStep {
  return {
    title: `list enabled ${enabled}, page ${page}`,
    run: async (model, { webhooks }) => {
      const fitting = model.listed.filter(({ config }) => enabled === null || config.enabled === enabled)
      const filters = enabled === null ? {} : { enabled: [String(enabled)] }
      expect(await webhooks.list({ filters, sort: undefined, page, pageSize: 2 })).toEqual({
        items: fitting.slice((page - 1) * 2, page * 2),
        total: fitting.length,
      })
    },
  }
}
