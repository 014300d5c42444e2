import type { z } from 'zod'
import type { Route } from '../src/pipeline/define-route.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import type { Received, TestServer } from './test-server.js'

/**
 * One request of the story. A text that begins with `$` stands for a value of an earlier answer: `$receiveAlert.id` is
 * the field `id` of the last answer of the operation `receiveAlert`.
 */
export interface Step {
  /** The id of the operation. */
  readonly id: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly json?: unknown
  /** A body that is not JSON, by its media type. */
  readonly file?: readonly [type: string, text: string]
}

/** The last answer of each operation. */
export type Answers = Map<string, Received>

/** Returns an example from the schema of a body. */
function exampleOf(id: string): unknown {
  const route = ALL_ROUTES.find((candidate) => candidate.id === id)
  return (route?.body?.schema.meta()?.examples as readonly unknown[] | undefined)?.[0]
}

/** A request with the example of its schema as the body. */
const sent = (id: string, params?: Step['params']): Step => ({ id, json: exampleOf(id), ...(params && { params }) })

const PAYLOAD = { host: 'probe-7', message: 'No answer for 3 minutes', state: 'down' }
const SHOP = { id: '$createTopology.id' }
const ALERT = { id: '$receiveAlert.id' }
const ALIAS = 'environment=Production&alias=db1.example.com'
const DATABASE = 'environment=Production&resource=database'
const HEARTBEAT = { id: '$receiveHeartbeat.id' }
const SUBSCRIPTION = { id: '$createSubscription.subscription.id' }
const KEY = { id: '$createApiKey.data.id' }

/** The operations that every kind of policy has. */
function policySteps(one: string, many: string, key: string): readonly Step[] {
  const params = { id: `$create${one}.${key}.id` }
  const created = sent(`create${one}`)
  return [created, { id: `list${many}` }, { id: `read${one}`, params }, sent(`update${one}`, params)]
}

