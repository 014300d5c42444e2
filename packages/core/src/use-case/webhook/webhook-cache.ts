import type { ApiKey } from '../../access/api-key.js'
import type { Store } from '../../port/store.js'
import type { SecretKeys } from '../../secret/secret.js'
import { type CompiledWebhook, compileWebhook } from '../../webhook/compile-webhook.js'
import { LruCache } from './lru-cache.js'

/** The maximum number of milliseconds until this process sees a change by another server. */
const MAX_AGE_MILLISECONDS = 1_000
/** The maximum number of characters of all cached configurations together. */
const MAX_CONFIG_CHARACTERS = 16_000_000
/** The maximum number of cached API keys. */
const MAX_CACHED_KEYS = 10_000

/**
 * Caches the webhooks and API keys that recent deliveries of this process needed. Changes by other servers are seen
 * within a second. A change by this process is seen immediately, because it calls `forgetWebhooks` or `forgetApiKeys`.
 */
export class WebhookCache {
  readonly #store: Store
  readonly #keys: SecretKeys | undefined
  /** The compiled configurations. All of them are dropped when any webhook changes. */
  readonly #webhooks = new LruCache<CompiledWebhook>({
    maxAge: Number.POSITIVE_INFINITY,
    maxWeight: MAX_CONFIG_CHARACTERS,
    weigh: ({ config }) => JSON.stringify(config).length,
  })
  readonly #revision = new LruCache<string>({ maxAge: MAX_AGE_MILLISECONDS, maxWeight: 1, weigh: () => 1 })
  readonly #apiKeys = new LruCache<ApiKey>({ maxAge: MAX_AGE_MILLISECONDS, maxWeight: MAX_CACHED_KEYS, weigh: () => 1 })
  #seenRevision: string | undefined

  constructor(store: Store, keys: SecretKeys | undefined) {
    this.#store = store
    this.#keys = keys
  }

  /**
   * Returns the webhook with this id; `undefined` = there is none.
   *
   * @param now the current time in milliseconds
   */
  async webhook(id: string, now: number): Promise<CompiledWebhook | undefined> {
    await this.#revision.read('', now, () => this.#checkRevision())
    return await this.#webhooks.read(id, now, async () => {
      const config = await this.#store.webhooks.read(id)
      return config === undefined ? undefined : compileWebhook(config, this.#keys)
    })
  }

  /** Returns the API key with this digest. Calls `load` if the key is not cached or too old. */
  apiKey(digest: string, now: number, load: () => Promise<ApiKey | undefined>): Promise<ApiKey | undefined> {
    return this.#apiKeys.read(digest, now, load)
  }

  forgetWebhooks(): void {
    this.#webhooks.clear()
  }

  forgetApiKeys(): void {
    this.#apiKeys.clear()
  }

  /**
   * Clears the cached configurations if the revision in the store has changed. The revision is read before the
   * configurations, so that a cached configuration may be newer than the cached revision, but never older: an older one
   * would stay in the cache until the next change.
   */
  async #checkRevision(): Promise<string> {
    const revision = await this.#store.webhooks.revision()
    if (revision !== this.#seenRevision) this.#webhooks.clear()
    this.#seenRevision = revision
    return revision
  }
}
