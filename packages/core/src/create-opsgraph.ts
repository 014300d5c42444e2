import { LIMITS } from './limits.js'
import { nodeIdGenerator, nodeNonceSource, nodeSecretBox } from './node-gateways.js'
import type { Clock } from './port/clock.js'
import type { Dependencies } from './port/dependencies.js'
import type { IdGenerator } from './port/id-generator.js'
import type { License } from './port/license.js'
import type { Store } from './port/store.js'
import { authenticate } from './use-case/access/authenticate.js'
import { createApiKey } from './use-case/access/create-api-key.js'
import { deleteApiKey } from './use-case/access/delete-api-key.js'
import { ensureAdminKey } from './use-case/access/ensure-admin-key.js'
import { listApiKeys } from './use-case/access/list-api-keys.js'
import { readApiKeyById } from './use-case/access/read-api-key-by-id.js'
import { updateApiKey } from './use-case/access/update-api-key.js'
import { deleteAlert } from './use-case/alert/delete-alert.js'
import { listAlerts, listAlertsByService } from './use-case/alert/list-alerts.js'
import { readAlertById } from './use-case/alert/read-alert-by-id.js'
import { receiveAlert } from './use-case/alert/receive-alert.js'
import { receiveAlerts } from './use-case/alert/receive-alerts.js'
import { setAlertStatus } from './use-case/alert/set-alert-status.js'
import { listAuditEntries } from './use-case/audit/list-audit-entries.js'
import { deleteCatalogService } from './use-case/catalog/delete-catalog-service.js'
import { listCatalogServices } from './use-case/catalog/list-catalog-services.js'
import { putCatalogService } from './use-case/catalog/put-catalog-service.js'
import { readCatalogServiceById } from './use-case/catalog/read-catalog-service-by-id.js'
import { importCmdb } from './use-case/cmdb/import-cmdb.js'
import { GroupCommit } from './use-case/fairness/group-commit.js'
import { Turnstile } from './use-case/fairness/turnstile.js'
import { createRelationPolicy, createWeightPolicy } from './use-case/policy/create-policy.js'
import { deleteRelationPolicy, deleteWeightPolicies, deleteWeightPolicy } from './use-case/policy/delete-policy.js'
import { listRelationPolicies, listWeightPolicies } from './use-case/policy/list-policies.js'
import { readRelationPolicyById, readWeightPolicyById } from './use-case/policy/read-policy-by-id.js'
import { setWeightPolicyStatus, updateRelationPolicy, updateWeightPolicy } from './use-case/policy/update-policy.js'
import { deleteRelation } from './use-case/relation/delete-relation.js'
import { deleteRelationsOf } from './use-case/relation/delete-relations-of.js'
import { listRelations } from './use-case/relation/list-relations.js'
import { putRelation } from './use-case/relation/put-relation.js'
import { putRelations } from './use-case/relation/put-relations.js'
import { readResourceGraph } from './use-case/relation/read-resource-graph.js'
import { loadSnapshot } from './use-case/snapshot/load-snapshot.js'
import { saveSnapshot } from './use-case/snapshot/save-snapshot.js'
import { createTopology } from './use-case/topology/create-topology.js'
import { deleteTopologies } from './use-case/topology/delete-topologies.js'
import { deleteTopology } from './use-case/topology/delete-topology.js'
import { listTopologies } from './use-case/topology/list-topologies.js'
import { loadTrees } from './use-case/topology/load-trees.js'
import { readAssignments } from './use-case/topology/read-assignments.js'
import { readTopologyBy } from './use-case/topology/read-topology-by.js'
import { saveTopology } from './use-case/topology/save-topology.js'
import { suggestTopology } from './use-case/topology/suggest-topology.js'
import { upgradeTrees } from './use-case/topology/upgrade-trees.js'
import { exportTopologies, exportTopology } from './use-case/transfer/export-topologies.js'
import { importTopologies } from './use-case/transfer/import-topologies.js'
import { createWebhook } from './use-case/webhook/create-webhook.js'
import { deleteWebhook } from './use-case/webhook/delete-webhook.js'
import { explainConfig, explainDelivery } from './use-case/webhook/explain-delivery.js'
import { listWebhooks } from './use-case/webhook/list-webhooks.js'
import { readWebhook } from './use-case/webhook/read-webhook.js'
import { receiveDelivery, requireWebhook } from './use-case/webhook/receive-delivery.js'
import { replayDelivery } from './use-case/webhook/replay-delivery.js'
import { updateWebhook } from './use-case/webhook/update-webhook.js'
import { WebhookDirectory } from './use-case/webhook/webhook-directory.js'
import { deriveSecretKeys } from './webhook/secret.js'

