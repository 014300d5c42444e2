import type { ListFilter, WebhookConfig } from '@opsgraph/core'
import {
  compareCreation,
  compareNames,
  foldRecords,
  type Histories,
  joinHistories,
  type ListSort,
  NO_HISTORIES,
  summarizeHistories,
  type WebhookStore,
} from '@opsgraph/core/store'
import type { TableAccess } from './access.js'
import { type ListColumns, listPage } from './list-page.js'
import { frozenCopy } from './table.js'
import type { Tables } from './tables.js'

export function webhookStore(tables: Tables, access: TableAccess): WebhookStore {
  return {
    ...configMethods(tables, access),
    ...historyMethods(tables, access),
    ...silenceMethods(tables, access),
    ...deliveryMethods(tables, access),
  }
}

function configMethods(tables: Tables, access: TableAccess) {
  const { webhook } = tables
  const put = async (config: WebhookConfig, isStored: boolean): Promise<boolean> => {
    const row = frozenCopy(config)
    return access(() => {
      if ((webhook.get(row.id) !== undefined) !== isStored) return false
      webhook.put(row)
      tables.revise('webhooks')
      return true
    })
  }
  return {
    list: (query) =>
      access.inSteps(function* () {
        const { items, total } = yield* listPage(webhook.rows(), query, WEBHOOK_COLUMNS)
        const listed = items.map((config) => {
          const { payloads, errors } = historiesOf(tables, config.id)
          return { config, histories: summarizeHistories(payloads, errors) }
        })
        return { items: listed, total }
      }),
    all: () => access(() => [...webhook.rows()]),
    read: (id) => access(() => webhook.get(id)),
    add: (config) => put(config, false),
    save: (config) => put(config, true),
    delete: (id) =>
      access(() => {
        if (webhook.remove(id) === undefined) return false
        tables.webhookHistory.remove(id)
        tables.webhookWaiting.remove(id)
        for (const delivery of tables.deliveryByWebhook.find(id)) tables.delivery.remove(delivery.id)
        tables.revise('webhooks')
        return true
      }),
    /** The revision; empty before the first webhook is added. */
    revision: () => access(() => tables.revision.get('webhooks')?.text ?? ''),
  } satisfies Partial<WebhookStore>
}

function historyMethods(tables: Tables, access: TableAccess) {
  return {
    histories: (id) => access(() => historiesOf(tables, id)),
    record: async (records) => {
      const arrived = Array.from(foldRecords(records), ([id, sent]) => ({ id, histories: frozenCopy(sent) }))
      return access(() => {
        for (const { id, histories } of arrived) {
          if (tables.webhook.get(id) === undefined) continue
          const { payloads, errors } = joinHistories(histories, historiesOf(tables, id))
          const stored = Object.freeze({ payloads: Object.freeze(payloads), errors: Object.freeze(errors) })
          tables.webhookHistory.put(Object.freeze({ id, histories: stored }))
        }
        return records.flatMap(({ webhookId, deliveredAt }) =>
          deliveredAt !== null && startWait(tables, webhookId, deliveredAt) ? [webhookId] : [],
        )
      })
    },
  } satisfies Partial<WebhookStore>
}

function silenceMethods(tables: Tables, access: TableAccess) {
  const { webhook, webhookWaiting } = tables
  return {
    waitFrom: (id, time) => access(() => startWait(tables, id, time)),
    overdue: (now, limit) =>
      access(() => {
        const overdue = [...webhookWaiting.rows()].flatMap(({ id, since, silentSince }) => {
          const config = webhook.get(id)
          if (silentSince !== null || config?.enabled !== true || config.expectEvery === null) return []
          const isDue = Date.parse(since) + config.expectEvery * 1000 <= Date.parse(now)
          return isDue ? [{ config, waitingSince: since }] : []
        })
        return overdue.sort((left, right) => compareNames(left.config.id, right.config.id)).slice(0, limit)
      }),
    silence: (ids) =>
      access(() => {
        for (const row of webhookWaiting.getAll(ids)) {
          webhookWaiting.put(Object.freeze({ ...row, silentSince: row.since }))
        }
      }),
    silentSince: (ids) =>
      access(() => {
        const waiting = webhookWaiting.getAll(ids)
        return new Map(waiting.flatMap(({ id, silentSince }) => (silentSince === null ? [] : [[id, silentSince]])))
      }),
  } satisfies Partial<WebhookStore>
}

function deliveryMethods({ webhook, delivery, deliveryExpiries }: Tables, access: TableAccess) {
  return {
    remember: async (sent, now) => {
      const rows = sent.map(({ webhookId, key, expires }) =>
        Object.freeze({ id: deliveryId(webhookId, key), webhookId, key, expires }),
      )
      return access(() => {
        const seen = new Set<string>()
        const answers = rows.map((row) => {
          const isNew = !seen.has(row.id) && (delivery.get(row.id)?.expires ?? '') <= now
          seen.add(row.id)
          if (isNew && webhook.get(row.webhookId) !== undefined) deliveryExpiries.put(row)
          return isNew
        })
        deliveryExpiries.removeExpired(now, 2 * rows.length)
        return answers
      })
    },
    forget: (sent) =>
      access(() => {
        for (const { webhookId, key } of sent) delivery.remove(deliveryId(webhookId, key))
      }),
  } satisfies Partial<WebhookStore>
}

function startWait({ webhook, webhookWaiting }: Tables, id: string, since: string): boolean {
  if (webhook.get(id) === undefined) return false
  const wasSilent = (webhookWaiting.get(id)?.silentSince ?? null) !== null
  webhookWaiting.put(Object.freeze({ id, since, silentSince: null }))
  return wasSilent
}

function historiesOf({ webhookHistory }: Tables, id: string): Histories {
  return webhookHistory.get(id)?.histories ?? EMPTY_HISTORIES
}

function deliveryId(webhookId: string, key: string): string {
  return `${webhookId}\u0000${key}`
}

const EMPTY_HISTORIES = frozenCopy(NO_HISTORIES)

const FILTER_CELLS = { enabled: (row: WebhookConfig) => String(row.enabled) }

const WEBHOOK_COLUMNS: ListColumns<WebhookConfig, ListFilter<'webhooks'>, ListSort<'webhooks'>> = {
  filter: FILTER_CELLS,
  sort: FILTER_CELLS,
  compare: compareCreation,
}
