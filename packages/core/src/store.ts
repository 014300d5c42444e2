/**
 * The entry point for authors of stores. It exports the interfaces that a store implements, and functions with the
 * rules that a store must apply. It also exports the semaphore that limits how many callers wait for a store. The types
 * of the stored objects are in `@opsgraph/core`.
 */

export type { AlertKey } from './alert/alert.js'
export { alertKey } from './alert/alert.js'
export { ACTIVE_STATUSES } from './alert/alert-status.js'
export { dueTime } from './alert/due-alert.js'
export { indexAlert } from './alert/index-alert.js'
export { compareAlertPolicies } from './alert-policy/alert-policy.js'
export { compareCreation } from './compare-creation.js'
export { EMPTY_FILTER } from './filter/filter.js'
export { LIMITS } from './limits.js'
export type { ListSort } from './list-columns.js'
export { compareNames } from './name.js'
export { OpsgraphError } from './opsgraph-error.js'
export type { ListQuery, Page, SortOrder } from './page.js'
export type { AlertStore } from './port/alert-store.js'
export type { ApiKeyStore } from './port/api-key-store.js'
export type { AuditTrail } from './port/audit-trail.js'
export type {
  AlertPolicyStore,
  PolicyRevision,
  PolicyStore,
  RelationPolicyStore,
  WeightPolicyStore,
} from './port/policy-store.js'
export type { RelationLog } from './port/relation-log.js'
export type { RelationStore, RelationsOf } from './port/relation-store.js'
export type { LockArea, Store, StoreParts, StoreSnapshot, StoreTransaction } from './port/store.js'
export type { TopologyHeading, TopologyStore } from './port/topology-store.js'
export type { ListedWebhook, SeenDelivery, WebhookStore } from './port/webhook-store.js'
export { ruleSearchText } from './redundancy/redundancy-rule.js'
export type { RelationDraft, RelationKey } from './relation/relation.js'
export { compareKeys, inRankOrder, mergeRelation, relationKey, resourceKey } from './relation/relation.js'
export type { RelationClaim } from './relation/relation-claim.js'
export { claimKey, claimOf, foldStated, uncover } from './relation/relation-claim.js'
export { rankOf } from './relation/relation-source.js'
export type { Direction, Neighbors } from './relation/walk.js'
export { subscriptionSearchText } from './subscription/subscription.js'
export { byPrecedence } from './topology/topology.js'
export { Semaphore } from './use-case/concurrency/semaphore.js'
export type { DeliveryRecord, ErrorEntry, Histories, HistoryEntry, HistorySummary } from './webhook/delivery/history.js'
export { foldRecords, joinHistories, NO_HISTORIES, pushEntry, summarizeHistories } from './webhook/delivery/history.js'
