import type { StoreHarness } from '@opsgraph/store-contract'
import { describe } from 'vitest'
import { accessContract } from './access-contract.js'
import { alertBoundsContract } from './alert-bounds-contract.js'
import { alertContract } from './alert-contract.js'
import { alertImpactContract } from './alert-impact-contract.js'
import { alertPolicyContract } from './alert-policy-contract.js'
import { aliasContract } from './alias-contract.js'
import { assigneeContract } from './assignee-contract.js'
import { assignmentContract } from './assignment-contract.js'
import { auditContract } from './audit-contract.js'
import { bulkStatusContract } from './bulk-status-contract.js'
import { catalogContract } from './catalog-contract.js'
import { changedSubscriptionsContract } from './changed-subscriptions-contract.js'
import { childStatesContract } from './child-states-contract.js'
import { cmdbContract } from './cmdb-contract.js'
import { cmdbPartialContract } from './cmdb-partial-contract.js'
import { cmdbPropertiesContract } from './cmdb-properties-contract.js'
import { cmdbRemovalContract } from './cmdb-removal-contract.js'
import { concurrentCallersContract } from './concurrent-callers-contract.js'
import { countedAlertsContract } from './counted-alerts-contract.js'
import { decommissionContract } from './decommission-contract.js'
import { deliveriesContract } from './deliveries-contract.js'
import { dueAlertsContract } from './due-alerts-contract.js'
import { explainedAlertsContract } from './explained-alerts-contract.js'
import { failingSubscriptionsContract } from './failing-subscriptions-contract.js'
import { fingerprintsContract } from './fingerprints-contract.js'
import { fingerprintsPropertiesContract } from './fingerprints-properties-contract.js'
import { graphAssignmentContract } from './graph-assignment-contract.js'
import { graphSourcesContract } from './graph-sources-contract.js'
import { heartbeatContract } from './heartbeat-contract.js'
import { hurtDepthContract } from './hurt-depth-contract.js'
import { idleRulesContract } from './idle-rules-contract.js'
import { impactContract } from './impact-contract.js'
import { impactPropertiesContract } from './impact-properties-contract.js'
import { impactRequestsContract } from './impact-requests-contract.js'
import { importAttachmentsContract } from './import-attachments-contract.js'
import { importedRulesContract } from './imported-rules-contract.js'
import { keptTreeContract } from './kept-tree-contract.js'
import { listedChangesContract } from './listed-changes-contract.js'
import { liveEventsContract } from './live-events-contract.js'
import { maintenanceContract } from './maintenance-contract.js'
import { namesInFlightContract } from './names-in-flight-contract.js'
import { nodeClaimsContract } from './node-claims-contract.js'
import { owedChangesContract } from './owed-changes-contract.js'
import { planContract } from './plan-contract.js'
import { planPropertiesContract } from './plan-properties-contract.js'
import { policyContract } from './policy-contract.js'
import { policyPreviewContract } from './policy-preview-contract.js'
import { redundancyRuleContract } from './redundancy-rule-contract.js'
import { redundantServicesContract } from './redundant-services-contract.js'
import { relationClaimsContract } from './relation-claims-contract.js'
import { relationContract } from './relation-contract.js'
import { relationSyncContract } from './relation-sync-contract.js'
import { relationsApplyContract } from './relations-apply-contract.js'
import { relationsPlanContract } from './relations-plan-contract.js'
import { renameContract } from './rename-contract.js'
import { resourceContract } from './resource-contract.js'
import { resourceGraphContract } from './resource-graph-contract.js'
import { retentionContract } from './retention-contract.js'
import { rootCausesContract } from './root-causes-contract.js'
import { runningPoliciesContract } from './running-policies-contract.js'
import { serviceHistoryContract } from './service-history-contract.js'
import { severityOrderContract } from './severity-order-contract.js'
import { silenceContract } from './silence-contract.js'
import { simulatedFailuresContract } from './simulated-failures-contract.js'
import { snapshotContract } from './snapshot-contract.js'
import { streamedListsContract } from './streamed-lists-contract.js'
import { subscriptionPreviewContract } from './subscription-preview-contract.js'
import { subscriptionSettingsContract } from './subscription-settings-contract.js'
import { suggestContract } from './suggest-contract.js'
import { topologyContract } from './topology-contract.js'
import { topologyExportContract } from './topology-export-contract.js'
import { topologyImportConcurrencyContract } from './topology-import-concurrency-contract.js'
import { topologyImportContract } from './topology-import-contract.js'
import { topologyMergeContract } from './topology-merge-contract.js'
import { topologyPropertiesContract } from './topology-properties-contract.js'
import { transferPropertiesContract } from './transfer-properties-contract.js'
import { treeContract } from './tree-contract.js'
import { undoStatusContract } from './undo-status-contract.js'
import { webhookDeliveryContract } from './webhook-delivery-contract.js'
import { webhookPoliciesContract } from './webhook-policies-contract.js'
import { whyNotContract } from './why-not-contract.js'

