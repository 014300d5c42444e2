import type { StoreHarness } from '@opsgraph/store-contract'
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
import { remainingAlertsContract } from './remaining-alerts-contract.js'
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

// `pnpm generate` writes this file: every contract of this folder.

/** The contracts, by what each of them is about. */
export const ALL_CONTRACTS: Readonly<Record<string, (harness: StoreHarness) => void>> = {
  access: accessContract,
  alert: alertContract,
  'alert bounds': alertBoundsContract,
  'alert impact': alertImpactContract,
  'alert policy': alertPolicyContract,
  alias: aliasContract,
  assignee: assigneeContract,
  assignment: assignmentContract,
  audit: auditContract,
  'bulk status': bulkStatusContract,
  catalog: catalogContract,
  'changed subscriptions': changedSubscriptionsContract,
  'child states': childStatesContract,
  cmdb: cmdbContract,
  'cmdb partial': cmdbPartialContract,
  'cmdb properties': cmdbPropertiesContract,
  'cmdb removal': cmdbRemovalContract,
  'concurrent callers': concurrentCallersContract,
  'counted alerts': countedAlertsContract,
  decommission: decommissionContract,
  deliveries: deliveriesContract,
  'due alerts': dueAlertsContract,
  'explained alerts': explainedAlertsContract,
  'failing subscriptions': failingSubscriptionsContract,
  fingerprints: fingerprintsContract,
  'fingerprints properties': fingerprintsPropertiesContract,
  'graph assignment': graphAssignmentContract,
  'graph sources': graphSourcesContract,
  heartbeat: heartbeatContract,
  'hurt depth': hurtDepthContract,
  'idle rules': idleRulesContract,
  impact: impactContract,
  'impact properties': impactPropertiesContract,
  'impact requests': impactRequestsContract,
  'import attachments': importAttachmentsContract,
  'imported rules': importedRulesContract,
  'kept tree': keptTreeContract,
  'listed changes': listedChangesContract,
  'live events': liveEventsContract,
  maintenance: maintenanceContract,
  'node claims': nodeClaimsContract,
  'owed changes': owedChangesContract,
  plan: planContract,
  'plan properties': planPropertiesContract,
  policy: policyContract,
  'policy preview': policyPreviewContract,
  'redundancy rule': redundancyRuleContract,
  'redundant services': redundantServicesContract,
  relation: relationContract,
  'relation claims': relationClaimsContract,
  'relation sync': relationSyncContract,
  'relations apply': relationsApplyContract,
  'relations plan': relationsPlanContract,
  'remaining alerts': remainingAlertsContract,
  rename: renameContract,
  resource: resourceContract,
  'resource graph': resourceGraphContract,
  retention: retentionContract,
  'root causes': rootCausesContract,
  'running policies': runningPoliciesContract,
  'service history': serviceHistoryContract,
  'severity order': severityOrderContract,
  silence: silenceContract,
  'simulated failures': simulatedFailuresContract,
  snapshot: snapshotContract,
  'streamed lists': streamedListsContract,
  'subscription preview': subscriptionPreviewContract,
  'subscription settings': subscriptionSettingsContract,
  suggest: suggestContract,
  topology: topologyContract,
  'topology export': topologyExportContract,
  'topology import': topologyImportContract,
  'topology import concurrency': topologyImportConcurrencyContract,
  'topology merge': topologyMergeContract,
  'topology properties': topologyPropertiesContract,
  'transfer properties': transferPropertiesContract,
  tree: treeContract,
  'undo status': undoStatusContract,
  'webhook delivery': webhookDeliveryContract,
  'webhook policies': webhookPoliciesContract,
  'why not': whyNotContract,
}
