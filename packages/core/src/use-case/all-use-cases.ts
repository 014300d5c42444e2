import { authenticate } from './access/authenticate.js'
import { createApiKey } from './access/create-api-key.js'
import { deleteApiKey } from './access/delete-api-key.js'
import { ensureAdminKey } from './access/ensure-admin-key.js'
import { listApiKeys } from './access/list-api-keys.js'
import { readApiKeyById } from './access/read-api-key-by-id.js'
import { updateApiKey } from './access/update-api-key.js'
import { deleteAlert } from './alert/delete-alert.js'
import { listAlerts, listAlertsByService } from './alert/list-alerts.js'
import { readAlertById } from './alert/read-alert-by-id.js'
import { receiveAlert } from './alert/receive-alert.js'
import { receiveAlerts } from './alert/receive-alerts.js'
import { setAlertStatus } from './alert/set-alert-status.js'
import { listAuditEntries } from './audit/list-audit-entries.js'
import { deleteCatalogService } from './catalog/delete-catalog-service.js'
import { listCatalogServices } from './catalog/list-catalog-services.js'
import { putCatalogService } from './catalog/put-catalog-service.js'
import { readCatalogServiceById } from './catalog/read-catalog-service-by-id.js'
import { importCmdb } from './cmdb/import-cmdb.js'
import type { Dependencies } from './dependencies.js'
import { createRelationPolicy, createWeightPolicy } from './policy/create-policy.js'
import { deleteRelationPolicy, deleteWeightPolicies, deleteWeightPolicy } from './policy/delete-policy.js'
import { listRelationPolicies, listWeightPolicies } from './policy/list-policies.js'
import { readRelationPolicyById, readWeightPolicyById } from './policy/read-policy-by-id.js'
import { setWeightPolicyStatus, updateRelationPolicy, updateWeightPolicy } from './policy/update-policy.js'
import { deleteRelation } from './relation/delete-relation.js'
import { deleteRelationsOf } from './relation/delete-relations-of.js'
import { listRelations } from './relation/list-relations.js'
import { putRelation } from './relation/put-relation.js'
import { putRelations } from './relation/put-relations.js'
import { readResourceGraph } from './relation/read-resource-graph.js'
import { loadSnapshot } from './snapshot/load-snapshot.js'
import { saveSnapshot } from './snapshot/save-snapshot.js'
import { createTopology } from './topology/create-topology.js'
import { deleteTopologies } from './topology/delete-topologies.js'
import { deleteTopology } from './topology/delete-topology.js'
import { listTopologies } from './topology/list-topologies.js'
import { loadTrees } from './topology/load-trees.js'
import { readAssignments } from './topology/read-assignments.js'
import { readTopologyBy } from './topology/read-topology-by.js'
import { saveTopology } from './topology/save-topology.js'
import { suggestTopology } from './topology/suggest-topology.js'
import { upgradeTrees } from './topology/upgrade-trees.js'
import { exportTopologies, exportTopology } from './transfer/export-topologies.js'
import { importTopologies } from './transfer/import-topologies.js'
import { createWebhook } from './webhook/create-webhook.js'
import { deleteWebhook } from './webhook/delete-webhook.js'
import { explainConfig, explainDelivery } from './webhook/explain-delivery.js'
import { listWebhooks } from './webhook/list-webhooks.js'
import { readWebhook } from './webhook/read-webhook.js'
import { readPresentedKey, receiveDelivery, requireWebhook } from './webhook/receive-delivery.js'
import { replayDelivery } from './webhook/replay-delivery.js'
import { updateWebhook } from './webhook/update-webhook.js'
import { open, withCaller, withoutCaller } from './with-caller.js'

/**
 * Every use-case with the scope that its caller must hold (rules.md#scopes; rules.md#api-keys). The scope is checked
 * before anything else. Use-cases that call each other directly skip this check, so they need no artificial caller.
 */
const USE_CASES = {
  ...withoutCaller('read:service_topologies', {
    listRelationPolicies,
    listRelations,
    listTopologies,
    listWeightPolicies,
    readAssignments,
    readRelationPolicyById,
    readResourceGraph,
    readTopologyBy,
    readWeightPolicyById,
    suggestTopology,
  }),
  ...withCaller('read:service_topologies', { exportTopologies, exportTopology }),
  ...withCaller('write:service_topologies', {
    createRelationPolicy,
    createTopology,
    createWeightPolicy,
    deleteRelation,
    deleteRelationPolicy,
    deleteRelationsOf,
    deleteTopology,
    deleteWeightPolicy,
    importCmdb,
    importTopologies,
    putRelation,
    putRelations,
    saveTopology,
    setWeightPolicyStatus,
    updateRelationPolicy,
    updateWeightPolicy,
  }),
  // Bulk deletes leave no audit entries (rules.md#audit-entries).
  ...withoutCaller('write:service_topologies', { deleteTopologies, deleteWeightPolicies }),
  ...withoutCaller('read:service_catalog', { listCatalogServices, readCatalogServiceById }),
  ...withCaller('write:service_catalog', { deleteCatalogService, putCatalogService }),
  ...withoutCaller('read:webhook_configs', { explainConfig, explainDelivery, listWebhooks, readWebhook }),
  ...withCaller('write:webhook_configs', { createWebhook, deleteWebhook, replayDelivery, updateWebhook }),
  ...withoutCaller('read:alerts', { listAlerts, listAlertsByService, readAlertById }),
  ...withCaller('write:alerts', { deleteAlert, receiveAlert, receiveAlerts, setAlertStatus }),
  ...withCaller('read:keys', { listApiKeys, readApiKeyById }),
  ...withCaller('write:keys', { createApiKey, deleteApiKey, updateApiKey }),
  ...withoutCaller('admin:audit', { listAuditEntries }),
  ...withCaller('admin', { ensureAdminKey, loadSnapshot, loadTrees, upgradeTrees }),
  ...withoutCaller('admin', { saveSnapshot }),
  ...open({
    // Determines the caller, so there is none yet.
    authenticate,
    // The authentication of the webhook applies instead (rules.md#webhook-authentication).
    readPresentedKey,
    receiveDelivery,
    requireWebhook,
  }),
}

type UseCases = typeof USE_CASES

/**
 * The use-cases with their dependencies bound. A use-case that needs a scope takes the caller as its first argument.
 */
export type BoundUseCases = { readonly [Name in keyof UseCases]: ReturnType<UseCases[Name]['bind']> }

export function bindUseCases(dependencies: Dependencies): BoundUseCases {
  const bound = Object.entries(USE_CASES).map(([name, { bind }]) => [name, bind(dependencies)])
  return Object.fromEntries(bound) as BoundUseCases
}

/** The scope that each use-case needs; `null` = none. */
export const USE_CASE_SCOPES = Object.fromEntries(
  Object.entries(USE_CASES).map(([name, { scope }]) => [name, scope]),
) as { readonly [Name in keyof UseCases]: UseCases[Name]['scope'] }
