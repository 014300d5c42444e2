import { type AuditEvent, type Caller, LIST_COLUMNS, type Opsgraph, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { receiveAlert } from './receive-alert.js'
import { admin } from './stage.js'
import { entry, load } from './tree-samples.js'

/**
 * A use-case that writes audit entries. `prepare` creates the objects that the use-case needs, and returns a function
 * that runs the use-case. `events` are the events of the audit entries, newest first.
 */
export interface AuditedAction {
  readonly prepare: (opsgraph: Opsgraph) => Promise<() => Promise<unknown>>
  readonly events: readonly AuditEvent[]
}

/**
 * Every use-case that writes audit entries, by its name. If a noun has use-cases that create, change and delete a thing,
 * and nothing is special about them, they are derived from the noun.
 */
export const AUDITED: Readonly<Record<string, AuditedAction>> = {
  ...Object.fromEntries(
    Object.entries(SCHEMAS).flatMap(([noun, schema]) => ('created' in schema ? wholeLife(noun, schema) : [])),
  ),
  createApiKey: audited(['api-key-created'], async (opsgraph) => () => opsgraph.createApiKey(admin, { scopes: [] })),
  updateApiKey: audited(['api-key-updated'], async (opsgraph) => {
    const { key } = await opsgraph.createApiKey(admin, { scopes: [] })
    return () => opsgraph.updateApiKey(admin, { id: key.id, body: { scopes: ['admin'] } })
  }),
  deleteApiKey: audited(['api-key-deleted'], async (opsgraph) => {
    const { key } = await opsgraph.createApiKey(admin, { scopes: [] })
    return () => opsgraph.deleteApiKey(admin, key.id)
  }),
  ensureAdminKey: audited(['api-key-created'], async (opsgraph) => () => opsgraph.ensureAdminKey(admin)),
  createWebhook: audited(['webhook-config-created'], async (opsgraph) => () => opsgraph.createWebhook(admin, WEBHOOK)),
  createAlertPolicyFromPreset: audited(
    ['alert-policy-created'],
    async (opsgraph) => () => opsgraph.createAlertPolicyFromPreset(admin, 'hostnames', {}),
  ),
  createWebhookFromPreset: audited(
    [...Array<AuditEvent>(policiesOf('alertmanager')).fill('alert-policy-created'), 'webhook-config-created'],
    async (opsgraph) => () => opsgraph.createWebhookFromPreset(admin, 'alertmanager', { authMode: 'none' }),
  ),
  updateWebhook: audited(['webhook-config-updated'], async (opsgraph) => {
    await opsgraph.createWebhook(admin, WEBHOOK)
    return () => opsgraph.updateWebhook(admin, { id: 'hook', body: { enabled: false } })
  }),
  deleteWebhook: audited(['alert-policy-deleted', 'webhook-config-deleted'], async (opsgraph) => {
    await opsgraph.createWebhook(admin, WEBHOOK)
    await opsgraph.createAlertPolicy(admin, { ...DROP, webhookId: 'hook' })
    return () => opsgraph.deleteWebhook(admin, 'hook')
  }),
  replayDelivery: audited(['webhook-delivery-replayed'], async (opsgraph) => {
    await opsgraph.createWebhook(admin, WEBHOOK)
    const body = new TextEncoder().encode('{"host": "db"}')
    await opsgraph.receiveDelivery({ webhookId: 'hook', rawHeaders: [], body, sizeBytes: body.length })
    return () => opsgraph.replayDelivery(admin, { id: 'hook', body: { history: 0 } })
  }),
  putCatalogService: audited(['service-catalog-created'], async (opsgraph) => () => describeShop(opsgraph)),
  deleteCatalogService: audited(['service-catalog-deleted'], async (opsgraph) => {
    await describeShop(opsgraph)
    return () => opsgraph.deleteCatalogService(admin, 'shop')
  }),
  deleteHeartbeat: audited(['heartbeat-deleted'], async (opsgraph) => {
    const { heartbeat } = await opsgraph.receiveHeartbeat(admin, { origin: 'backup' })
    return () => opsgraph.deleteHeartbeat(admin, heartbeat.id)
  }),
  createSubscription: audited(
    ['subscription-created'],
    async (opsgraph) => () => opsgraph.createSubscription(admin, SUBSCRIPTION),
  ),
  updateSubscription: audited(['subscription-updated'], async (opsgraph) => {
    const { subscription } = await opsgraph.createSubscription(admin, SUBSCRIPTION)
    return () => opsgraph.updateSubscription(admin, { id: subscription.id, body: { enabled: false } })
  }),
  rotateSubscriptionSecret: audited(['subscription-updated'], async (opsgraph) => {
    const { subscription } = await opsgraph.createSubscription(admin, SUBSCRIPTION)
    return () => opsgraph.rotateSubscriptionSecret(admin, subscription.id)
  }),
  deleteSubscription: audited(['subscription-deleted'], async (opsgraph) => {
    const { subscription } = await opsgraph.createSubscription(admin, SUBSCRIPTION)
    return () => opsgraph.deleteSubscription(admin, subscription.id)
  }),
  putRedundancyRule: audited(['redundancy-rule-created'], async (opsgraph) => () => ruleOf(opsgraph, 2)),
  deleteRedundancyRule: audited(['redundancy-rule-deleted'], async (opsgraph) => {
    await ruleOf(opsgraph, 2)
    return () => opsgraph.deleteRedundancyRule(admin, RESOURCE)
  }),
  decommissionResources: audited(['resources-decommissioned'], async (opsgraph) => {
    await ruleOf(opsgraph, 2)
    const { environment, resource } = RESOURCE
    return () => opsgraph.decommissionResources(admin, { environment, resources: [resource] })
  }),
  putResourceAlias: audited(['resource-alias-created'], async (opsgraph) => () => aliasOf(opsgraph)),
  deleteResourceAlias: audited(['resource-alias-deleted'], async (opsgraph) => {
    await aliasOf(opsgraph)
    return () => opsgraph.deleteResourceAlias(admin, { environment: 'Production', alias: 'other' })
  }),
  renameResource: audited(['resource-renamed'], async (opsgraph) => {
    await opsgraph.putRelation(admin, { resource: 'old', parent: 'p' })
    return () => opsgraph.renameResource(admin, { from: 'old', to: 'new' })
  }),
  createWeightPolicy: audited(
    ['service-topology-policy-created'],
    async (opsgraph) => () => opsgraph.createWeightPolicy(admin, { ...POLICY, weight: 1 }),
  ),
  updateWeightPolicy: audited(['service-topology-policy-updated'], async (opsgraph) => {
    const { id } = await opsgraph.createWeightPolicy(admin, { ...POLICY, weight: 1 })
    return () => opsgraph.updateWeightPolicy(admin, { id, body: { weight: 2 } })
  }),
  deleteWeightPolicy: audited(['service-topology-policy-deleted'], async (opsgraph) => {
    const { id } = await opsgraph.createWeightPolicy(admin, { ...POLICY, weight: 1 })
    return () => opsgraph.deleteWeightPolicy(admin, id)
  }),
  setWeightPolicyStatus: audited(
    ['service-topology-policy-updated', 'service-topology-policy-updated'],
    async (opsgraph) => {
      const first = await opsgraph.createWeightPolicy(admin, { ...POLICY, weight: 1 })
      const second = await opsgraph.createWeightPolicy(admin, { ...POLICY, weight: 1 })
      const off = await opsgraph.createWeightPolicy(admin, { ...POLICY, weight: 1, status: 'inactive' })
      return () =>
        opsgraph.setWeightPolicyStatus(admin, { policies: [first.id, second.id, off.id], status: 'inactive' })
    },
  ),
  createRelationPolicy: audited(
    ['resource-relation-policy-created'],
    async (opsgraph) => () => opsgraph.createRelationPolicy(admin, { ...POLICY, parent: 'rack' }),
  ),
  updateRelationPolicy: audited(['resource-relation-policy-updated'], async (opsgraph) => {
    const { id } = await opsgraph.createRelationPolicy(admin, { ...POLICY, parent: 'rack' })
    return () => opsgraph.updateRelationPolicy(admin, { id, body: { parent: 'room' } })
  }),
  deleteRelationPolicy: audited(['resource-relation-policy-deleted'], async (opsgraph) => {
    const { id } = await opsgraph.createRelationPolicy(admin, { ...POLICY, parent: 'rack' })
    return () => opsgraph.deleteRelationPolicy(admin, id)
  }),
  setAlertPolicyStatus: audited(['alert-policy-updated'], async (opsgraph) => {
    const { id } = await opsgraph.createAlertPolicy(admin, DROP)
    return () => opsgraph.setAlertPolicyStatus(admin, { id, body: { status: 'inactive' } })
  }),
  setAlertStatus: audited(['alert-status-changed'], async (opsgraph) => {
    const { id } = await receiveAlert(opsgraph, admin, ALERT)
    return () => opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
  }),
  setAlertStatuses: audited(['alert-status-changed', 'alert-status-changed'], async (opsgraph) => {
    for (const resource of ['db', 'web']) await receiveAlert(opsgraph, admin, { ...ALERT, resource })
    return () => opsgraph.setAlertStatuses(admin, { filters: { resource: ['db', 'web'] }, status: 'ack' })
  }),
  undoAlertStatuses: audited(['alert-status-changed'], async (opsgraph) => {
    const { id } = await receiveAlert(opsgraph, admin, ALERT)
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    const before = [{ status: 'open' as const, statusUntil: null, ids: [id] }]
    return () => opsgraph.undoAlertStatuses(admin, { before, status: 'closed' })
  }),
  addAlertNote: audited(['alert-note-added'], async (opsgraph) => {
    const { id } = await receiveAlert(opsgraph, admin, ALERT)
    return () => opsgraph.addAlertNote(admin, { id, body: { text: 'disk ordered' } })
  }),
  deleteAlert: audited(['alert-deleted'], async (opsgraph) => {
    const { id } = await receiveAlert(opsgraph, admin, ALERT)
    return () => opsgraph.deleteAlert(admin, id)
  }),
  putRelation: audited(['resource-relation-created'], async (opsgraph) => () => opsgraph.putRelation(admin, RELATION)),
  putRelations: audited(
    ['resource-relations-bulk'],
    async (opsgraph) => () => opsgraph.putRelations(admin, { relations: [RELATION] }),
  ),
  deleteRelation: audited(['resource-relation-deleted'], async (opsgraph) => {
    const { id } = await opsgraph.putRelation(admin, RELATION)
    return () => opsgraph.deleteRelation(admin, id)
  }),
  deleteRelationsOf: audited(['resource-relation-deleted'], async (opsgraph) => {
    await opsgraph.putRelation(admin, RELATION)
    return () => opsgraph.deleteRelationsOf(admin, { resource: 'disk' })
  }),
  applyRelations: audited(['resource-relations-applied'], async (opsgraph) => {
    const body = new TextEncoder().encode(JSON.stringify([RELATION]))
    return () => opsgraph.applyRelations(admin, { body, options: { source: 'vcenter' } })
  }),
  importCmdb: audited(
    ['resources-cmdb-imported'],
    async (opsgraph) => () => opsgraph.importCmdb(admin, { body: new TextEncoder().encode('[{"resource": "db"}]') }),
  ),
  applyPlan: audited(['resources-cmdb-imported'], async (opsgraph) => {
    const document = await planOf(opsgraph, { dryRun: true })
    return () => opsgraph.applyPlan(admin, { document })
  }),
  undoPlan: audited(['resources-plan-undone'], async (opsgraph) => {
    const document = await planOf(opsgraph, { dryRun: false })
    return () => opsgraph.undoPlan(admin, { document })
  }),
  createTopology: audited(['service-topology-created'], async (opsgraph) => () => drawShop(opsgraph)),
  saveTopology: audited(['service-topology-updated'], async (opsgraph) => {
    const { id } = await drawShop(opsgraph)
    return () => opsgraph.saveTopology(admin, { id, body: { name: 'Store' } })
  }),
  deleteTopology: audited(['service-topology-deleted'], async (opsgraph) => {
    const { id } = await drawShop(opsgraph)
    return () => opsgraph.deleteTopology(admin, id)
  }),
  exportTopology: audited(['service-topology-exported'], async (opsgraph) => {
    const { id } = await drawShop(opsgraph)
    return () => opsgraph.exportTopology(admin, { id, appVersion: '1' })
  }),
  exportTopologies: audited(['service-topology-exported'], async (opsgraph) => {
    await drawShop(opsgraph)
    return () => opsgraph.exportTopologies(admin, { ids: undefined, appVersion: '1' })
  }),
  importTopologies: audited(['service-topology-imported'], async (opsgraph) => {
    const { id } = await drawShop(opsgraph)
    const { text } = await opsgraph.exportTopology(admin, { id, appVersion: '1' })
    const body = new TextEncoder().encode(text.replace('"name": "Shop"', '"name": "Store"'))
    return () => opsgraph.importTopologies(admin, { body, options: { mode: 'merge' } })
  }),
  loadTrees: audited(['service-topology-tree-loaded'], async (opsgraph) => () => load(opsgraph, entry())),
  upgradeTrees: audited(['service-topology-tree-upgraded'], async (opsgraph) => {
    await load(opsgraph, entry())
    return () => opsgraph.upgradeTrees(admin)
  }),
  loadSnapshot: audited(['snapshot-loaded'], async (opsgraph) => {
    let text = ''
    await opsgraph.saveSnapshot(admin, async (lines) => {
      text += lines
    })
    return () =>
      opsgraph.loadSnapshot(admin, async function* () {
        yield new TextEncoder().encode(text)
      })
  }),
}

/** Use-cases that change something but write no audit entry, with the reason. */
export const NOT_AUDITED: Readonly<Record<string, string>> = {
  changeDueAlerts: 'rules.md#expiry-and-timed-statuses: the server changes alerts by itself; their history has it',
  noticeMissedHeartbeats: 'as noticeSilence',
  receiveHeartbeat: 'rules.md#heartbeats: a program sends them all the time',
  noticeSilence: 'rules.md#webhook-silence: the server opens alerts by itself; their history has it',
  noticeFailingSubscriptions: 'as noticeSilence',
  deliverOwed: 'rules.md#deliveries-of-subscriptions: the server delivers by itself; the deliveries are listed',
  testSubscription: 'rules.md#deliveries-of-subscriptions-11: it changes nothing but the list of deliveries',
  noticeImpact: 'rules.md#history-of-services: the server stores transitions by itself',
  applyMaintenance: 'rules.md#maintenance-windows-11: There is no audit entry.',
  deleteTopologies: 'rules.md#audit-entries: No audit entries: … bulk deletes',
  deleteWeightPolicies: 'rules.md#audit-entries: No audit entries: … bulk deletes',
  receiveAlert:
    'rules.md#audit-entries: no other events are emitted by these operations; the history of an alert has it',
  receiveAlerts: 'as receiveAlert',
  receiveDelivery:
    'rules.md#audit-entries: Webhook-receiving history (payloadHistory, errorHistory) is described in Errors',
  removeOld: 'rules.md#retention-5: the server removes old data by itself',
}

/** Use-cases that change nothing, although they require another scope than a read scope, or none. */
export const CHANGING_NOTHING: readonly string[] = [
  'authenticate',
  'readOverdueMessages',
  'readPresentedKey',
  'requireWebhook',
  'listAuditEntries',
  'listSilentSubscriptions',
  'lookForEvents',
  'saveSnapshot',
]

interface Stored {
  readonly id: string
}

interface NounBodies {
  readonly created: { meta(): Readonly<Record<string, unknown>> | undefined }
  readonly changed: { meta(): Readonly<Record<string, unknown>> | undefined }
}

/** The use-cases that create, change and delete the things of a noun, with the examples of the noun. */
function wholeLife(noun: string, { created, changed }: NounBodies): readonly (readonly [string, AuditedAction])[] {
  const [name, family] = [noun.replace(/^./, (letter) => letter.toUpperCase()), inKebabCase(noun)]
  const events: readonly string[] = LIST_COLUMNS.audit.closed.event
  if (!Object.hasOwn(USE_CASE_SCOPES, `create${name}`) || !events.includes(`${family}-updated`)) return []
  const run = async (opsgraph: Opsgraph, action: string, input: unknown) => {
    const useCase = opsgraph[`${action}${name}` as keyof Opsgraph] as (
      caller: Caller,
      input: unknown,
    ) => Promise<Stored>
    return await useCase(admin, input)
  }
  const create = (opsgraph: Opsgraph) => run(opsgraph, 'create', exampleOf(created))
  const withStored = (action: string, toInput: (stored: Stored) => unknown) => async (opsgraph: Opsgraph) => {
    const stored = await create(opsgraph)
    return () => run(opsgraph, action, toInput(stored))
  }
  const event = (action: string) => [`${family}-${action}` as AuditEvent]
  return [
    [`create${name}`, audited(event('created'), async (opsgraph) => () => create(opsgraph))],
    [
      `update${name}`,
      audited(
        event('updated'),
        withStored('update', ({ id }) => ({ id, body: exampleOf(changed) })),
      ),
    ],
    [
      `delete${name}`,
      audited(
        event('deleted'),
        withStored('delete', ({ id }) => id),
      ),
    ],
  ]
}

function exampleOf(body: NounBodies['created']): unknown {
  const { examples } = body.meta() ?? {}
  return (examples as readonly unknown[])[0]
}

function inKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns the number of alert policies of a preset. */
function policiesOf(preset: string): number {
  return WEBHOOK_PRESETS.find(({ id }) => id === preset)?.policies.length ?? 0
}

const SUBSCRIPTION = { name: 'on call', format: 'json', url: 'https://receiver.test/hook' } as const
const WEBHOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: 'host' },
  defaultValues: { event: 'down', environment: '-', type: 'check', text: 'it is down', severity: 'major' },
}
const POLICY = { name: 'Databases', description: 'They weigh', filters: {} }
const DROP = { ...POLICY, actions: [{ drop: true }] } as const
const ALERT = { environment: 'Production', resource: 'db', event: 'down', severity: 'major' } as const
const RELATION = { environment: '', resource: 'disk', parent: 'db' }

function audited(events: AuditedAction['events'], prepare: AuditedAction['prepare']): AuditedAction {
  return { events, prepare }
}

const RESOURCE = { environment: 'Production', resource: 'databases' }

function ruleOf(opsgraph: Opsgraph, minHealthy: number) {
  return opsgraph.putRedundancyRule(admin, { ...RESOURCE, body: { minHealthy } })
}

function aliasOf(opsgraph: Opsgraph) {
  return opsgraph.putResourceAlias(admin, { environment: 'Production', alias: 'other', body: { resource: 'db' } })
}

function describeShop(opsgraph: Opsgraph) {
  return opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { icon: 'cart' } })
}

function drawShop(opsgraph: Opsgraph) {
  return opsgraph.createTopology(admin, { name: 'Shop', description: 'What we sell with', service: 'shop' })
}

/** Creates the document of a plan that imports one record. */
async function planOf(opsgraph: Opsgraph, { dryRun }: { readonly dryRun: boolean }): Promise<unknown> {
  const body = new TextEncoder().encode('[{"resource": "db"}]')
  return (await opsgraph.importCmdb(admin, { body, dryRun, plan: true })).report.plan
}
