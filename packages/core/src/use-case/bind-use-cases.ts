import { type Caller, requireScope } from '../access/caller.js'
import { IMPACT_SCOPES, type Scope } from '../access/scope.js'
import * as useCases from './all-use-cases.js'
import type { Dependencies } from './dependencies.js'

/**
 * The scopes for writing a subscription. A subscription sends alerts to its receiver, so its writer must also be
 * allowed to read alerts.
 */
const SUBSCRIPTION_WRITE_SCOPES = ['write:subscriptions', 'read:alerts'] as const

/**
 * The use-cases whose second parameter, after the dependencies, is the caller. Each value is the scope, or the list of
 * scopes, that the caller must hold for any input.
 */
const WITH_CALLER = {
  addAlertNote: 'write:alerts',
  applyPlan: 'write:service_topologies',
  applyRelations: 'write:service_topologies',
  createAlertPolicy: 'write:service_topologies',
  createAlertPolicyFromPreset: 'write:service_topologies',
  createApiKey: 'write:keys',
  createMaintenanceWindow: 'write:alerts',
  createRelationPolicy: 'write:service_topologies',
  createSubscription: SUBSCRIPTION_WRITE_SCOPES,
  createTopology: 'write:service_topologies',
  createWebhook: 'write:webhook_configs',
  createWebhookFromPreset: 'write:webhook_configs',
  createWeightPolicy: 'write:service_topologies',
  decommissionResources: ['write:service_topologies', 'write:alerts'],
  deleteAlert: 'write:alerts',
  deleteAlertPolicy: 'write:service_topologies',
  deleteApiKey: 'write:keys',
  deleteCatalogService: 'write:service_catalog',
  deleteHeartbeat: 'write:alerts',
  deleteMaintenanceWindow: 'write:alerts',
  deleteRedundancyRule: 'write:service_topologies',
  deleteRelation: 'write:service_topologies',
  deleteRelationPolicy: 'write:service_topologies',
  deleteRelationsOf: 'write:service_topologies',
  deleteResourceAlias: 'write:service_topologies',
  deleteSubscription: SUBSCRIPTION_WRITE_SCOPES,
  deleteTopology: 'write:service_topologies',
  deleteWebhook: 'write:webhook_configs',
  deleteWeightPolicy: 'write:service_topologies',
  ensureAdminKey: 'admin',
  exportTopologies: 'read:service_topologies',
  exportTopology: 'read:service_topologies',
  followEvents: 'read:alerts',
  importCmdb: 'write:service_topologies',
  importTopologies: 'write:service_topologies',
  listAlerts: 'read:alerts',
  listAlertsByService: 'read:alerts',
  listApiKeys: 'read:keys',
  listWebhooks: 'read:webhook_configs',
  loadSnapshot: 'admin',
  loadTrees: 'admin',
  putCatalogService: 'write:service_catalog',
  putRedundancyRule: 'write:service_topologies',
  putRelation: 'write:service_topologies',
  putRelations: 'write:service_topologies',
  putResourceAlias: 'write:service_topologies',
  readApiKeyById: 'read:keys',
  readAssignments: 'read:service_topologies',
  readWebhook: 'read:webhook_configs',
  receiveAlert: 'write:alerts',
  receiveAlerts: 'write:alerts',
  receiveHeartbeat: 'write:alerts',
  renameResource: ['write:service_topologies', 'write:alerts'],
  replayDelivery: ['write:webhook_configs', 'write:alerts'],
  rotateSubscriptionSecret: SUBSCRIPTION_WRITE_SCOPES,
  saveTopology: 'write:service_topologies',
  setAlertPolicyStatus: 'write:service_topologies',
  setAlertStatus: 'write:alerts',
  setAlertStatuses: 'write:alerts',
  setWeightPolicyStatus: 'write:service_topologies',
  streamAlerts: 'read:alerts',
  undoAlertStatuses: 'write:alerts',
  undoPlan: 'write:service_topologies',
  updateAlertPolicy: 'write:service_topologies',
  updateApiKey: 'write:keys',
  updateMaintenanceWindow: 'write:alerts',
  updateRelationPolicy: 'write:service_topologies',
  updateSubscription: SUBSCRIPTION_WRITE_SCOPES,
  updateWebhook: 'write:webhook_configs',
  updateWeightPolicy: 'write:service_topologies',
  upgradeTrees: 'admin',
} as const satisfies ScopesOf<(dependencies: Dependencies, caller: Caller, ...input: never[]) => Promise<unknown>>

/**
 * The use-cases that do not depend on the caller. The bound functions take the caller as their first argument, but only
 * to check the scope.
 */
