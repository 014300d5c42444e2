import { describe } from 'vitest'
import { alertCountsContract } from './alert-counts-contract.js'
import { alertDueContract } from './alert-due-contract.js'
import { alertStoreContract } from './alert-store-contract.js'
import { aliasStoreContract } from './alias-store-contract.js'
import { apiKeyStoreContract } from './api-key-store-contract.js'
import { auditTrailContract } from './audit-trail-contract.js'
import { catalogStoreContract } from './catalog-store-contract.js'
import { changedRelationsContract } from './changed-relations-contract.js'
import { concurrencyContract } from './concurrency-contract.js'
import { entryConcurrencyContract } from './entry-concurrency-contract.js'
import { entryModelContract } from './entry-model-contract.js'
import { heartbeatStoreContract } from './heartbeat-store-contract.js'
import { listVersionsContract } from './list-versions-contract.js'
import { maintenanceStoreContract } from './maintenance-store-contract.js'
import { policyRevisionContract } from './policy-revision-contract.js'
import { policyStoreContract } from './policy-store-contract.js'
import { redundancyRuleStoreContract } from './redundancy-rule-store-contract.js'
import { relationAfterContract } from './relation-after-contract.js'
import { relationClaimContract } from './relation-claim-contract.js'
import { relationNeighborsContract } from './relation-neighbors-contract.js'
import { relationRemovalContract } from './relation-removal-contract.js'
import { relationSetContract } from './relation-set-contract.js'
import { relationStoreContract } from './relation-store-contract.js'
import { resourceNamesContract } from './resource-names-contract.js'
import { resourceStoreContract } from './resource-store-contract.js'
import { serviceHistoryStoreContract } from './service-history-store-contract.js'
import type { StoreHarness } from './store-harness.js'
import { relationModelContract } from './store-model.js'
import { subscriptionOwedContract } from './subscription-owed-contract.js'
import { subscriptionStoreContract } from './subscription-store-contract.js'
import { topologyLookupContract } from './topology-lookup-contract.js'
import { topologyModelContract } from './topology-model.js'
import { topologyServicesContract } from './topology-services-contract.js'
import { topologySetContract } from './topology-set-contract.js'
import { topologyStoreContract } from './topology-store-contract.js'
import { topologyTreeContract } from './topology-tree-contract.js'
import { transactionContract } from './transaction-contract.js'
import { webhookConcurrencyContract } from './webhook-concurrency-contract.js'
import { webhookDeliveryContract } from './webhook-delivery-contract.js'
import { webhookHistoryContract } from './webhook-history-contract.js'
import { webhookListContract } from './webhook-list-contract.js'
import { webhookModelContract } from './webhook-model-contract.js'
import { webhookPayloadContract } from './webhook-payload-contract.js'
import { webhookRememberContract } from './webhook-remember-contract.js'
import { webhookRevisionContract } from './webhook-revision-contract.js'
import { webhookSilenceContract } from './webhook-silence-contract.js'
import { webhookStoreContract } from './webhook-store-contract.js'

/**
 * Defines all tests that a store must pass.
 *
 * @param name the name of the store, for the titles of tests
 */
export function storeContract(name: string, harness: StoreHarness): void {
  const timeout = 60_000 * Math.max(1, harness.propertyFactor ?? 1)
  describe(`${name} fulfills the store contract`, { timeout }, () => {
    describe('relations', () => relationStoreContract(harness))
    describe('neighbors of relations', () => relationNeighborsContract(harness))
    describe('relations in key order', () => relationAfterContract(harness))
    describe('removal of relations', () => relationRemovalContract(harness))
    describe('claims of relations', () => relationClaimContract(harness))
    describe('changes of relations', () => changedRelationsContract(harness))
    describe('relations by the thousands', () => relationSetContract(harness))
    describe('names of resources', () => resourceNamesContract(harness))
    describe('resources', () => resourceStoreContract(harness))
    describe('topologies', () => topologyStoreContract(harness))
    describe('several topologies at once', () => topologySetContract(harness))
    describe('topologies by services, services by sources', () => topologyServicesContract(harness))
    describe('trees of an earlier release', () => topologyTreeContract(harness))
    describe('topologies by their graphs', () => topologyLookupContract(harness))
    describe('alerts', () => alertStoreContract(harness))
    describe('due alerts', () => alertDueContract(harness))
    describe('active alerts of many services', () => alertCountsContract(harness))
    describe('history of services', () => serviceHistoryStoreContract(harness))
    describe('service catalog', () => catalogStoreContract(harness))
    describe('redundancy rules', () => redundancyRuleStoreContract(harness))
    describe('aliases', () => aliasStoreContract(harness))
    describe('maintenance windows', () => maintenanceStoreContract(harness))
    describe('policies', () => policyStoreContract(harness))
    describe('versions of lists', () => listVersionsContract(harness))
    describe('revision of the policies', () => policyRevisionContract(harness))
    describe('webhooks', () => webhookStoreContract(harness))
    describe('lists of webhooks', () => webhookListContract(harness))
    describe('histories of webhooks', () => webhookHistoryContract(harness))
    describe('entries of histories', () => webhookPayloadContract(harness))
    describe('silent webhooks', () => webhookSilenceContract(harness))
    describe('remembered deliveries', () => webhookDeliveryContract(harness))
    describe('revision of the webhooks', () => webhookRevisionContract(harness))
    describe('concurrent callers of webhooks', () => webhookConcurrencyContract(harness))
    describe('remembered deliveries with concurrent callers', () => webhookRememberContract(harness))
    describe('heartbeats', () => heartbeatStoreContract(harness))
    describe('subscriptions', () => subscriptionStoreContract(harness))
    describe('what subscriptions owe', () => subscriptionOwedContract(harness))
    describe('API keys', () => apiKeyStoreContract(harness))
    describe('audit trail', () => auditTrailContract(harness))
    describe('transactions and snapshots', () => transactionContract(harness))
    describe('concurrent writers', () => concurrencyContract(harness))
    describe('concurrent writers of catalog and policies', () => entryConcurrencyContract(harness))
    describe('relations, any sequence of calls', () => relationModelContract(harness))
    describe('topologies, any sequence of calls', () => topologyModelContract(harness))
    describe('catalog and policies, any sequence of calls', () => entryModelContract(harness))
    describe('webhooks, any sequence of calls', () => webhookModelContract(harness))
  })
}
