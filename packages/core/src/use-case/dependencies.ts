import type { CompiledAlertPolicies } from '../alert-policy/compile-alert-policies.js'
import type { CompiledWindow } from '../maintenance/compiled-window.js'
import type { WindowPlan } from '../maintenance/window-plan.js'
import type { CompiledPolicy } from '../policy/compile-policies.js'
import type { RelationPolicy, WeightPolicy } from '../policy/policy.js'
import type { Clock } from '../port/clock.js'
import type { IdGenerator } from '../port/id-generator.js'
import type { License } from '../port/license.js'
import type { Notifier } from '../port/notifier.js'
import type { Store } from '../port/store.js'
import type { SecretKeys } from '../secret/secret.js'
import type { Verdict } from '../webhook/delivery/judge-delivery.js'
import type { ReceivedDelivery } from '../webhook/delivery/received-delivery.js'
import type { Semaphore } from './concurrency/semaphore.js'
import type { ImpactCache } from './impact/impact-cache.js'
import type { TopologyCache } from './impact/topology-cache.js'
import type { GraphMemory } from './relation/graph-memory.js'
import type { DeliveryTracker, EndedTry } from './subscription/delivery-desk.js'
import type { SubscriptionLookCache } from './subscription/subscription-watch.js'
import type { WebhookCache } from './webhook/webhook-cache.js'

/** Everything that use-cases need from outside, and the state that they share within one process. */
export interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly newId: IdGenerator
  readonly license: License
  /** Returns a new random secret for an API key, in URL-safe characters. */
  readonly newSecret: () => string
  /**
   * The digest of the administrator's key, which is accepted although it is not stored, with the scope `admin`;
   * `undefined` = there is none.
   */
  readonly adminKeyDigest: string | undefined
  readonly policyCache: PolicyCache
  readonly maintenanceCache: MaintenanceCache
  readonly fileSemaphores: FileSemaphores
  /**
   * Limits how many calls in this process read the graphs of many topologies at the same time. Such a call can take
   * hundreds of megabytes and hold a database connection for seconds. A call that holds a slot must neither enter this
   * semaphore again nor wait for the impact, because computing the impact may need a slot: such calls could wait for
   * each other for ever.
   */
  readonly graphSemaphore: Semaphore
  readonly graphMemory: GraphMemory
  readonly topologyCache: TopologyCache
  readonly impactCache: ImpactCache
  readonly subscriptionWatch: SubscriptionLookCache
  readonly deliveryDesk: DeliveryTracker
  /** Stores the outcomes of tries that have ended, in batches. */
  readonly endedTries: BatchQueue<EndedTry, undefined>
  readonly subscriptionTimes: SubscriptionTimes
  /** Returns the URL of the console, without a trailing slash; `undefined` = unknown. */
  readonly consoleUrl: () => string | undefined
  /**
   * The keys that encrypt or digest the secrets of webhooks and subscriptions; `undefined` = the server has no
   * `SECRET_KEY`.
   */
  readonly secretKeys: SecretKeys | undefined
  /** Returns new random bytes for one nonce (see `NONCE_BYTES`). */
  readonly newNonce: () => Uint8Array
  /** Returns a new random secret for signing messages, such as `whsec_…`. */
  readonly newSigningSecret: () => string
  /** Carries messages to the receivers of subscriptions; `undefined` = this process sends none. */
  readonly notifier: Notifier | undefined
  readonly webhookCache: WebhookCache
  /** The maximum number of bytes in the body of a delivery, before and after unpacking. */
  readonly bodyLimit: number
  /** Stores deliveries, in batches. */
  readonly deliveries: BatchQueue<Verdict, ReceivedDelivery>
}

/** Times of subscriptions, in seconds. */
export interface SubscriptionTimes {
  /** The pause after the first failed try. */
  readonly retry: number
  /** If all tries of a subscription have failed for this many seconds, the server opens an alert about it. */
  readonly failing: number
}

/** The compiled policies of this process, with the `PolicyRevision` at which they were read. */
export interface PolicyCache {
  cached: { readonly revision: string; readonly value: ActivePolicies } | undefined
}

/** The maintenance windows that this process has applied to the stored alerts. */
export interface MaintenanceCache {
  /** The windows that were applied last; `undefined` = none were applied yet. */
  applied: AppliedWindows | undefined
}

interface AppliedWindows {
  /** The list object that `WindowPlan.activeAt` returned. */
  readonly windows: readonly CompiledWindow[]
  /** The `RelationLog.version` at which they were applied; `undefined` = unknown. */
  readonly relations: string | undefined
  /** How many times these windows were applied while the relations were the same. */
  readonly rounds: number
}

/** The compiled active policies of all kinds, and the maintenance windows. */
export interface ActivePolicies {
  readonly alert: CompiledAlertPolicies
  /** Oldest first, like the relation policies. */
  readonly weight: readonly CompiledPolicy<WeightPolicy>[]
  readonly relation: readonly CompiledPolicy<RelationPolicy>[]
  readonly maintenance: WindowPlan
  /** True if at least one resource has an alias. */
  readonly hasAliases: boolean
}

/** Semaphores that limit the memory and the time that large files take in this process. */
export interface FileSemaphores {
  /** Held while a file is received. Has several slots, so that a slow sender does not block other senders. */
  readonly receiving: Semaphore
  /** Held while a received file is processed. Has one slot. */
  readonly working: Semaphore
}

/** A queue that groups items into batches: the items that arrive while a batch is processed form the next batch. */
export interface BatchQueue<Item, Result> {
  /**
   * Adds an item to the queue. Returns the result for this item once its batch is processed.
   *
   * @param work processes a batch and returns one result for each item. All calls must pass an equivalent function,
   *   because the queue calls only one of these functions for a batch
   */
  submit(item: Weighed<Item>, work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<Result>
}

export interface Weighed<Item> {
  readonly item: Item
  /** The approximate number of characters that the item holds in memory. */
  readonly weight: number
}