const WITHOUT_CALLER = {
  // These two bulk deletes leave no audit entries (rules.md#audit-entries).
  deleteTopologies: 'write:service_topologies',
  deleteWeightPolicies: 'write:service_topologies',
  explainConfig: 'read:webhook_configs',
  explainDelivery: 'read:webhook_configs',
  listAlertPolicies: 'read:service_topologies',
  listAuditEntries: 'admin:audit',
  listCatalogServices: 'read:service_catalog',
  listChildStates: IMPACT_SCOPES,
  listHeartbeats: 'read:alerts',
  listMaintenanceWindows: 'read:alerts',
  listRedundancyRules: 'read:service_topologies',
  listRelationPolicies: 'read:service_topologies',
  listRelations: 'read:service_topologies',
  listResources: ['read:service_topologies', 'read:alerts'],
  listResourceAliases: 'read:service_topologies',
  listRootCauses: IMPACT_SCOPES,
  listSubscriptions: 'read:subscriptions',
  listTopologies: 'read:service_topologies',
  listTopologySummaries: 'read:service_topologies',
  listWeightPolicies: 'read:service_topologies',
  previewMaintenanceWindow: 'read:alerts',
  previewSubscription: ['read:subscriptions', ...IMPACT_SCOPES],
  previewAlertPolicy: ['read:service_topologies', 'read:webhook_configs', 'read:alerts'],
  readAlertById: 'read:alerts',
  readAlertImpact: IMPACT_SCOPES,
  readAlertPolicyById: 'read:service_topologies',
  readCatalogServiceById: 'read:service_catalog',
  readHeartbeatById: 'read:alerts',
  readImpact: IMPACT_SCOPES,
  readServiceHistory: IMPACT_SCOPES,
  readMaintenanceWindowById: 'read:alerts',
  readRedundancyRule: 'read:service_topologies',
  readRelationClaims: 'read:service_topologies',
  readRelationPolicyById: 'read:service_topologies',
  readResourceAlias: 'read:service_topologies',
  readResourceGraph: 'read:service_topologies',
  readResourceUsage: ['read:service_topologies', 'read:alerts'],
  readSubscriptionById: 'read:subscriptions',
  readTopologyBy: 'read:service_topologies',
  readWeightPolicyById: 'read:service_topologies',
  saveSnapshot: 'admin',
  simulateFailures: IMPACT_SCOPES,
  streamRelations: 'read:service_topologies',
  streamResources: ['read:service_topologies', 'read:alerts'],
  suggestTopology: 'read:service_topologies',
  testSubscription: ['write:subscriptions', 'read:alerts'],
} as const satisfies ScopesOf<(dependencies: Dependencies, ...input: never[]) => Promise<unknown>>

/** The use-cases that need neither a caller nor a scope. */
const WITHOUT_SCOPE = {
  // `authenticate` determines who the caller is, so it cannot take a caller.
  authenticate: null,
  // The server itself calls the next eleven use-cases, at regular intervals or once, so they have no caller.
  applyMaintenance: null,
  changeDueAlerts: null,
  deliverOwed: null,
  listSilentSubscriptions: null,
  lookForEvents: null,
  noticeFailingSubscriptions: null,
  noticeImpact: null,
  noticeMissedHeartbeats: null,
  noticeSilence: null,
  readOverdueMessages: null,
  removeOld: null,
  // The next three use-cases need no scope, because the authentication of the webhook protects them
  // (rules.md#webhook-authentication).
  readPresentedKey: null,
  receiveDelivery: null,
  requireWebhook: null,
} as const

/**
 * For each use-case, the scope or all scopes that the caller must hold (rules.md#scopes; rules.md#api-keys); `null` =
 * no scope. Some inputs need more scopes: for example, a relation whose source is not `manual`.
 */
export const USE_CASE_SCOPES = { ...WITH_CALLER, ...WITHOUT_CALLER, ...WITHOUT_SCOPE } as const

type UseCases = Pick<typeof useCases, keyof typeof USE_CASE_SCOPES>
const USE_CASE_FUNCTIONS: UseCases = useCases

/** The required scopes of each use-case whose function has the type `Run`. */
type ScopesOf<Run> = {
  readonly [Name in keyof typeof useCases as (typeof useCases)[Name] extends Run ? Name : never]?:
    | Scope
    | readonly Scope[]
}

/**
 * The use-cases with their dependencies bound. A use-case that needs a scope takes the caller as its first argument.
 * The type is mapped from the modules of the use-cases, so that editors show their docstrings and parameter names.
 */
export type BoundUseCases = { readonly [Name in keyof UseCases]: BoundUseCase<Name> }

type BoundUseCase<Name extends keyof UseCases> = UseCases[Name] extends (
  dependencies: Dependencies,
  ...input: infer Input
) => infer Result
  ? Name extends keyof typeof WITHOUT_CALLER
    ? (caller: Caller, ...input: Input) => Result
    : (...input: Input) => Result
  : never

/**
 * Binds every use-case to its dependencies. If a use-case needs scopes, the bound function first checks that the caller
 * holds all of them. If a use-case calls the function of another use-case directly, no scope is checked here.
 */
export function bindUseCases(dependencies: Dependencies): BoundUseCases {
  const names = Object.keys(USE_CASE_SCOPES) as (keyof UseCases)[]
  return Object.fromEntries(names.map((name) => [name, bindUseCase(name, dependencies)])) as BoundUseCases
}

function bindUseCase(name: keyof UseCases, dependencies: Dependencies) {
  const run = USE_CASE_FUNCTIONS[name] as (dependencies: Dependencies, ...input: unknown[]) => unknown
  const scopes = USE_CASE_SCOPES[name]
  if (scopes === null) return (...input: unknown[]) => run(dependencies, ...input)
  return async (caller: Caller, ...input: unknown[]) => {
    for (const scope of [scopes].flat()) requireScope(caller, scope)
    return await (name in WITH_CALLER ? run(dependencies, caller, ...input) : run(dependencies, ...input))
  }
}
