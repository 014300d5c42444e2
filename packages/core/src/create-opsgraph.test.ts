import { describe, expect, it } from 'vitest'
import type { Caller } from './access/caller.js'
import { grantsScope, SCOPES, type Scope } from './access/scope.js'
import { createOpsgraph, type Opsgraph } from './create-opsgraph.js'
import type { Store } from './port/store.js'

/**
 * The documented scopes of every use-case (rules.md#scopes; rules.md#api-keys). An empty list means that the use-case
 * needs no caller. If a use-case is missing here, the tests fail.
 */
const DOCUMENTED: Readonly<Record<keyof Opsgraph, readonly Scope[]>> = {
  addAlertNote: ['write:alerts'],
  authenticate: [],
  applyMaintenance: [],
  applyRelations: ['write:service_topologies'],
  undoAlertStatuses: ['write:alerts'],
  updateMaintenanceWindow: ['write:alerts'],
  readMaintenanceWindowById: ['read:alerts'],
  listMaintenanceWindows: ['read:alerts'],
  deleteHeartbeat: ['write:alerts'],
  listHeartbeats: ['read:alerts'],
  noticeMissedHeartbeats: [],
  readHeartbeatById: ['read:alerts'],
  receiveHeartbeat: ['write:alerts'],
  deleteMaintenanceWindow: ['write:alerts'],
  createMaintenanceWindow: ['write:alerts'],
  changeDueAlerts: [],
  createAlertPolicy: ['write:service_topologies'],
  createAlertPolicyFromPreset: ['write:service_topologies'],
  createApiKey: ['write:keys'],
  createRelationPolicy: ['write:service_topologies'],
  createTopology: ['write:service_topologies'],
  createWebhook: ['write:webhook_configs'],
  createWebhookFromPreset: ['write:webhook_configs', 'write:service_topologies'],
  createWeightPolicy: ['write:service_topologies'],
  decommissionResources: ['write:service_topologies', 'write:alerts'],
  deleteAlert: ['write:alerts'],
  deleteAlertPolicy: ['write:service_topologies'],
  deleteApiKey: ['write:keys'],
  deleteCatalogService: ['write:service_catalog'],
  deleteRedundancyRule: ['write:service_topologies'],
  deleteResourceAlias: ['write:service_topologies'],
  deleteRelation: ['write:service_topologies'],
  deleteRelationPolicy: ['write:service_topologies'],
  deleteRelationsOf: ['write:service_topologies'],
  deleteTopologies: ['write:service_topologies'],
  deleteTopology: ['write:service_topologies'],
  deleteWebhook: ['write:webhook_configs'],
  deleteWeightPolicies: ['write:service_topologies'],
  deleteWeightPolicy: ['write:service_topologies'],
  ensureAdminKey: ['admin'],
  explainConfig: ['read:webhook_configs'],
  explainDelivery: ['read:webhook_configs'],
  exportTopologies: ['read:service_topologies'],
  exportTopology: ['read:service_topologies'],
  followEvents: ['read:alerts'],
  graphMemoryCounts: [],
  metrics: [],
  importCmdb: ['write:service_topologies'],
  applyPlan: ['write:service_topologies'],
  undoPlan: ['write:service_topologies'],
  importTopologies: ['write:service_topologies'],
  listAlertPolicies: ['read:service_topologies'],
  listAlerts: ['read:alerts'],
  listAlertsByService: ['read:alerts'],
  listApiKeys: ['read:keys'],
  listAuditEntries: ['admin:audit'],
  listCatalogServices: ['read:service_catalog'],
  listRedundancyRules: ['read:service_topologies'],
  listResourceAliases: ['read:service_topologies'],
  listRelationPolicies: ['read:service_topologies'],
  listRelations: ['read:service_topologies'],
  listResources: ['read:service_topologies', 'read:alerts'],
  listTopologies: ['read:service_topologies'],
  listTopologySummaries: ['read:service_topologies'],
  listWebhooks: ['read:webhook_configs'],
  listSubscriptions: ['read:subscriptions'],
  readSubscriptionById: ['read:subscriptions'],
  previewSubscription: ['read:subscriptions', 'read:alerts', 'read:service_topologies', 'read:service_catalog'],
  createSubscription: ['write:subscriptions', 'read:alerts'],
  updateSubscription: ['write:subscriptions', 'read:alerts'],
  deleteSubscription: ['write:subscriptions', 'read:alerts'],
  rotateSubscriptionSecret: ['write:subscriptions', 'read:alerts'],
  lookForEvents: [],
  testSubscription: ['write:subscriptions', 'read:alerts'],
  deliverOwed: [],
  listSilentSubscriptions: [],
  deliveryCounts: [],
  endDeliveries: [],
  noticeFailingSubscriptions: [],
  readOverdueMessages: [],
  listWeightPolicies: ['read:service_topologies'],
  loadSnapshot: ['admin'],
  loadTrees: ['admin'],
  ping: [],
  previewMaintenanceWindow: ['read:alerts'],
  previewAlertPolicy: ['read:service_topologies', 'read:webhook_configs', 'read:alerts'],
  putCatalogService: ['write:service_catalog'],
  putRedundancyRule: ['write:service_topologies'],
  putResourceAlias: ['write:service_topologies'],
  putRelation: ['write:service_topologies'],
  putRelations: ['write:service_topologies'],
  readAlertById: ['read:alerts'],
  readAlertPolicyById: ['read:service_topologies'],
  readApiKeyById: ['read:keys'],
  listChildStates: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  listRootCauses: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  readAlertImpact: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  readImpact: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  readServiceHistory: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  simulateFailures: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  readAssignments: ['read:service_topologies'],
  readCatalogServiceById: ['read:service_catalog'],
  noticeImpact: [],
  noticeSilence: [],
  readPresentedKey: [],
  readRedundancyRule: ['read:service_topologies'],
  readResourceAlias: ['read:service_topologies'],
  readRelationClaims: ['read:service_topologies'],
  readRelationPolicyById: ['read:service_topologies'],
  readResourceGraph: ['read:service_topologies'],
  readResourceUsage: ['read:service_topologies', 'read:alerts'],
  readTopologyBy: ['read:service_topologies'],
  readWebhook: ['read:webhook_configs'],
  readWeightPolicyById: ['read:service_topologies'],
  receiveAlert: ['write:alerts'],
  receiveAlerts: ['write:alerts'],
  receiveDelivery: [],
  removeOld: [],
  renameResource: ['write:service_topologies', 'write:alerts'],
  replayDelivery: ['write:webhook_configs', 'write:alerts'],
  requireWebhook: [],
  saveSnapshot: ['admin'],
  saveTopology: ['write:service_topologies'],
  setAlertPolicyStatus: ['write:service_topologies'],
  setAlertStatus: ['write:alerts'],
  setAlertStatuses: ['write:alerts'],
  setWeightPolicyStatus: ['write:service_topologies'],
  streamAlerts: ['read:alerts'],
  streamRelations: ['read:service_topologies'],
  streamResources: ['read:service_topologies', 'read:alerts'],
  suggestTopology: ['read:service_topologies'],
  updateAlertPolicy: ['write:service_topologies'],
  updateApiKey: ['write:keys'],
  updateRelationPolicy: ['write:service_topologies'],
  updateWebhook: ['write:webhook_configs'],
  updateWeightPolicy: ['write:service_topologies'],
  webhookBodyLimit: [],
  upgradeTrees: ['admin'],
}
const ACTIONS = Object.entries(DOCUMENTED)
const GUARDED = ACTIONS.filter(([, scopes]) => scopes.length > 0)

