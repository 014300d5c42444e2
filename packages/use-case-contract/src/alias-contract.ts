import { createOpsgraph, LIMITS, type Opsgraph, type Store } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { overlaid } from './overlaid.js'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage, tickingClock } from './stage.js'

const ENVIRONMENT = 'Production'
const KEY = { environment: ENVIRONMENT, alias: 'db1.example.com' }
const editor = { user: 'ed', scopes: ['write:service_topologies', 'read:service_topologies'], requestId: null } as const

/** Tests the aliases of resources (rules.md#aliases). */
export function aliasContract(harness: StoreHarness): void {
  it('should create an alias, and let it mean another resource', async () => {
    const { opsgraph } = await setStage(harness)
    const first = await opsgraph.putResourceAlias(editor, { ...KEY, body: { resource: ' database ' } })
    expect(first).toMatchObject({ created: true, alias: { ...KEY, resource: 'database' }, near: [] })
    const second = await opsgraph.putResourceAlias(editor, { body: { ...KEY, resource: 'db' } })
    expect(second).toMatchObject({ created: false, alias: { id: first.alias.id, resource: 'db' } })
    expect(second.alias.createTime).toBe(first.alias.createTime)
    expect(second.alias.updateTime > first.alias.updateTime).toBe(true)
    expect(await opsgraph.readResourceAlias(editor, { ...KEY, alias: ` ${KEY.alias}` })).toEqual(second.alias)
  })

  it('should delete an alias once, and find none then', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await aliasOf(opsgraph, 'a', 'b')
    await opsgraph.deleteResourceAlias(editor, { environment: ENVIRONMENT, alias: 'a' })
    expect(await peek('resourceAlias')).toEqual([])
    const gone = { kind: 'notFound', message: 'alias not found' }
    await expect(opsgraph.deleteResourceAlias(editor, { environment: ENVIRONMENT, alias: 'a' })).rejects.toMatchObject(
      gone,
    )
    await expect(opsgraph.readResourceAlias(editor, { environment: ENVIRONMENT, alias: 'a' })).rejects.toMatchObject(
      gone,
    )
  })

  it('should list aliases by environment, alias and resource', async () => {
    const { opsgraph } = await setStage(harness)
    for (const [alias, resource, environment] of [
      ['b', 'x', ENVIRONMENT],
      ['a', 'x', ENVIRONMENT],
      ['c', 'y', 'Lab'],
    ] as const) {
      await opsgraph.putResourceAlias(editor, { environment, alias, body: { resource } })
    }
    const list = async (filters: object) =>
      (await opsgraph.listResourceAliases(editor, { filters })).items.map(({ alias }) => alias)
    expect(await list({})).toEqual(['c', 'a', 'b'])
    expect(await list({ resource: [' x'] })).toEqual(['a', 'b'])
    expect(await list({ environment: ['Lab'] })).toEqual(['c'])
    expect(await list({ alias: ['a', 'c'] })).toEqual(['c', 'a'])
  })

  it('should refuse an alias of itself, an alias of an alias, and a circle', async () => {
    const { opsgraph } = await setStage(harness)
    const refused = (alias: string, resource: string, message: string) =>
      expect(aliasOf(opsgraph, alias, resource)).rejects.toMatchObject({ kind: 'invalid', message })
    await refused('a', 'a', 'resource must differ from alias')
    await aliasOf(opsgraph, 'a', 'b')
    await refused('c', 'a', 'resource (a) is itself an alias of b: name b')
    await refused('b', 'a', 'resource (a) is itself an alias of b, which would be a circle')
    await refused('b', 'c', 'alias (b) has an alias itself, a: let that one mean c first')
    await aliasOf(opsgraph, 'a', 'c')
    await aliasOf(opsgraph, 'b', 'c')
  })

  it('should refuse the name of a relation, of a node and of a rule, and say what is there', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const refused = (alias: string, uses: string) =>
      expect(aliasOf(opsgraph, alias, 'other')).rejects.toMatchObject({
        kind: 'conflict',
        message: `${alias} is a resource of the graph (${uses}), so it cannot be an alias: rename it to other instead`,
      })
    await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: 'child', parent: 'parent' })
    await opsgraph.createTopology(admin, shop('node'))
    await opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'node', body: { minHealthy: 1 } })
    await refused('child', 'relations')
    await refused('parent', 'relations')
    await refused('node', 'the topology Shop; a redundancy rule')
    expect(await peek('resourceAlias')).toEqual([])
    // The alias `kid` of the resource does not free the name `child`.
    await aliasOf(opsgraph, 'kid', 'child')
    await refused('child', 'relations')
    await opsgraph.putResourceAlias(editor, { environment: 'Lab', alias: 'child', body: { resource: 'other' } })
  })

  it('should refuse an alias above the limit, but not the change of a stored one', async () => {
    const { store } = await setStage(harness)
    const withCount = (count: number) => createOpsgraph({ store: countingAliases(store, count), clock: tickingClock() })
    expect((await aliasOf(withCount(LIMITS.aliases - 1), 'last', 'x')).created).toBe(true)
    const full = withCount(LIMITS.aliases)
    await expect(aliasOf(full, 'further', 'x')).rejects.toMatchObject({
      kind: 'invalid',
      message: 'there are 100000 aliases, and the limit is 100000: delete aliases that you do not need',
    })
    expect((await receive(full, 'last')).resource).toBe('x')
    expect((await aliasOf(full, 'last', 'y')).alias.resource).toBe('y')
  })

  it('should say which names are near the name of the resource', async () => {
    const { opsgraph } = await setStage(harness)
    for (const resource of ['web-1', 'WEB-1', 'web-1.example.com', 'web-2']) {
      await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource, parent: 'shop' })
    }
    expect((await aliasOf(opsgraph, 'w', 'web-1')).near).toEqual(['WEB-1', 'web-1.example.com'])
    expect((await aliasOf(opsgraph, 'w', 'web-2')).near).toEqual([])
  })

  describe('what arrives under an alias', () => {
    it('should be stored under the name of the resource: an alert, its parent and its children', async () => {
      const { opsgraph, store } = await setStage(harness)
      const before = await receive(opsgraph, 'new')
      await aliasOf(opsgraph, 'old', 'new')
      const names = { resourceParent: 'old', resourceChildren: ['c', 'old', 'new'] }
      const alert = await opsgraph.receiveAlert(admin, { ...ALERT, resource: 'up', ...names })
      expect(alert).toMatchObject({ resource: 'up', resourceParent: 'new', resourceChildren: ['c', 'new'] })
      const repeated = await receive(opsgraph, ' old')
      expect(repeated).toMatchObject({ id: before.id, resource: 'new', duplicateCount: 1 })
      const { items } = await store.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
      expect(items.map(({ resource, parent }) => `${resource} ${parent}`)).toEqual(['c up', 'new up', 'up new'])
    })

    it('should be found after alert policies, and for the parents of relation policies', async () => {
      const { opsgraph, store } = await setStage(harness)
      await aliasOf(opsgraph, 'old', 'new')
      await aliasOf(opsgraph, 'old rack', 'rack')
      await opsgraph.createAlertPolicy(admin, { name: 'p', description: '', actions: [{ lowercase: 'resource' }] })
      await opsgraph.createRelationPolicy(admin, { name: 'r', description: '', filters: {}, parent: 'old rack' })
      expect((await receive(opsgraph, 'OLD')).resource).toBe('new')
      const { items } = await store.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
      expect(items.map(({ resource, parent }) => `${resource} ${parent}`)).toEqual(['new rack'])
    })

    it('should be stored under the name of the resource: relations, one and many', async () => {
      const { opsgraph, peek } = await setStage(harness)
      await aliasOf(opsgraph, 'old', 'new')
      const one = await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: 'old', parent: 'p' })
      expect(one.resource).toBe('new')
      const many = [
        { resource: 'a', parent: 'old' },
        { resource: 'new', parent: 'p' },
        { resource: 'old', parent: 'p' },
      ]
      expect(await opsgraph.putRelations(admin, { environment: ENVIRONMENT, relations: many })).toEqual({
        inserted: 1,
        updated: 1,
      })
      const loop = {
        environment: ENVIRONMENT,
        relations: [
          { resource: 'x', parent: 'y' },
          { resource: 'new', parent: 'old' },
        ],
      }
      await expect(opsgraph.putRelations(admin, loop)).rejects.toMatchObject({
        kind: 'invalid',
        message: 'relations[1].parent must differ from resource: new and old are names of new',
      })
      expect((await peek('relation')).map(({ resource, parent }) => `${resource} ${parent}`).toSorted()).toEqual([
        'a new',
        'new p',
      ])
      expect(await opsgraph.deleteRelationsOf(admin, { environment: ENVIRONMENT, resource: 'a', parent: 'old' })).toBe(
        1,
      )
      expect(await opsgraph.deleteRelationsOf(admin, { environment: ENVIRONMENT, resource: 'old' })).toBe(1)
    })

    it('should be stored under the name of the resource: records of a CMDB, which may not have both', async () => {
      const { opsgraph, store } = await setStage(harness)
      await aliasOf(opsgraph, 'old', 'new')
      const load = (records: readonly object[], dryRun = false) =>
        opsgraph.importCmdb(admin, {
          body: new TextEncoder().encode(JSON.stringify(records)),
          options: { mode: 'merge', source: 'itop', environment: ENVIRONMENT },
          dryRun,
        })
      const { report } = await load([
        { resource: 'disk', parent: 'old', services: ['shop'] },
        { resource: 'new', services: ['shop'] },
      ])
      expect(report.warnings.map(({ code }) => code)).not.toContain('unknownParent')
      const shopTopology = await store.topologies.readByService('shop')
      expect(shopTopology?.nodes.map(({ label }) => label).toSorted()).toEqual(
        [ENVIRONMENT, 'disk', 'new', 'shop'].toSorted(),
      )
      await load([{ resource: 'old', services: ['shop'] }])
      expect((await store.topologies.readByService('shop'))?.nodes).toHaveLength(4)
      for (const dryRun of [true, false]) {
        await expect(load([{ resource: 'new' }, { resource: 'old' }], dryRun)).rejects.toMatchObject({
          issues: [expect.objectContaining({ code: 'duplicateRecord', path: 'records[1]' })],
        })
        await expect(load([{ resource: 'new', parent: 'old' }], dryRun)).rejects.toMatchObject({
          issues: [expect.objectContaining({ code: 'selfParent', path: 'records[0].parent' })],
        })
      }
    })

    it('should be drawn under the name of the resource: new, saved and imported topologies', async () => {
      const { opsgraph, store } = await setStage(harness)
      await aliasOf(opsgraph, 'old', 'new')
      const created = await opsgraph.createTopology(admin, shop('old'))
      expect(created.nodes.at(-1)).toMatchObject({ label: 'new', resource: 'new', environment: ENVIRONMENT })
      const { nodes, edges } = shop('old')
      const saved = await opsgraph.saveTopology(admin, { id: created.id, body: { nodes, edges } })
      expect(saved.nodes.at(-1)).toMatchObject({ id: 'node', label: 'new' })
      const both = {
        nodes: [...nodes, { id: 'other', kind: 'resource' as const, label: 'new' }],
        edges: [...edges, { source: 'e', target: 'other' }],
      }
      await expect(opsgraph.saveTopology(admin, { id: created.id, body: both })).rejects.toMatchObject({
        issues: [expect.objectContaining({ code: 'duplicateResource', path: 'nodes[other]' })],
      })
      await expect(opsgraph.createTopology(admin, { ...shop('old'), ...both, service: 'two' })).rejects.toMatchObject({
        kind: 'invalid',
      })
      const { name, description, service, ...graph } = { ...shop('old'), service: 'mail' }
      const document = { ...graph, rules: [{ environment: ENVIRONMENT, resource: 'old', minHealthy: 1 }] }
      const file = (sent: object) => ({
        body: new TextEncoder().encode(
          JSON.stringify({
            ...{ kind: 'platform-service-topology', schemaVersion: 2 },
            ...{ topology: { name, description, service }, ...sent },
          }),
        ),
        options: { mode: 'merge' as const },
      })
      await opsgraph.importTopologies(admin, file(document))
      expect((await store.topologies.readByService('mail'))?.nodes.at(-1)?.label).toBe('new')
      expect(await opsgraph.readRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'new' })).toMatchObject({
        resource: 'new',
      })
      await expect(opsgraph.importTopologies(admin, file({ ...document, ...both }))).rejects.toMatchObject({
        issues: [expect.objectContaining({ code: 'duplicateResource' })],
      })
    })

    it('should be found by every query that names a resource', async () => {
      const { opsgraph } = await setStage(harness)
      await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: 'new', parent: 'p' })
      await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: 'c', parent: 'new' })
      await opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'new', body: { minHealthy: 1 } })
      await receive(opsgraph, 'new')
      await aliasOf(opsgraph, 'old', 'new')
      const key = { environment: ENVIRONMENT, resource: 'old' }
      expect(await opsgraph.readResourceGraph(admin, key)).toMatchObject({
        resource: 'new',
        parents: [{ parent: 'p' }],
      })
      expect((await opsgraph.listChildStates(admin, key)).items).toMatchObject([{ resource: 'c' }])
      expect((await opsgraph.readRedundancyRule(admin, key)).resource).toBe('new')
      const filters = { resource: ['old'] }
      expect((await opsgraph.listRelations(admin, { filters })).items).toMatchObject([{ resource: 'new' }])
      expect((await opsgraph.listRelations(admin, { filters: { parent: ['old'] } })).total).toBe(1)
      expect((await opsgraph.listRelations(admin, { filters: { ...filters, environment: ['Lab'] } })).total).toBe(0)
      expect((await opsgraph.listRedundancyRules(admin, { filters })).total).toBe(1)
      expect((await opsgraph.listAlerts(admin, { filters })).total).toBe(1)
      const chosen = { ...filters, environment: [ENVIRONMENT] }
      expect((await opsgraph.setAlertStatuses(admin, { filters: chosen, status: 'ack' })).ids).toHaveLength(1)
      await receiveAlert(opsgraph, admin, { environment: 'Lab', resource: 'new', event: 'Down', severity: 'major' })
      // In the environment Lab, `new` is another resource, and `old` is not its alias.
      for (const environments of [{}, { environment: [ENVIRONMENT, 'Lab'] }]) {
        const several = { filters: { ...filters, ...environments }, status: 'closed' } as const
        expect((await opsgraph.setAlertStatuses(admin, several)).ids).toEqual([])
      }
      const { unknown } = await opsgraph.simulateFailures(admin, {
        environment: ENVIRONMENT,
        resources: ['old', 'new'],
      })
      expect(unknown).toEqual([])
      const rule = await opsgraph.putRedundancyRule(admin, { ...key, body: { minHealthy: 2 } })
      expect(rule).toMatchObject({ created: false, rule: { resource: 'new', minHealthy: 2 } })
      await opsgraph.deleteRedundancyRule(admin, key)
    })

    it('should cost an alert no statement without aliases, and one with aliases', async () => {
      const { opsgraph, calls } = await setStage(harness)
      const asked = () => [calls.get('aliases.find') ?? 0, calls.get('aliases.any') ?? 0]
      await receive(opsgraph, 'a')
      const first = asked()
      for (let count = 0; count < 5; count++) await receive(opsgraph, 'a')
      expect(asked()).toEqual(first)
      await aliasOf(opsgraph, 'old', 'new')
      await receive(opsgraph, 'old')
      const [before = 0, any] = asked()
      const many = ['old', 'x', 'y', 'z'].map((resource) => ({ ...ALERT, resource }))
      await opsgraph.receiveAlerts(admin, many)
      expect(asked()).toEqual([before + 1, any])
    })
  })

  it('should warn of near names in an import: among its records, and new ones near names of the graph', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const warned = async (records: readonly object[], dryRun = false) => {
      const body = new TextEncoder().encode(JSON.stringify(records))
      const { report } = await opsgraph.importCmdb(admin, { body, options: { environment: ENVIRONMENT }, dryRun })
      return report.warnings
        .filter(({ code }) => code === 'nearName')
        .map(({ row, params }) => `${row} ${params.resource} ${params.near}`)
    }
    expect(await warned([{ resource: 'WEB-1' }, { resource: 'disk-1', parent: 'web-1' }], true)).toEqual([
      '1 web-1 WEB-1',
    ])
    await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: 'db.example.org', parent: 'shop' })
    await opsgraph.putRelation(admin, { environment: 'Lab', resource: 'Disk', parent: 'shop' })
    const records = [
      { resource: 'DB', parent: 'shop' },
      { resource: 'disk', parent: 'DB' },
    ]
    expect(await warned(records, true)).toEqual(['0 DB db.example.org'])
    expect(await warned(records)).toEqual(['0 DB db.example.org'])
    expect(await warned(records)).toEqual([])
    expect(await peek('relation')).toHaveLength(4)
    // Two stored names: one that only a parent has, and one that only a node has.
    const others = [
      { resource: 'disk-2', parent: 'Shop:443' },
      { resource: 'DISK', services: ['print'] },
    ]
    expect(await warned(others, true)).toEqual(['0 Shop:443 shop', '1 DISK disk'])
    expect(await warned(others)).toHaveLength(2)
    expect(await warned(others)).toEqual([])
    // `Rack` is near a name that is both in the file and in the graph. The pair gets one warning.
    expect(await warned([{ resource: 'esx', parent: 'rack.example.org' }])).toEqual([])
    const both = [
      { resource: 'pdu', parent: 'rack.example.org' },
      { resource: 'Rack', parent: 'hall' },
    ]
    expect(await warned(both)).toEqual(['0 rack.example.org Rack'])
  })

  it('should say how many active alerts still have the name, which a rename moves', async () => {
    const { opsgraph } = await setStage(harness)
    await receive(opsgraph, 'old')
    await receive(opsgraph, 'new')
    expect((await aliasOf(opsgraph, 'old', 'new')).activeAlerts).toBe(1)
    await opsgraph.renameResource(admin, { environment: ENVIRONMENT, from: 'old', to: 'new', merge: true })
    expect((await opsgraph.listAlerts(admin, {})).items).toMatchObject([{ resource: 'new' }])
    expect((await aliasOf(opsgraph, 'old', 'new')).activeAlerts).toBe(0)
  })

  it('should write audit entries with what has changed', async () => {
    const { opsgraph } = await setStage(harness)
    for (const resource of ['x', 'y', 'y']) await aliasOf(opsgraph, 'a', resource)
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { type: ['resource-alias'] } })
    expect(items.map(({ event, text }) => [event, text])).toEqual([
      ['resource-alias-updated', 'alias a of y updated'],
      ['resource-alias-created', 'alias a of x created'],
    ])
    expect(items[0]?.attributes).toEqual({ changes: { resource: { from: 'x', to: 'y' } } })
  })
}

// Helpers

const ALERT = { environment: ENVIRONMENT, event: 'Down', severity: 'major' } as const

function receive(opsgraph: Opsgraph, resource: string) {
  return receiveAlert(opsgraph, admin, { ...ALERT, resource })
}

/** A store that counts this number of aliases. Storing so many aliases would take seconds. */
function countingAliases(store: Store, count: number): Store {
  return overlaid(store, {
    transaction: (work) =>
      store.transaction((parts) =>
        work(overlaid(parts, { aliases: overlaid(parts.aliases, { count: async () => count }) })),
      ),
  })
}

function aliasOf(opsgraph: Opsgraph, alias: string, resource: string) {
  return opsgraph.putResourceAlias(editor, { environment: ENVIRONMENT, alias, body: { resource } })
}

function shop(resource: string) {
  return {
    ...{ name: 'Shop', description: '', service: 'shop' },
    nodes: [
      { id: 's', kind: 'service' as const, label: 'shop' },
      { id: 'e', kind: 'environment' as const, label: ENVIRONMENT },
      { id: 'node', kind: 'resource' as const, label: resource },
    ],
    edges: [
      { source: 's', target: 'e' },
      { source: 'e', target: 'node' },
    ],
  }
}