const TOLD: readonly Step[] = [
  ...[sent('putRelation'), sent('putRelations'), { id: 'listRelations' }],
  { id: 'listRelations', query: 'format=csv' },
  { id: 'readRelationClaims', params: { id: '$putRelation.relation.id' } },
  ...[
    { ...sent('putRedundancyRule'), query: DATABASE },
    { id: 'putRedundancyRule', query: DATABASE, json: { minHealthy: '50%' } },
  ],
  ...[{ id: 'readRedundancyRule', query: DATABASE }, { id: 'listRedundancyRules' }],
  { id: 'deleteRedundancyRule', query: DATABASE },
  ...[
    { id: 'listResources', query: 'q=DISK' },
    { id: 'listResources', query: 'format=csv' },
    { id: 'readResourceUsage', query: 'environment=Production&resource=disk-sdb' },
    sent('decommissionResources'),
    { ...sent('putResourceAlias'), query: ALIAS },
    { ...sent('putResourceAlias'), query: ALIAS },
  ],
  ...[{ id: 'readResourceAlias', query: ALIAS }, { id: 'listResourceAliases' }],
  { id: 'deleteResourceAlias', query: ALIAS },
  { id: 'putRelation', json: { environment: 'Production', resource: 'srv-old', parent: 'app' } },
  sent('renameResource'),
  { id: 'readResourceGraph', query: 'environment=Production&resource=disk-sdb' },
  { ...sent('applyRelations'), query: 'source=vcenter&mode=replace&maxRemovals=20%25,10&changes=1&dryRun=1' },
  { ...sent('importCmdb'), query: 'changes=1' },
  { id: 'importCmdb', query: 'dryRun=1', file: ['text/csv', 'resource,parent,services\nweb-1,,shop\ndisk-1,web-1,\n'] },
  { id: 'deleteTopology', params: { id: '$importCmdb.topologies.0.topologyId' } },
  { id: 'importCmdb', query: 'dryRun=1&plan=1', json: [{ environment: 'Lab', resource: 'fan-1', parent: 'rack-1' }] },
  { id: 'applyPlan', json: '$importCmdb.plan' },
  { id: 'importCmdb', query: 'plan=1', json: [{ environment: 'Lab', resource: 'fan-2', parent: 'rack-1' }] },
  { id: 'undoPlan', json: '$importCmdb.plan' },
  { id: 'readCmdbTemplate' },
  { id: 'readCmdbTemplate', query: 'format=csv' },
  ...[sent('createTopology'), { id: 'listTopologies' }, { id: 'readTopology', params: SHOP }],
  sent('saveTopology', SHOP),
  ...[sent('putCatalogService', { serviceId: 'billing' }), { id: 'listCatalogServices' }],
  { id: 'putCatalogService', params: { serviceId: 'billing' }, json: { description: 'What customers pay' } },
  { id: 'readCatalogService', params: { serviceId: 'billing' } },
  ...[sent('receiveAlert'), { id: 'readAlert', params: ALERT }, { id: 'listAlerts', query: 'severity=critical' }],
  { id: 'listAlerts', query: 'format=csv' },
  { id: 'listAlertsByService', params: { service: 'shop' } },
  ...[{ id: 'readImpact' }, { id: 'listRootCauses', query: 'service=shop' }, { id: 'readAlertImpact', params: ALERT }],
  { id: 'readServiceHistory', query: 'service=shop' },
  { id: 'followEvents', query: 'kinds=alert,impact' },
  { id: 'listChildStates', query: 'environment=Production&resource=disk-sdb' },
  sent('simulateFailures'),
  { id: 'readAssignments', params: SHOP, query: 'scope=graph' },
  { id: 'suggestTopology', params: SHOP, json: { severity: ['critical', 'major'] } },
  { id: 'exportTopology', params: SHOP },
  { id: 'exportTopologies', query: `ids=$createTopology.id` },
  { id: 'importTopologies', query: 'mode=merge&dryRun=1', json: '$exportTopology' },
  ...[
    sent('receiveHeartbeat'),
    { id: 'receiveHeartbeat', json: { origin: 'backup/db-1', createTime: '2026-01-01T00:00:00Z' } },
  ],
  ...[{ id: 'listHeartbeats' }, { id: 'readHeartbeat', params: HEARTBEAT }],
  ...[{ id: 'deleteHeartbeat', params: HEARTBEAT }, { id: 'readConfig' }],
  ...[sent('createSubscription'), { id: 'listSubscriptions' }, { id: 'readSubscription', params: SUBSCRIPTION }],
  ...[sent('updateSubscription', SUBSCRIPTION), { id: 'deleteSubscription', params: SUBSCRIPTION }],
  {
    id: 'createSubscription',
    json: {
      name: 'Our tickets',
      format: 'json',
      url: 'https://tickets.example/opsgraph',
      kinds: ['impact', 'unreached'],
    },
  },
  sent('previewSubscription'),
  ...[
    { id: 'rotateSubscriptionSecret', params: SUBSCRIPTION },
    { id: 'testSubscription', params: SUBSCRIPTION },
  ],
  ...[sent('addAlertNote', ALERT), sent('setAlertStatus', ALERT)],
  { id: 'setAlertStatuses', json: { filters: { q: 'disk', severity: ['critical'] }, status: 'open' } },
  { id: 'undoAlertStatuses', json: { before: '$setAlertStatuses.before', status: 'open' } },
  ...policySteps('WeightPolicy', 'WeightPolicies', 'topology'),
  { id: 'setWeightPolicyStatus', json: { policies: ['$createWeightPolicy.topology.id'], status: 'inactive' } },
  { id: 'deleteWeightPolicy', params: { id: '$createWeightPolicy.topology.id' } },
  sent('createWeightPolicy'),
  { id: 'deleteWeightPolicies', json: { policies: ['$createWeightPolicy.topology.id'] } },
  ...policySteps('RelationPolicy', 'RelationPolicies', 'policy'),
  { id: 'deleteRelationPolicy', params: { id: '$createRelationPolicy.policy.id' } },
  ...policySteps('AlertPolicy', 'AlertPolicies', 'policy'),
  { id: 'setAlertPolicyStatus', params: { id: '$createAlertPolicy.policy.id' }, json: { status: 'active' } },
  { id: 'deleteAlertPolicy', params: { id: '$createAlertPolicy.policy.id' } },
  {
    id: 'createAlertPolicy',
    json: {
      name: 'No heartbeats',
      description: 'Heartbeats are no problem',
      filters: { clauses: [{ key: 'event', op: '=', value: 'Heartbeat' }] },
      actions: [{ drop: true }],
    },
  },
  ...[{ id: 'listWebhookPresets' }, sent('createWebhook'), { id: 'listWebhooks' }],
  sent('updateWebhook', { id: 'probe' }),
  { id: 'updateWebhook', params: { id: 'probe' }, json: { authMode: 'none' } },
  { id: 'receiveDelivery', params: { id: 'probe' }, json: PAYLOAD },
  { id: 'readWebhook', params: { id: 'probe' } },
  ...[sent('previewAlertPolicy'), sent('previewMaintenanceWindow'), sent('explainConfig')],
  { id: 'explainDelivery', params: { id: 'probe' }, json: PAYLOAD },
  sent('replayDelivery', { id: 'probe' }),
  { id: 'createWebhook', query: 'preset=prometheus', json: { authMode: 'none' } },
  ...['receivePrometheusAlerts', 'receivePrometheusAlertsOfV1'].map((id) => ({
    id,
    params: { id: 'prometheus' },
    json: [{ labels: { alertname: 'DiskFull', instance: 'web-1', severity: 'critical' }, annotations: {} }],
  })),
  { id: 'deleteWebhook', params: { id: 'probe' } },
  ...[sent('createApiKey'), { id: 'listApiKeys' }, { id: 'readApiKey', params: KEY }, sent('updateApiKey', KEY)],
  { id: 'deleteApiKey', params: KEY },
  { id: 'deleteRelation', params: { id: '$putRelation.relation.id' } },
  { id: 'deleteRelationsOf', query: 'environment=Production&resource=disk-sdb' },
  { id: 'deleteTopologies', json: { service_topologies: ['$createTopology.id'] } },
  { id: 'deleteCatalogService', params: { serviceId: 'billing' } },
  { id: 'deleteAlert', params: ALERT },
  { id: 'receiveAlert', json: { environment: 'Production', resource: 'probe-7', event: 'Heartbeat' } },
  ...[
    { id: 'listAuditEntries', query: 'page-size=2' },
    { id: 'readAlive' },
    { id: 'readReady' },
    { id: 'readMetrics' },
    { id: 'readOpenapi' },
  ],
]

