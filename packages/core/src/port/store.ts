import type { AlertStore } from './alert-store.js'
import type { AliasStore } from './alias-store.js'
import type { ApiKeyStore } from './api-key-store.js'
import type { AuditTrail } from './audit-trail.js'
import type { CatalogStore } from './catalog-store.js'
import type { HeartbeatStore } from './heartbeat-store.js'
import type { MaintenanceStore } from './maintenance-store.js'
import type { AlertPolicyStore, PolicyRevision, RelationPolicyStore, WeightPolicyStore } from './policy-store.js'
import type { RedundancyRuleStore } from './redundancy-rule-store.js'
import type { RelationLog } from './relation-log.js'
import type { RelationStore } from './relation-store.js'
import type { ResourceStore } from './resource-store.js'
import type { ServiceHistoryStore } from './service-history-store.js'
import type { SubscriptionStore } from './subscription-store.js'
import type { TopologyStore } from './topology-store.js'
import type { WebhookStore } from './webhook-store.js'

/** The parts of a store, one for each kind of data. */
export interface StoreParts {
  readonly relations: RelationStore
  readonly resources: ResourceStore
  readonly redundancyRules: RedundancyRuleStore
  readonly aliases: AliasStore
  readonly topologies: TopologyStore
  readonly alerts: AlertStore
  readonly serviceHistory: ServiceHistoryStore
  readonly catalog: CatalogStore
  readonly weightPolicies: WeightPolicyStore
  readonly relationPolicies: RelationPolicyStore
  readonly alertPolicies: AlertPolicyStore
  readonly maintenance: MaintenanceStore
  readonly policyRevision: PolicyRevision
  readonly webhooks: WebhookStore
  readonly heartbeats: HeartbeatStore
  readonly subscriptions: SubscriptionStore
  readonly apiKeys: ApiKeyStore
  readonly audit: AuditTrail
}

/**
 * The data that a lock protects. Only one transaction at a time can hold the lock of an area, unless the transactions
 * share it. The area `names` protects which names of resources are aliases. A transaction that takes several locks must
 * take them in the order `subscriptions`, `topologies`, `catalog`, `policies`, `names`, and then the locks of alerts.
 */
export type LockArea =
  | 'topologies'
  | 'apiKeys'
  | 'catalog'
  | 'policies'
  | 'webhooks'
  | 'dueAlerts'
  | 'names'
  | 'subscriptions'

/** A task that only one process at a time does, on behalf of all processes that use the store. */
export type LeaderTask = 'serviceHistory'

export interface StoreTransaction extends StoreParts {
  /**
   * Waits until the lock of an area is free. The transaction then holds the lock until it ends.
   *
   * @param mode `shared` = several transactions may hold the lock together if all of them share it. A transaction that
   *   shares a lock must not later take it without sharing. A store may ignore this parameter: it is then correct, but
   *   slower
   */
  lock(area: LockArea, mode?: 'shared'): Promise<void>
  /**
   * Takes the lock of an area if it is free, and returns whether the transaction holds the lock. Does not wait. A store
   * may omit this method only if no more than one process can use the store at a time.
   */
  tryLock?(area: LockArea): Promise<boolean>
}

export interface StoreSnapshot extends StoreParts {
  /** The log of changed relations. If a store has no log, every walk reads from {@link StoreParts.relations}. */
  readonly relationLog?: RelationLog
  /**
   * Identifies the data that the snapshot sees: if two snapshots have the same version, they see the same data. Two
   * snapshots that see the same data may have different versions. `undefined` if the store cannot identify the data.
   * Costs one short statement.
   */
  version?(): Promise<string | undefined>
}

/**
 * Keeps all data of opsgraph. A call outside a transaction sees only committed data and is atomic. If the store cannot
 * be reached, every call throws OpsgraphError `unavailable`.
 */
export interface Store extends StoreParts {
  /**
   * Runs `work` in a transaction. The transaction commits if `work` resolves, and rolls back if `work` throws. If
   * transactions conflict, `work` may run more than once, so it must not change anything outside the store. `work` must
   * use only the `parts` that it receives: a call on the store itself may wait until the transaction ends.
   */
  transaction<T>(work: (parts: StoreTransaction) => Promise<T>): Promise<T>
  /** Runs `work` on one consistent state of the data: `work` does not see concurrent writes. `work` must not write. */
  snapshot<T>(work: (parts: StoreSnapshot) => Promise<T>): Promise<T>
  /**
   * Runs `work`, unless some process is already running work for this task: then returns `undefined` at once. If that
   * process ends or loses its connection to the store, another process may start, even if the first `work` still runs.
   * So `work` must stay correct if it runs twice at the same time; the method only avoids doing the same work twice.
   * `work` may use the store. A store may omit this method only if no more than one process can use the store at a
   * time.
   */
  lead?<T>(task: LeaderTask, work: () => Promise<T>): Promise<T | undefined>
  /** Resolves if the store answers and accepts writes. Leaves no visible data behind. */
  ping(): Promise<void>
  close(): Promise<void>
}
