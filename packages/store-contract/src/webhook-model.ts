import type { WebhookConfig } from '@opsgraph/core'
import {
  compareCreation,
  compareNames,
  type DeliveryRecord,
  type Histories,
  type ListedWebhook,
  pushEntry,
  type SeenDelivery,
  summarizeHistories,
} from '@opsgraph/core/store'
import { expect } from 'vitest'
import type { Model } from './model-run.js'
import { at } from './sample.js'
import type { OpenedStore } from './store-harness.js'

/** A model of webhooks, made of plain maps, and a clock that only moves forward. */
export class WebhookModel implements Model<WebhookModel> {
  readonly #configs: Map<string, WebhookConfig>
  readonly #histories: Map<string, Histories>
  /** Since when each webhook waits, and whether it is silent. */
  readonly #waiting: Map<string, Waiting>
  /** The expiry time in milliseconds of each delivery that is stored for deduplication, by webhook and key. */
  readonly #remembered: Map<string, number>
  #now: number

  constructor(
    configs: Iterable<readonly [string, WebhookConfig]> = [],
    histories: Iterable<readonly [string, Histories]> = [],
    { waiting = [], remembered = [], now = 0 }: OtherParts = {},
  ) {
    this.#configs = new Map(configs)
    this.#histories = new Map(histories)
    this.#waiting = new Map(waiting)
    this.#remembered = new Map(remembered)
    this.#now = now
  }

  copy(): WebhookModel {
    const others = { waiting: this.#waiting, remembered: this.#remembered, now: this.#now }
    return new WebhookModel(this.#configs, this.#histories, others)
  }

  get all(): readonly WebhookConfig[] {
    return [...this.#configs.values()].toSorted(compareCreation)
  }

  get listed(): readonly ListedWebhook[] {
    return this.all.map((config) => {
      const { payloads, errors } = this.histories(config.id)
      return { config, histories: summarizeHistories(payloads, errors) }
    })
  }

  read(id: string): WebhookConfig | undefined {
    return this.#configs.get(id)
  }

  put(config: WebhookConfig): void {
    this.#configs.set(config.id, config)
  }

  remove(id: string): boolean {
    this.#histories.delete(id)
    this.#waiting.delete(id)
    for (const key of this.#remembered.keys()) if (key.startsWith(`${id} `)) this.#remembered.delete(key)
    return this.#configs.delete(id)
  }

  histories(id: string): Histories {
    return this.#histories.get(id) ?? { payloads: [], errors: [] }
  }

  /** Records a delivery. Returns whether the webhook was silent until now. */
  record({ webhookId, payloadEntry, errorEntry, deliveredAt }: DeliveryRecord): boolean {
    if (!this.#configs.has(webhookId)) return false
    const { payloads, errors } = this.histories(webhookId)
    this.#histories.set(webhookId, {
      payloads: payloadEntry === null ? payloads : pushEntry(payloads, payloadEntry),
      errors: errorEntry === null ? errors : pushEntry(errors, errorEntry),
    })
    return deliveredAt !== null && this.waitFrom(webhookId, deliveredAt)
  }

  waitFrom(id: string, since: string): boolean {
    if (!this.#configs.has(id)) return false
    const wasSilent = this.#waiting.get(id)?.isSilent ?? false
    this.#waiting.set(id, { since, isSilent: false })
    return wasSilent
  }

  overdue(now: string) {
    return [...this.#configs.values()]
      .toSorted((left, right) => compareNames(left.id, right.id))
      .flatMap((config) => {
        const { since, isSilent } = this.#waiting.get(config.id) ?? { since: undefined, isSilent: false }
        if (since === undefined || isSilent || !config.enabled || config.expectEvery === null) return []
        const waited = Date.parse(now) - Date.parse(since)
        return waited >= config.expectEvery * 1000 ? [{ config, waitingSince: since }] : []
      })
  }

  silence(id: string): void {
    const waiting = this.#waiting.get(id)
    if (waiting !== undefined) this.#waiting.set(id, { ...waiting, isSilent: true })
  }

  get silentSince(): ReadonlyMap<string, string> {
    return new Map([...this.#waiting].flatMap(([id, { since, isSilent }]) => (isSilent ? [[id, since] as const] : [])))
  }

  /** Moves the clock forward and returns the new time. */
  advance(milliseconds: number): number {
    this.#now += milliseconds
    return this.#now
  }

  remember(deliveries: readonly SeenDelivery[]): readonly boolean[] {
    const seen = new Set<string>()
    return deliveries.map(({ webhookId, key, expires }) => {
      const id = `${webhookId} ${key}`
      const isNew = !seen.has(id) && (this.#remembered.get(id) ?? 0) <= this.#now
      seen.add(id)
      if (isNew && this.#configs.has(webhookId)) this.#remembered.set(id, Date.parse(expires) - Date.parse(at(0)))
      return isNew
    })
  }

  forget(deliveries: readonly SeenDelivery[]): void {
    for (const { webhookId, key } of deliveries) this.#remembered.delete(`${webhookId} ${key}`)
  }

  /** Compares the stored rows with the model. A store may still contain deliveries that have expired. */
  async expectKept(peek: OpenedStore['peek']): Promise<void> {
    expect((await peek('webhook')).map(({ id }) => id).toSorted()).toEqual([...this.#configs.keys()].toSorted())
    const entries = (await peek('webhookHistory')).map((row) => `${row.webhookId} ${row.kind} ${row.receivedAt}`)
    const expected = [...this.#histories].flatMap(([id, { payloads, errors }]) => [
      ...payloads.map(({ receivedAt }) => `${id} payload ${receivedAt}`),
      ...errors.map(({ receivedAt }) => `${id} error ${receivedAt}`),
    ])
    expect(entries.toSorted(compareNames)).toEqual(expected.toSorted(compareNames))
    const lasting = (await peek('webhookDelivery')).filter(({ expires }) => expires > at(this.#now))
    const remembered = [...this.#remembered].filter(([, expires]) => expires > this.#now)
    expect(lasting.map((row) => `${row.webhookId} ${row.key} ${row.expires}`).toSorted(compareNames)).toEqual(
      remembered.map(([id, expires]) => `${id} ${at(expires)}`).toSorted(compareNames),
    )
  }
}

interface Waiting {
  readonly since: string
  readonly isSilent: boolean
}

interface OtherParts {
  readonly waiting?: Iterable<readonly [string, Waiting]>
  readonly remembered?: Iterable<readonly [string, number]>
  readonly now?: number
}
