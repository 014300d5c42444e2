import type { ListFilter, WebhookConfig } from '@opsgraph/core'
import {
  compareCreation,
  compareNames,
  type DeliveryRecord,
  foldRecords,
  type Histories,
  joinHistories,
  type ListedWebhook,
  type ListQuery,
  type ListSort,
  NO_HISTORIES,
  type Page,
  type SeenDelivery,
  summarizeHistories,
  type WebhookStore,
} from '@opsgraph/core/store'
import type { Access } from './access.js'
import { fieldCells, type ListColumns, listPage } from './list-page.js'
import { frozenCopy } from './table.js'
import type { Tables } from './tables.js'

export class MemoryWebhookStore implements WebhookStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  list(query: ListQuery<ListFilter<'webhooks'>, ListSort<'webhooks'>>): Promise<Page<ListedWebhook>> {
    const listed = (config: WebhookConfig) => this.#listed(config)
    const rows = this.#tables.webhook.rows()
    return this.#access.inSteps(function* () {
      const { items, total } = yield* listPage(rows, query, COLUMNS)
      return { items: items.map(listed), total }
    })
  }

  all(): Promise<readonly WebhookConfig[]> {
    return this.#access(() => [...this.#tables.webhook.rows()])
  }

  read(id: string): Promise<WebhookConfig | undefined> {
    return this.#access(() => this.#tables.webhook.get(id))
  }

  add(config: WebhookConfig): Promise<boolean> {
    return this.#put(config, (known) => known === undefined)
  }

  save(config: WebhookConfig): Promise<boolean> {
    return this.#put(config, (known) => known !== undefined)
  }

  delete(id: string): Promise<boolean> {
    return this.#access(() => {
      if (this.#tables.webhook.remove(id) === undefined) return false
      this.#tables.webhookHistory.remove(id)
      this.#tables.webhookWaiting.remove(id)
      for (const delivery of this.#tables.deliveryByWebhook.find(id)) this.#tables.delivery.remove(delivery.id)
      this.#tables.revise('webhooks')
      return true
    })
  }

  histories(id: string): Promise<Histories> {
    return this.#access(() => this.#historiesOf(id))
  }

  async record(records: readonly DeliveryRecord[]): Promise<readonly string[]> {
    const arrived = Array.from(foldRecords(records), ([id, histories]) => ({ id, histories: frozenCopy(histories) }))
    return this.#access(() => {
      for (const { id, histories } of arrived) {
        if (this.#tables.webhook.get(id) === undefined) continue
        const { payloads, errors } = joinHistories(histories, this.#historiesOf(id))
        const stored = Object.freeze({ payloads: Object.freeze(payloads), errors: Object.freeze(errors) })
        this.#tables.webhookHistory.put(Object.freeze({ id, histories: stored }))
      }
      return records.flatMap(({ webhookId, deliveredAt }) =>
        deliveredAt !== null && this.#waitFrom(webhookId, deliveredAt) ? [webhookId] : [],
      )
    })
  }

  waitFrom(id: string, time: string): Promise<boolean> {
    return this.#access(() => this.#waitFrom(id, time))
  }

  overdue(
    now: string,
    limit: number,
  ): Promise<readonly { readonly config: WebhookConfig; readonly waitingSince: string }[]> {
    return this.#access(() => {
      const overdue = [...this.#tables.webhookWaiting.rows()].flatMap(({ id, since, silentSince }) => {
        const config = this.#tables.webhook.get(id)
        if (silentSince !== null || config?.enabled !== true || config.expectEvery === null) return []
        const isDue = Date.parse(since) + config.expectEvery * 1000 <= Date.parse(now)
        return isDue ? [{ config, waitingSince: since }] : []
      })
      return overdue.sort((left, right) => compareNames(left.config.id, right.config.id)).slice(0, limit)
    })
  }

  silence(ids: readonly string[]): Promise<void> {
    return this.#access(() => {
      for (const id of ids) {
        const row = this.#tables.webhookWaiting.get(id)
        if (row !== undefined) this.#tables.webhookWaiting.put(Object.freeze({ ...row, silentSince: row.since }))
      }
    })
  }

  silentSince(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#access(() => {
      const silent = new Map<string, string>()
      for (const id of ids) {
        const since = this.#tables.webhookWaiting.get(id)?.silentSince ?? null
        if (since !== null) silent.set(id, since)
      }
      return silent
    })
  }

  async remember(deliveries: readonly SeenDelivery[], now: string): Promise<readonly boolean[]> {
    const rows = deliveries.map(({ webhookId, key, expires }) =>
      Object.freeze({ id: deliveryId(webhookId, key), webhookId, key, expires }),
    )
    return this.#access(() => {
      const seen = new Set<string>()
      const answers = rows.map((row) => {
        const isNew = !seen.has(row.id) && !this.#isRemembered(row.id, now)
        seen.add(row.id)
        if (isNew && this.#tables.webhook.get(row.webhookId) !== undefined) this.#tables.deliveryExpiries.put(row)
        return isNew
      })
      this.#tables.deliveryExpiries.removeExpired(now, 2 * rows.length)
      return answers
    })
  }

  async forget(deliveries: readonly Pick<SeenDelivery, 'webhookId' | 'key'>[]): Promise<void> {
    return this.#access(() => {
      for (const { webhookId, key } of deliveries) this.#tables.delivery.remove(deliveryId(webhookId, key))
    })
  }

  /** The revision; empty before the first webhook is added. */
  revision(): Promise<string> {
    return this.#access(() => this.#tables.revision.get('webhooks')?.text ?? '')
  }

  async #put(config: WebhookConfig, isExpected: (known: WebhookConfig | undefined) => boolean): Promise<boolean> {
    const row = frozenCopy(config)
    return this.#access(() => {
      if (!isExpected(this.#tables.webhook.get(row.id))) return false
      this.#tables.webhook.put(row)
      this.#tables.revise('webhooks')
      return true
    })
  }

  #waitFrom(id: string, since: string): boolean {
    if (this.#tables.webhook.get(id) === undefined) return false
    const wasSilent = (this.#tables.webhookWaiting.get(id)?.silentSince ?? null) !== null
    this.#tables.webhookWaiting.put(Object.freeze({ id, since, silentSince: null }))
    return wasSilent
  }

  #listed(config: WebhookConfig): ListedWebhook {
    const { payloads, errors } = this.#historiesOf(config.id)
    return { config, histories: summarizeHistories(payloads, errors) }
  }

  #historiesOf(id: string): Histories {
    return this.#tables.webhookHistory.get(id)?.histories ?? EMPTY_HISTORIES
  }

  #isRemembered(id: string, now: string): boolean {
    const known = this.#tables.delivery.get(id)
    return known !== undefined && known.expires > now
  }
}

function deliveryId(webhookId: string, key: string): string {
  return `${webhookId}\u0000${key}`
}

const EMPTY_HISTORIES = frozenCopy(NO_HISTORIES)

const LISTED = {
  ...fieldCells('id', 'name', 'description', 'sourceId', 'createdBy'),
  enabled: (row: WebhookConfig) => String(row.enabled),
}

const COLUMNS: ListColumns<WebhookConfig, ListFilter<'webhooks'>, ListSort<'webhooks'>> = {
  filter: LISTED,
  sort: { ...LISTED, ...fieldCells('createTime', 'updateTime') },
  compare: compareCreation,
}