const USE_CASES = {
  authenticate,
  createApiKey,
  createRelationPolicy,
  createTopology,
  createWebhook,
  createWeightPolicy,
  deleteAlert,
  deleteApiKey,
  deleteCatalogService,
  deleteRelation,
  deleteRelationPolicy,
  deleteRelationsOf,
  deleteTopologies,
  deleteTopology,
  deleteWebhook,
  deleteWeightPolicies,
  deleteWeightPolicy,
  ensureAdminKey,
  explainConfig,
  explainDelivery,
  exportTopologies,
  exportTopology,
  importCmdb,
  importTopologies,
  listAlerts,
  listAlertsByService,
  listApiKeys,
  listAuditEntries,
  listCatalogServices,
  listRelationPolicies,
  listRelations,
  listTopologies,
  listWebhooks,
  listWeightPolicies,
  loadSnapshot,
  loadTrees,
  putCatalogService,
  putRelation,
  putRelations,
  readAlertById,
  readApiKeyById,
  readAssignments,
  readCatalogServiceById,
  readRelationPolicyById,
  readResourceGraph,
  readTopologyBy,
  readWebhook,
  readWeightPolicyById,
  receiveAlert,
  receiveAlerts,
  receiveDelivery,
  replayDelivery,
  requireWebhook,
  saveSnapshot,
  saveTopology,
  setAlertStatus,
  setWeightPolicyStatus,
  suggestTopology,
  updateApiKey,
  updateRelationPolicy,
  updateWebhook,
  updateWeightPolicy,
  upgradeTrees,
}

type UseCases = typeof USE_CASES
type Bound<UseCase> = UseCase extends (dependencies: Dependencies, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : never

/** Every action of the system, bound to its store. */
export type Opsgraph = { readonly [Name in keyof UseCases]: Bound<UseCases[Name]> } & {
  /** Resolves when the store answers. */
  ping(): Promise<void>
}

export interface OpsgraphOptions {
  readonly store: Store
  /** Default: the system's clock. */
  readonly clock?: Clock
  /** Default: random UUIDs. */
  readonly newId?: IdGenerator
  /** Default: every feature, any number of topologies. */
  readonly license?: License
  /** The secret of an API key that is accepted besides the stored ones, as user `admin` with scope `admin`. */
  readonly adminKey?: string | undefined
  /** Keeps the secrets of webhooks: without it no webhook can have one. Default: none. */
  readonly secretKey?: string | undefined
}

/** Puts opsgraph together: all use-cases, bound to the given store. */
export function createOpsgraph({ store, clock, newId, license, adminKey, secretKey }: OpsgraphOptions): Opsgraph {
  const secretKeys = deriveSecretKeys(secretKey ?? '')
  const dependencies: Dependencies = {
    store,
    clock: clock ?? (() => new Date()),
    newId: newId ?? nodeIdGenerator,
    license: license ?? { topologyFeature: true, topologyLimit: null },
    secretBox: nodeSecretBox,
    adminKeyDigest: adminKey === undefined ? undefined : nodeSecretBox.digest(adminKey),
    policyMemo: { kept: undefined },
    fileTurns: { receiving: new Turnstile(LIMITS.receivedFiles), working: new Turnstile(1) },
    graphTurns: new Turnstile(LIMITS.graphReaders),
    secretKeys,
    newNonce: nodeNonceSource,
    knownWebhooks: new WebhookDirectory(store, secretKeys),
    deliveries: new GroupCommit({
      group: LIMITS.webhookGroup,
      groupsAtOnce: LIMITS.webhookGroups,
      queue: LIMITS.webhookQueue,
    }),
  }
  const bound = Object.entries(USE_CASES).map(([name, useCase]) => [
    name,
    (useCase as (...args: readonly unknown[]) => unknown).bind(undefined, dependencies),
  ])
  return { ...Object.fromEntries(bound), ping: () => store.ping() }
}
