import { alertCountsContract } from './alert-counts-contract.js'
import { alertDueContract } from './alert-due-contract.js'
import { alertSearchContract } from './alert-search-contract.js'
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

// `pnpm generate` writes this file: every contract of this folder.

/** The contracts, by what each of them is about. */
export const ALL_CONTRACTS: Readonly<Record<string, (harness: StoreHarness) => void>> = {
  'alert counts': alertCountsContract,
  'alert due': alertDueContract,
  'alert search': alertSearchContract,
  'alert store': alertStoreContract,
  'alias store': aliasStoreContract,
  'api key store': apiKeyStoreContract,
  'audit trail': auditTrailContract,
  'catalog store': catalogStoreContract,
  'changed relations': changedRelationsContract,
  concurrency: concurrencyContract,
  'entry concurrency': entryConcurrencyContract,
  'entry model': entryModelContract,
  'heartbeat store': heartbeatStoreContract,
  'list versions': listVersionsContract,
  'maintenance store': maintenanceStoreContract,
  'policy revision': policyRevisionContract,
  'policy store': policyStoreContract,
  'redundancy rule store': redundancyRuleStoreContract,
  'relation after': relationAfterContract,
  'relation claim': relationClaimContract,
  'relation model': relationModelContract,
  'relation neighbors': relationNeighborsContract,
  'relation removal': relationRemovalContract,
  'relation set': relationSetContract,
  'relation store': relationStoreContract,
  'resource names': resourceNamesContract,
  'resource store': resourceStoreContract,
  'service history store': serviceHistoryStoreContract,
  'subscription owed': subscriptionOwedContract,
  'subscription store': subscriptionStoreContract,
  'topology lookup': topologyLookupContract,
  'topology model': topologyModelContract,
  'topology services': topologyServicesContract,
  'topology set': topologySetContract,
  'topology store': topologyStoreContract,
  'topology tree': topologyTreeContract,
  transaction: transactionContract,
  'webhook concurrency': webhookConcurrencyContract,
  'webhook delivery': webhookDeliveryContract,
  'webhook history': webhookHistoryContract,
  'webhook list': webhookListContract,
  'webhook model': webhookModelContract,
  'webhook payload': webhookPayloadContract,
  'webhook remember': webhookRememberContract,
  'webhook revision': webhookRevisionContract,
  'webhook silence': webhookSilenceContract,
  'webhook store': webhookStoreContract,
}
