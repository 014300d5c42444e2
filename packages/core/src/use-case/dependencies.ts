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
import type { ImpactCache } from './impact/impact-cache.js'
import type { TopologyCache } from './impact/topology-cache.js'
import type { GraphMemory } from './relation/graph-memory.js'
import type { DeliveryDesk, EndedTry } from './subscription/delivery-desk.js'
import type { SubscriptionWatch } from './subscription/subscription-watch.js'
import type { WebhookCache } from './webhook/webhook-cache.js'

/** Everything that use-cases need from outside, and the state that they share within one process. */
export interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly newId: IdGenerator
  readonly license: License
  /** Returns a new random secret for an API key, in URL-safe characters. The secret cannot be guessed. */
  readonly newSecret: () => string
  /**
   * Digest of an API key that is accepted in addition to the stored keys, with scope `admin`; `undefined` = there is no
   * such key.
   */
  readonly adminKeyDigest: string | undefined
  readonly policyCache: PolicyCache
  readonly maintenanceCache: MaintenanceCache
  readonly fileTurns: FileTurns
  /**
   * Limits how many calls in this process read the graphs of many topologies at the same time. Such a call can take
   * hundreds of megabytes and hold a database connection for seconds. While a call has a turn, it must not wait for
   * another turn, and not for the impact either, because computing the impact may need a turn. If it did, such calls
   * could wait for each other for ever.
   */
  readonly graphTurns: Turns
  readonly graphMemory: GraphMemory
  readonly topologyCache: TopologyCache
  readonly impactCache: ImpactCache
  readonly subscriptionWatch: SubscriptionWatch
  readonly deliveryDesk: DeliveryDesk
  /** The tries that have ended, and whose outcomes are not stored yet. */
  readonly endedTries: BatchQueue<EndedTry, undefined>
  readonly subscriptionTimes: SubscriptionTimes
  /** The address under which people reach the console, without a trailing slash; `undefined` = it is not known. */
  readonly consoleUrl: () => string | undefined
  /** Keys that encrypt or digest the secrets of webhooks and subscriptions; `undefined` = the server has no `SECRET_KEY`. */
  readonly secretKeys: SecretKeys | undefined
  /** Returns new random bytes for one nonce (see `NONCE_BYTES`) at every call. */
  readonly newNonce: () => Uint8Array
  /** Returns a new random secret for signing messages at every call, such as `whsec_…`. */
  readonly newSigningSecret: () => string
  /** Carries messages to the receivers of subscriptions; `undefined` = this process sends none. */
  readonly notifier: Notifier | undefined
  readonly webhookCache: WebhookCache
  /** At most this many bytes in the body of a delivery, also after unpacking. */
  readonly bodyLimit: number
  readonly deliveries: BatchQueue<Verdict, ReceivedDelivery>
}

/** In seconds. */
export interface SubscriptionTimes {
  /** The pause after the first try that fails. */
  readonly retry: number
  /** How long tries fail until an alert says so. */
  readonly failing: number
}

/** Cache of compiled policies in this process, with the `PolicyRevision` at which these policies were read. */
export interface PolicyCache {
  cached: { readonly revision: string; readonly value: ActivePolicies } | undefined
}

/** The active maintenance windows that this process has already applied to the stored alerts. */
export interface MaintenanceCache {
  /** The windows that were applied last; `undefined` = none was applied yet. */
  applied: AppliedWindows | undefined
}

interface AppliedWindows {
  /** The list of windows from `WindowPlan`. */
  readonly windows: readonly CompiledWindow[]
  /** `RelationLog.version` at that time; `undefined` = unknown. */
  readonly relations: string | undefined
  /** How many times these windows were applied to the alerts while the relations were the same. */
  readonly rounds: number
}

/** The active policies of all kinds, compiled, and the maintenance windows. */
export interface ActivePolicies {
  readonly alert: CompiledAlertPolicies
  /** Weight policies and relation policies are both sorted by creation time, oldest first. */
  readonly weight: readonly CompiledPolicy<WeightPolicy>[]
  readonly relation: readonly CompiledPolicy<RelationPolicy>[]
  readonly maintenance: WindowPlan
  /** Whether a resource has an alias. */
  readonly hasAliases: boolean
}

/** Semaphores that limit the memory and time that large files take in this process. */
export interface FileTurns {
  /**
   * This semaphore is held while a file is received. It admits several files at a time, so that a slow sender does not
   * block other senders.
   */
  readonly receiving: Turns
  /** This semaphore is held while a received file is processed. It admits one file at a time. */
  readonly working: Turns
}

/** A semaphore: runs `work` as soon as a slot is free, and returns its result. */
export interface Turns {
  pass<T>(work: () => Promise<T>): Promise<T>
}

/** A batching queue: items that arrive while a batch is being processed form the next batch. */
export interface BatchQueue<Item, Result> {
  /**
   * Adds an item to the queue, and returns the result of the item after its batch was processed.
   *
   * @param work processes a batch and returns one result per item; all calls must pass an equivalent function, because
   *   the queue calls only one of these functions for a batch
   */
  submit(item: Weighed<Item>, work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<Result>
}

export interface Weighed<Item> {
  readonly item: Item
  /** Approximate number of characters that the item holds in memory. */
  readonly weight: number
}
