import type { WebhookConfig } from '@opsgraph/core'
import {
  compareCreation,
  compareNames,
  type DeliveryTrace,
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
  /** The expiry time of each remembered delivery in milliseconds, by webhook and key. */
  readonly #remembered: Map<string, number>
  #now: number

  constructor(
    configs: Iterable<readonly [string, WebhookConfig]> = [],
    histories: Iterable<readonly [string, Histories]> = [],
    { remembered = [], now = 0 }: { remembered?: Iterable<readonly [string, number]>; now?: number } = {},
  ) {
    this.#configs = new Map(configs)
    this.#histories = new Map(histories)
    this.#remembered = new Map(remembered)
    this.#now = now
  }

  copy(): WebhookModel {
    return new WebhookModel(this.#configs, this.#histories, { remembered: this.#remembered, now: this.#now })
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
    for (const key of this.#remembered.keys()) if (key.startsWith(`${id} `)) this.#remembered.delete(key)
    return this.#configs.delete(id)
  }

  histories(id: string): Histories {
    return this.#histories.get(id) ?? { payloads: [], errors: [] }
  }

  record({ webhookId, payloadEntry, errorEntry }: DeliveryTrace): void {
    if (!this.#configs.has(webhookId)) return
    const { payloads, errors } = this.histories(webhookId)
    this.#histories.set(webhookId, {
      payloads: payloadEntry === null ? payloads : pushEntry(payloads, payloadEntry),
      errors: errorEntry === null ? errors : pushEntry(errors, errorEntry),
    })
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

  /** Compares the stored rows with the model. A store may still contain expired deliveries. */
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
