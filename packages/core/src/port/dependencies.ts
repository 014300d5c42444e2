import type { ApiKey } from '../access/api-key.js'
import type { CompiledPolicies } from '../policy/compiled-policies.js'
import type { CompiledWebhook } from '../webhook/compile-webhook.js'
import type { JudgedDelivery, ReceivedDelivery } from '../webhook/received-delivery.js'
import type { SecretKeys } from '../webhook/secret.js'
import type { Clock } from './clock.js'
import type { IdGenerator } from './id-generator.js'
import type { License } from './license.js'
import type { SecretBox } from './secret-box.js'
import type { Store } from './store.js'

/** Everything that use-cases reach outside through. */
export interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly newId: IdGenerator
  readonly license: License
  readonly secretBox: SecretBox
  /** The digest of a key that is accepted besides the stored ones, with every right; `undefined` = none. */
  readonly adminKeyDigest: string | undefined
  readonly policyMemo: PolicyMemo
  readonly fileTurns: FileTurns
  /** Who may read many graphs, in this process: they may be hundreds of megabytes, and keep a connection for seconds. */
  readonly graphTurns: Turns
  /** What keeps the secrets of webhooks; `undefined` = the server has no SECRET_KEY. */
  readonly secretKeys: SecretKeys | undefined
  /** Random bytes, as many as a nonce must have, new ones at every call. */
  readonly newNonce: () => Uint8Array
  readonly knownWebhooks: KnownWebhooks
  readonly deliveries: Grouping<JudgedDelivery, ReceivedDelivery>
}

/** The compiled policies that this process keeps, and of which `PolicyRevision` they are. */
export interface PolicyMemo {
  kept: { readonly revision: string; readonly value: CompiledPolicies } | undefined
}

/** Who may go on with a large file, in this process: all others wait for their turn, so that memory and time stay bounded. */
export interface FileTurns {
  /** A few at a time: a sender may be slow. */
  readonly receiving: Turns
  /** One at a time, once its text is there. */
  readonly working: Turns
}

/** Calls `work` as soon as it is its turn, and answers as it does. */
export interface Turns {
  pass<T>(work: () => Promise<T>): Promise<T>
}

/** What this process knows of webhooks and API keys for the sake of deliveries; other servers' changes are seen within a second. */
export interface KnownWebhooks {
  /** @param now milliseconds */
  webhook(id: string, now: number): Promise<CompiledWebhook | undefined>
  /** The key with this digest; `load` reads it when it is not known, or not lately. */
  apiKey(digest: string, now: number, load: () => Promise<ApiKey | undefined>): Promise<ApiKey | undefined>
  /** To be called after a change, which then takes effect at once. */
  forgetWebhooks(): void
  forgetApiKeys(): void
}

/** Takes items one by one, and has those that arrive meanwhile worked on together. */
export interface Grouping<Item, Result> {
  /** @param work the same for all items; answers one result for each */
  submit(item: Weighed<Item>, work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<Result>
}

export interface Weighed<Item> {
  readonly item: Item
  /** Characters, about, that are kept in memory and written for it. */
  readonly weight: number
}