/**
 * Declares tests of all use-cases on a store. The tests check the rules of docs/rules.md.
 *
 * @param name - the name of the store, for the titles of the tests
 */
export function opsgraphContract(name: string, harness: StoreHarness): void {
  describe(`opsgraph over ${name}`, () => {
    describe('relations', () => relationContract(harness))
    describe('applied relations', () => relationsApplyContract(harness))
    describe('redundancy rules', () => redundancyRuleContract(harness))
    describe('resources', () => resourceContract(harness))
    describe('streamed lists', () => streamedListsContract(harness))
    describe('decommissioned resources', () => decommissionContract(harness))
    describe('plans', () => planContract(harness))
    describe('plans of relations', () => relationsPlanContract(harness))
    describe('plans of anything', () => planPropertiesContract(harness))
    describe('aliases', () => aliasContract(harness))
    describe('renamed resources', () => renameContract(harness))
    describe('names in flight', () =>
      namesInFlightContract(async () => {
        const { store } = await harness.open()
        return { one: store, other: store }
      }))
    describe('resource graph', () => resourceGraphContract(harness))
    describe('topologies', () => {
      topologyContract(harness)
      topologyPropertiesContract(harness)
    })
    describe('topologies by severity', () => severityOrderContract(harness))
    describe('claims of relations', () => relationClaimsContract(harness))
    describe('claims of nodes', () => nodeClaimsContract(harness))
    describe('several sources of the graph', () => graphSourcesContract(harness))
    describe('relation sync', () => relationSyncContract(harness))
    describe('alerts', () => {
      alertContract(harness)
      alertBoundsContract(harness)
      dueAlertsContract(harness)
      bulkStatusContract(harness)
      undoStatusContract(harness)
      assigneeContract(harness)
      explainedAlertsContract(harness)
      retentionContract(harness)
    })
    describe('fingerprints', () => {
      fingerprintsContract(harness)
      fingerprintsPropertiesContract(harness)
    })
    describe('maintenance windows', () => {
      maintenanceContract(harness)
      hurtDepthContract(harness)
    })
    describe('assignments', () => assignmentContract(harness))
    describe('impact', () => {
      impactContract(harness)
      idleRulesContract(harness)
      rootCausesContract(harness)
      alertImpactContract(harness)
      childStatesContract(harness)
      redundantServicesContract(harness)
      whyNotContract(harness)
      simulatedFailuresContract(harness)
      impactRequestsContract(harness)
      countedAlertsContract(harness)
      impactPropertiesContract(harness)
    })
    describe('history of services', () => serviceHistoryContract(harness))
    describe('preview of subscriptions', () => subscriptionPreviewContract(harness))
    describe('what subscriptions owe', () => owedChangesContract(harness))
    describe('deliveries of subscriptions', () => {
      deliveriesContract(harness)
      changedSubscriptionsContract(harness)
      failingSubscriptionsContract(harness)
    })
    describe('events', () => liveEventsContract(harness))
    describe('assignments over the graph', () => graphAssignmentContract(harness))
    describe('suggest', () => suggestContract(harness))
    describe('service catalog', () => catalogContract(harness))
    describe('CMDB import', () => {
      cmdbContract(harness)
      cmdbPartialContract(harness)
      cmdbRemovalContract(harness)
      cmdbPropertiesContract(harness)
    })
    describe('policies', () => policyContract(harness))
    describe('alert policies', () => {
      alertPolicyContract(harness)
      runningPoliciesContract(harness)
      policyPreviewContract(harness)
    })
    describe('export and import', () => {
      topologyExportContract(harness)
      topologyImportContract(harness)
      topologyMergeContract(harness)
      topologyImportConcurrencyContract(harness)
      importAttachmentsContract(harness)
      describe('redundancy rules of imported topologies', () => importedRulesContract(harness))
      listedChangesContract(harness)
      transferPropertiesContract(harness)
    })
    describe('trees of an earlier release', () => {
      treeContract(harness)
      keptTreeContract(harness)
    })
    describe('webhooks', () => {
      webhookDeliveryContract(harness)
      webhookPoliciesContract(harness)
      silenceContract(harness)
    })
    describe('heartbeats', () => heartbeatContract(harness))
    describe('subscriptions', () => subscriptionSettingsContract(harness))
    describe('snapshots', () => snapshotContract(harness))
    describe('API keys', () => accessContract(harness))
    describe('audit trail', () => auditContract(harness))
    describe('concurrent callers', () => concurrentCallersContract(harness))
  })
}