describe('the scopes of createOpsgraph', () => {
  it('should be documented for every use-case', () => {
    expect(Object.keys(createOpsgraph({ store: untouchable() })).sort()).toEqual(ACTIONS.map(([name]) => name).sort())
  })

  it.each(GUARDED)('should refuse %s without a scope before it touches the store', async (name, needed) => {
    const refused = { kind: 'forbidden', message: `this needs the scope ${needed[0]}` }
    expect(await outcomeOf(name, [])).toMatchObject(refused)
  })

  it.each(GUARDED)('should allow %s with exactly the documented scopes', async (name, needed) => {
    expect(await outcomeOf(name, needed)).not.toMatchObject({ kind: 'forbidden' })
  })

  it.each(GUARDED)(
    'should allow %s with a single scope only if it includes the documented ones',
    async (name, needed) => {
      for (const held of SCOPES) {
        const isEnough = needed.every((scope) => grantsScope([held], scope))
        const refused = expect.objectContaining({ kind: 'forbidden' })
        expect(await outcomeOf(name, [held]), held).toEqual(
          isEnough ? expect.not.objectContaining({ kind: 'forbidden' }) : refused,
        )
      }
    },
  )
})

// Helpers

/**
 * The error of a use-case that is called with an empty input: `forbidden` if the scopes are not sufficient, otherwise
 * an error from the input or the store.
 */
async function outcomeOf(name: string, scopes: readonly Scope[]): Promise<unknown> {
  const caller: Caller = { user: 'ann', scopes, requestId: null }
  const opsgraph = createOpsgraph({ store: untouchable() })
  const action = opsgraph[name as keyof Opsgraph] as (caller: Caller, input: object) => Promise<unknown>
  return await action(caller, {}).then(
    () => ({}),
    (error: unknown) => error,
  )
}

/** A store that fails on any access. */
function untouchable(): Store {
  return new Proxy({} as Store, {
    get: () => {
      throw new Error('the store is touched')
    },
  })
}