/**
 * Requests in which each operation of the API succeeds once. The examples of the OpenAPI document come from here, and
 * so do the bodies of the tests that compare the document with the server. Things that can be created, listed, read,
 * changed and deleted need no steps of their own.
 */
export const STORY: readonly Step[] = [
  ...TOLD,
  ...ALL_ROUTES.flatMap((route) => {
    const name = /^create(\w+)$/.exec(route.id)?.[1]
    return name === undefined || TOLD.some(({ id }) => id === route.id) ? [] : wholeLife(name, route)
  }),
]

/** Creates, lists, reads, changes and deletes a thing, with the examples of its noun. */
function wholeLife(name: string, { id: create, path, responses }: Route): readonly Step[] {
  const created = responses[201]?.body as z.ZodObject
  const [key] = Object.keys(created.shape).filter((field) => field !== 'status')
  const params = { id: `$${create}.${key}.id` }
  const list = ALL_ROUTES.find((route) => route.path === path && route.method === 'get')
  return [
    ...[sent(create), { id: list?.id ?? '' }, { id: `read${name}`, params }],
    ...[sent(`update${name}`, params), { id: `delete${name}`, params }],
  ]
}

/** Sends a request of the story, with the values of earlier answers, and remembers its answer if it succeeds. */
export async function send(server: TestServer, step: Step, answers: Answers): Promise<Received> {
  const { id, params = {}, query, json, file } = filledIn(step, answers) as Step
  const { method, path } = routeOf(id)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const received = await server.call(method.toUpperCase(), query === undefined ? filled : `${filled}?${query}`, {
    ...(json !== undefined && { json }),
    ...(file !== undefined && { body: file[1], headers: { 'Content-Type': file[0] } }),
  })
  if (received.status < 300) answers.set(id, received)
  return received
}

export function routeOf(id: string) {
  const route = ALL_ROUTES.find((candidate) => candidate.id === id)
  if (route === undefined) throw new Error(`there is no operation ${id}`)
  return route
}

/** Replaces each reference to an earlier answer in a value, at any depth. */
export function filledIn(value: unknown, answers: Answers): unknown {
  if (typeof value === 'string') {
    const whole = /^[$](\w+)(?:[.]([\w.]+))?$/.exec(value)
    if (whole !== null) return answered(answers, whole[1], whole[2])
    return value.replaceAll(/[$](\w+)[.]([\w.]+)/g, (_, id, path) => String(answered(answers, id, path)))
  }
  if (Array.isArray(value)) return value.map((item) => filledIn(item, answers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, answers)]))
}

function answered(answers: Answers, id = '', path = ''): unknown {
  const keys = path.split('.').filter((key) => key !== '')
  const value = keys.reduce<unknown>((found, key) => Object(found)[key], answers.get(id)?.body)
  if (value === undefined) throw new Error(`no answer has had ${id}.${path} yet`)
  return value
}
