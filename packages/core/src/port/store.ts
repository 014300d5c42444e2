import type { AlertStore } from './alert-store.js'
import type { ApiKeyStore } from './api-key-store.js'
import type { AuditTrail } from './audit-trail.js'
import type { CatalogStore } from './catalog-store.js'
import type { PolicyRevision, RelationPolicyStore, WeightPolicyStore } from './policy-store.js'
import type { RelationStore } from './relation-store.js'
import type { TopologyStore } from './topology-store.js'
import type { WebhookStore } from './webhook-store.js'

/** Everything that is kept. */
export interface StoreParts {
  readonly relations: RelationStore
  readonly topologies: TopologyStore
  readonly alerts: AlertStore
  readonly catalog: CatalogStore
  readonly weightPolicies: WeightPolicyStore
  readonly relationPolicies: RelationPolicyStore
  readonly policyRevision: PolicyRevision
  readonly webhooks: WebhookStore
  readonly apiKeys: ApiKeyStore
  readonly audit: AuditTrail
}

/** What only one transaction at a time may change. */
export type LockArea = 'topologies' | 'apiKeys' | 'catalog' | 'policies' | 'webhooks'

export interface StoreTransaction extends StoreParts {
  /** Waits until no other transaction holds the lock of this area; held until this transaction ends. */
  lock(area: LockArea): Promise<void>
}

/**
 * Keeps what opsgraph knows. Single calls see committed data only and are atomic. A store that cannot be reached throws
 * OpsgraphError `unavailable`.
 */
export interface Store extends StoreParts {
  /**
   * Runs `work` so that others see all of what it wrote, or nothing when it throws. May run `work` more than once when
   * concurrent transactions get in each other's way: it must not change anything besides the store.
   * Inside `work` only its own parts may be asked: a store may make its other callers wait for the end.
   */
  transaction<T>(work: (parts: StoreTransaction) => Promise<T>): Promise<T>
  /** Runs `work` on one unchanging state: nothing that others write meanwhile is seen. `work` must not write. */
  snapshot<T>(work: (parts: StoreParts) => Promise<T>): Promise<T>
  /** Resolves if the store answers and takes writes. It writes nothing that anybody could read. */
  ping(): Promise<void>
  close(): Promise<void>
}
