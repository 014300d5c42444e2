import { LIST_COLUMNS, type WebhookConfig } from '@opsgraph/core'
import { compareCreation, type HistorySummary } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { NAMES_IN_ORDER } from './odd-text.js'
import { at } from './sample.js'
import { sampleRecord, sampleWebhook } from './sample-webhooks.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `WebhookStore.list`, including the summaries of the histories. */
export function webhookListContract(harness: StoreHarness): void {
  listContract(harness, {
    rows: LISTED.map((config, index) => ({ ...config, histories: summaryAfter(index) })),
    save: async ({ webhooks }, rows) => {
      for (const { histories, ...config } of rows) await webhooks.add(config)
      for (const [index, config] of LISTED.entries()) await webhooks.record(createDeliveries(config, index))
    },
    list: async ({ webhooks }, query) => {
      const { items, total } = await webhooks.list(query)
      return { items: items.map(({ config, histories }) => ({ ...config, histories })), total }
    },
    filters: LIST_COLUMNS.webhooks.filters,
    sorts: LIST_COLUMNS.webhooks.sorts,
    show: {
      id: (row) => row.id,
      name: (row) => row.name,
      description: (row) => row.description,
      sourceId: (row) => row.sourceId,
      enabled: (row) => String(row.enabled),
      createdBy: (row) => row.createdBy,
      createTime: (row) => row.createTime,
      updateTime: (row) => row.updateTime,
    },
    compareByDefault: compareCreation,
    nullsLast: true,
  })

  it.each(['t', 'T', 'TRUE', 'True', '1', 'yes', 'on', ' true', 'f', 'FALSE', '0', 'no', 'off'])(
    'should find nothing by enabled %j: only true and false are values',
    async (value) => {
      const { store } = await harness.open()
      for (const enabled of [true, false]) await store.webhooks.add(sampleWebhook({ enabled }))
      expect((await store.webhooks.list({ ...everything, filters: { enabled: [value] } })).total).toBe(0)
      expect((await store.webhooks.list({ ...everything, filters: { enabled: [value, 'true'] } })).total).toBe(1)
    },
  )

  it('should sort ids by code point', async () => {
    const { store } = await harness.open()
    for (const id of NAMES_IN_ORDER.toReversed()) await store.webhooks.add(sampleWebhook({ id }))
    expect((await store.webhooks.list(everything)).items.map(({ config }) => config.id)).toEqual(NAMES_IN_ORDER)
  })
}

// Helpers

const everything = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 }

const LISTED: readonly WebhookConfig[] = Array.from({ length: 13 }, (_, index) =>
  sampleWebhook({
    name: ['Zabbix', 'zabbix', '\u{1f600}', '\ue000'][index % 4] ?? '',
    description: ['', 'of the shop', "o'neil"][index % 3] ?? '',
    sourceId: ['', 'S', 's', '\u{1f600}', '\ue000'][index % 5] ?? '',
    createdBy: ['alice', 'Alice'][index % 2] ?? '',
    enabled: index % 3 === 0,
    createTime: at(10 - (index % 7)),
    updateTime: at(20 - (index % 4)),
  }),
)

/** Creates `count` deliveries. Every second delivery has an entry only in the errorHistory. */
function createDeliveries(config: WebhookConfig, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const trace = sampleRecord(config, 'listed', index)
    return index % 2 === 0 ? trace : { ...trace, payloadEntry: null }
  })
}

function summaryAfter(count: number): HistorySummary {
  const last = count - 1
  return {
    payloadHistoryCount: Math.min(5, Math.ceil(count / 2)),
    lastPayloadAt: count === 0 ? null : at(last - (last % 2)),
    errorHistoryCount: Math.min(5, count),
    lastErrorAt: count === 0 ? null : at(last),
  }
}
