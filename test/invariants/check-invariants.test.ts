import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpsgraph, type TopologyInput } from '../../packages/core/src/index.js'
import { SETTING_NAMES, SETTING_ROWS } from '../../packages/store-contract/src/setting-rows.js'
import { sampleOwed, sampleTry } from '../../packages/store-contract/src/subscription-store-contract.js'
import { type PostgresStore, postgresStore } from '../../packages/store-postgres/src/postgres-store.js'
import { ENGINES } from '../../packages/store-postgres/test/engine.js'
import { ACCEPTING_NOTIFIER } from '../../packages/use-case-contract/src/accepting-notifier.js'
import { findViolations, INVARIANTS, type Run, readUniqueKeys, sharedKey, type UniqueKey } from './check-invariants.js'

const CALLER = { user: 'ann', scopes: ['admin'] as const, requestId: null }

/** For each invariant besides the unique keys, a statement that violates it. */
const BROKEN: Readonly<Record<string, string>> = {
  'topology_node.topology_id names no topology': 'delete from topology',
  'topology_edge.topology_id names no topology': 'delete from topology',
  'topology_tree.topology_id names no topology': 'delete from topology',
  'weight_policy.topology_id names no topology': `update weight_policy set topology_id = 'gone'`,
  'alert_policy.webhook_id names no webhook': `update alert_policy set webhook_id = 'gone'`,
  'webhook_tally.id names no webhook': 'delete from webhook',
  'webhook.id names no webhook_tally': 'delete from webhook_tally',
  'webhook_history.webhook_id names no webhook': 'delete from webhook',
  'webhook_delivery.webhook_id names no webhook': 'delete from webhook',
  'subscription_owed.subscription_id names no subscription': 'delete from subscription',
  'subscription_delivery.subscription_id names no subscription': 'delete from subscription',
  'an edge ends at a node that its topology does not have': `delete from topology_node where resource = 'disk'`,
  'a service has two topologies': twice('topology', `id = 'other'`),
  'a topology has not exactly one service node': `delete from topology_node where kind = 'service'`,
  'a node hangs from nothing': `delete from topology_edge where target = 'disk'`,
  'a node says not where it is': `update topology_node set environment = null where resource = 'disk'`,
  'a claim of a topology is no edge of it': `delete from topology_edge where target = 'disk'`,
  'an edge of a topology is no claim': `delete from relation_claim where resource = 'disk'`,
  'a relation shows none of its claims': `update relation_claim set source_ref = 'other' where source = 'topology'`,
  'a claim is stronger than its relation shows': `delete from relation where resource = 'disk'`,
  'the rank of a relation is not that of its source': 'update relation set source_rank = 1',
  'a resource is its own parent': 'update relation set parent = resource',
  'a history has more than 5 entries': `insert into webhook_history select webhook_id, kind, 6, 6, received_at, entry
    from webhook_history where slot = 1`,
  'a history is of no kind': `update webhook_history set kind = 'fault' where kind = 'error'`,
  'an entry stands in the slot of another': 'update webhook_history set slot = 6 where slot = 1',
  'a history does not hold the last entries that were counted': 'update webhook_tally set payloads = payloads + 1',
  'the time of a tally is not that of its newest entry': `update webhook_tally set last_payload_at = now() + '1 day'`,
  'the columns of an alert differ from its document': `update alert set service = '{another}'`,
  'an alert that is not active has a due time': `update alert set status = 'expired', due_time = now()`,
  'a transition does not begin where the one before ended': `update service_transition set severity_before = 'debug'`,
  'the transition that is marked as the newest is not the newest': 'update service_transition set is_newest = false',
  'a topology was saved before it was created': `update topology set update_time = create_time - interval '1 day'`,
  'a catalog entry has no name': `update service_catalog set name = ''`,
  'a policy is neither active nor inactive': `update weight_policy set status = 'broken'`,
  'a maintenance window ends before it begins': `update maintenance_window set end_time = '2000-01-01'`,
  'an alert counts other fingerprints than are open': 'update alert set firing = \'{"open": [{}, {}], "closed": []}\'',
  'something is open on an alert that is not active': `update alert set status = 'closed', open_fingerprints = '{f}'`,
  'an alert is not found by the fingerprints that are open on it': `update alert set open_fingerprints = '{f, g}'`,
  'an alert is found by another maintenance window than the one that holds it': `update alert set window_id = 'gone'`,
  'a subscription was changed before it was created': `update subscription set update_time = '2000-01-01'`,
  'a subscription keeps more than 50 deliveries': `insert into subscription_delivery (subscription_id, time, document)
    select subscription_id, time, document from subscription_delivery, generate_series(1, 50)`,
  'an alert policy was changed before it was created': `update alert_policy set update_time = '2000-01-01'`,
  'an index is not valid': "update pg_index set indisvalid = false where indexrelid = 'alert_key'::regclass",
}

/** For each pattern of a reported violation, a statement that stores malformed JSON, or JSON of the wrong type. */
const UNREADABLE = {
  'topology_tree.tree at \\(\\d+,\\d+\\) does not parse': `update topology_tree set tree = '{"label":'`,
  'topology_node.params at .* is a list': `update topology_node set params = '[]'`,
  'api_key.scopes at .* is no list': `update api_key set scopes = '{}'`,
  'alert_policy.actions at .* is no list': `update alert_policy set actions = '{}'`,
  'service_catalog.links at .* is no list': `update service_catalog set links = '{}'`,
  'webhook_history.entry at .* is string': `update webhook_history set entry = '"half"'`,
}

describe('findViolations', () => {
  let run: Run
  let close: () => Promise<void>
  beforeAll(async () => {
    const engine = await ENGINES.PGlite()
    run = engine.run as Run
    close = engine.close
    await build(postgresStore(engine.database))
  })
  afterAll(() => close())

  it('should find none in data written by opsgraph', async () => {
    expect(await findViolations(run)).toEqual([])
  })

  it('should be tested with an example of every rule', () => {
    expect(Object.keys(BROKEN).toSorted()).toEqual(Object.keys(INVARIANTS).toSorted())
  })

  it.each(Object.entries(BROKEN))('should find that %s', async (words, statement) => {
    const found = await violationsAfter(statement)
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${words.replace(/[.]/g, '[.]')}: `)))
  })

  it('should find rows that share a unique key', async () => {
    const keys = await readUniqueKeys(run)
    expect(keys.length).toBeGreaterThan(30)
    for (const key of keys) {
      expect(await violationsAfter(twice(key.table), keys)).toContainEqual(
        expect.stringContaining(`${sharedKey(key)}: `),
      )
    }
  })

  it.each(Object.entries(UNREADABLE))('should find that %s', async (words, statement) => {
    expect(await violationsAfter(statement)).toContainEqual(expect.stringMatching(new RegExp(`^${words}`)))
  })

  async function violationsAfter(statement: string, keys?: readonly UniqueKey[]): Promise<readonly string[]> {
    await run('begin')
    try {
      for (const part of statement.split(';')) await run(part)
      return await findViolations(run, keys)
    } finally {
      await run('rollback')
    }
  }
})

// Helpers

/**
 * Returns statements that replace a table by a copy without constraints, and insert all of its rows again.
 *
 * @param change the columns that are different in these rows
 */
function twice(table: string, change?: string): string {
  return [
    `create temporary table again as select * from ${table}`,
    ...(change === undefined ? [] : [`update again set ${change}`]),
    `alter table ${table} rename to before`,
    `create table ${table} as select * from before`,
    `insert into ${table} select * from again`,
  ].join(';')
}

/** Writes at least one row into every table. */
async function build(store: PostgresStore): Promise<void> {
  const opsgraph = createOpsgraph({ store, secretKey: 'the-secret-of-the-server', notifier: ACCEPTING_NOTIFIER })
  await opsgraph.createApiKey(CALLER, { user: 'ann', scopes: ['read'] })
  await opsgraph.putCatalogService(CALLER, { serviceId: 'shop', body: { description: 'sells' } })
  await opsgraph.createTopology(CALLER, generateTopology('other-shop'))
  const { id } = await opsgraph.createTopology(CALLER, generateTopology('shop'))
  await store.topologies.keepTrees([{ topologyId: id, tree: '{"label":"shop"}' }])
  await opsgraph.createWeightPolicy(CALLER, { name: 'heavy', description: 'all', weight: 2, topologyId: id })
  await opsgraph.createRelationPolicy(CALLER, { name: 'below', description: 'all', parent: 'room' })
  await opsgraph.createWebhook(CALLER, HOOK)
  const actions = [{ lowercase: 'event' }] as const
  const night = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-01T04:00:00Z' }
  await opsgraph.putRedundancyRule(CALLER, { environment: 'Production', resource: 'machine', body: { minHealthy: 1 } })
  await opsgraph.putResourceAlias(CALLER, { environment: 'Production', alias: 'box', body: { resource: 'machine' } })
  await opsgraph.receiveHeartbeat(CALLER, { origin: 'backup' })
  await opsgraph.createMaintenanceWindow(CALLER, { name: 'night', ...night })
  const receiver = { name: 'on call', format: 'slack', url: 'https://hooks.test/x' } as const
  const { subscription } = await opsgraph.createSubscription(CALLER, receiver)
  await store.subscriptions.addDeliveries([sampleTry(subscription)])
  await opsgraph.createAlertPolicy(CALLER, { name: 'words', description: 'all', actions, webhookId: 'hook' })
  for (let id = 0; id < 7; id++) {
    const body = Buffer.from(JSON.stringify({ id, host: `host-${id % 2}` }))
    await opsgraph.receiveDelivery({ webhookId: 'hook', rawHeaders: [], body, sizeBytes: body.length })
  }
  for (const severity of ['major', 'minor'] as const) {
    await opsgraph.receiveAlert(CALLER, { environment: 'E', resource: 'r', event: 'Down', severity, service: ['shop'] })
    await opsgraph.noticeImpact()
  }
  // Save this after the looks, because a look deletes owed messages about services that do not exist.
  await store.subscriptions.saveOwed([sampleOwed(subscription)])
  const broken = Buffer.from('{')
  await opsgraph.receiveDelivery({ webhookId: 'hook', rawHeaders: [], body: broken, sizeBytes: 1 })
  // Add these rows last: one of them is an alert policy that drops every alert.
  for (const name of SETTING_NAMES) await SETTING_ROWS[name].add(store)
}

/** Generates a topology with a disk below a machine. */
function generateTopology(service: string): TopologyInput {
  const id = (name: string) => (service === 'shop' ? name : `${service}-${name}`)
  return {
    ...{ name: service, description: '', service },
    nodes: (
      [
        { id: id('service'), kind: 'service', label: service },
        { id: id('environment'), kind: 'environment', label: 'Production' },
        { id: id('machine'), kind: 'resource', label: 'machine' },
        { id: id('disk'), kind: 'resource', label: 'disk' },
      ] as const
    ).map((node, x) => ({ ...node, icon: '', params: {}, hierarchyConfig: {}, position: { x, y: 0 } })),
    edges: [
      { source: id('service'), target: id('environment') },
      { source: id('environment'), target: id('machine') },
      { source: id('machine'), target: id('disk') },
    ],
  }
}

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: 'host' },
  defaultValues: { ...{ event: 'Down', environment: 'Production', type: 'check', text: 'down' }, severity: 'major' },
  deduplication: { path: 'id', ttlSeconds: 3_600 },
}
