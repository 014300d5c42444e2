import type { Opsgraph, Topology } from '@opsgraph/core'
import { examineGraph } from '@opsgraph/core/pure'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

const PRODUCTION = { environment: 'Production' }

/** Tests the removal of resources from everything that names them (rules.md#decommissioning-resources). */
export function decommissionContract(harness: StoreHarness): void {
  it('should close the alerts that still have an alias as their resource', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await receiveAlert(opsgraph, admin, { ...PRODUCTION, resource: 'db1', event: 'Down', severity: 'major' })
    await receiveAlert(opsgraph, admin, { environment: 'Lab', resource: 'db1', event: 'Down', severity: 'major' })
    await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'database', parent: 'shop' })
    const alias = { ...PRODUCTION, alias: 'db1', body: { resource: 'database' } }
    expect(await opsgraph.putResourceAlias(admin, alias)).toMatchObject({ activeAlerts: 1 })
    const body = { ...PRODUCTION, resources: ['db1'] }
    const plan = await opsgraph.decommissionResources(admin, { ...body, dryRun: true })
    expect(plan).toMatchObject({ resources: ['database'], counts: { relations: 1, aliases: 1, alerts: 1 } })
    expect(await opsgraph.decommissionResources(admin, body)).toEqual({ ...plan, applied: true })
    const { items } = await opsgraph.listAlerts(admin, {})
    expect(items.map(({ environment, status }) => `${environment} ${status}`).toSorted()).toEqual([
      'Lab open',
      'Production closed',
    ])
    expect(await peek('resourceAlias')).toEqual([])
  })

  it('should remove relations, nodes and rules, and close active alerts, as planned', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { topologyId } = await fillStore(opsgraph)
    const body = { ...PRODUCTION, resources: ['web', ' web ', 'spare'] }
    const plan = await opsgraph.decommissionResources(admin, { ...body, dryRun: true })
    expect(await peek('relation')).toHaveLength(4)
    const done = await opsgraph.decommissionResources(admin, { ...body, planHash: plan.planHash })
    expect(done).toEqual({ ...plan, applied: true })
    expect(plan).toMatchObject({
      applied: false,
      ...{ ...PRODUCTION, resources: ['web', 'spare'] },
      counts: { relations: 3, nodes: 1, edges: 2, rules: 1, alerts: 1 },
      emptied: [],
      sources: [
        { source: 'event', sourceRef: 'probe', relations: 0, nodes: 0, alerts: 1 },
        { source: 'cmdb', sourceRef: 'itop', relations: 1, nodes: 0, alerts: 0 },
        { source: 'topology', sourceRef: topologyId, relations: 1, nodes: 1, alerts: 0 },
      ],
      changesTotal: 8,
    })
    expect(plan.changes).toEqual([
      { kind: 'relation', action: 'remove', ...PRODUCTION, resource: 'db', parent: 'web' },
      { kind: 'relation', action: 'remove', ...PRODUCTION, resource: 'web', parent: 'farm' },
      { kind: 'relation', action: 'remove', ...PRODUCTION, resource: 'web', parent: 'rack' },
      { kind: 'redundancyRule', action: 'remove', ...PRODUCTION, resource: 'spare' },
      { kind: 'alert', action: 'update', fields: ['status'], ...PRODUCTION, resource: 'web', event: 'Down' },
      { kind: 'node', action: 'remove', service: 'shop', node: { kind: 'resource', ...PRODUCTION, label: 'web' } },
      {
        kind: 'edge',
        action: 'update',
        fields: ['source'],
        service: 'shop',
        parentNode: { kind: 'environment', ...PRODUCTION, label: 'Production' },
        childNode: { kind: 'resource', ...PRODUCTION, label: 'db' },
        formerParentNode: { kind: 'resource', ...PRODUCTION, label: 'web' },
      },
      {
        kind: 'edge',
        action: 'remove',
        service: 'shop',
        parentNode: { kind: 'environment', ...PRODUCTION, label: 'Production' },
        childNode: { kind: 'resource', ...PRODUCTION, label: 'web' },
      },
    ])
    expect(await peek('relation')).toMatchObject([{ environment: 'Lab', resource: 'web' }])
    expect(await peek('redundancyRule')).toEqual([])
    const { items } = await opsgraph.listAlerts(admin, {})
    expect(items.map(({ resource, status }) => `${resource} ${status}`)).toEqual(['web closed', 'db open'])
    expect((await opsgraph.listResources(admin, {})).items.map(({ resource }) => resource)).toEqual([
      ...['rack', 'web', 'cache', 'db'],
    ])
  })

  it('should keep the rest of a topology in its place, and hang children from the environment node', async () => {
    const { opsgraph } = await setStage(harness)
    const { topologyId } = await fillStore(opsgraph)
    const before = await readTopology(opsgraph, topologyId)
    await opsgraph.decommissionResources(admin, { ...PRODUCTION, resources: ['web'] })
    const after = await readTopology(opsgraph, topologyId)
    expect(after.nodes).toEqual(before.nodes.filter(({ id }) => id !== 'web'))
    expect(after.edges).toEqual([
      { id: '1', source: 's', target: 'e' },
      { id: '3', source: 'e', target: 'db' },
      { id: '4', source: 'e', target: 'cache' },
    ])
    expect(after.updateTime > before.updateTime).toBe(true)
  })

  it('should refuse unknown names, all of them, and write nothing', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await fillStore(opsgraph)
    for (const dryRun of [true, false]) {
      const resources = ['web', 'none', 'DB', 'rack in the lab']
      await expect(opsgraph.decommissionResources(admin, { ...PRODUCTION, resources, dryRun })).rejects.toMatchObject({
        kind: 'notFound',
        message: 'nothing names these resources in environment Production: none, DB, rack in the lab',
      })
    }
    expect(await peek('relation')).toHaveLength(4)
    await expect(opsgraph.decommissionResources(admin, { resources: ['db'] })).rejects.toThrow(
      'the empty environment: db',
    )
  })

  it('should say which topologies are left with no resource', async () => {
    const { opsgraph } = await setStage(harness)
    const { topologyId } = await fillStore(opsgraph)
    const resources = ['cache', 'db', 'web']
    const { emptied } = await opsgraph.decommissionResources(admin, { ...PRODUCTION, resources })
    expect(emptied).toEqual([{ topologyId, name: 'Shop', service: 'shop' }])
    expect((await readTopology(opsgraph, topologyId)).nodes.map(({ id }) => id)).toEqual(['s', 'e'])
  })

  it('should refuse a plan that is not the one of the planHash any more', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await fillStore(opsgraph)
    const body = { ...PRODUCTION, resources: ['web'] }
    const { planHash } = await opsgraph.decommissionResources(admin, { ...body, dryRun: true })
    await opsgraph.putRelation(admin, {
      ...PRODUCTION,
      resource: 'web',
      parent: 'rack',
      source: 'cmdb',
      sourceRef: 'itop',
    })
    expect((await opsgraph.decommissionResources(admin, { ...body, dryRun: true })).planHash).toBe(planHash)
    await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'web', parent: 'other' })
    await expect(opsgraph.decommissionResources(admin, { ...body, planHash })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'the plan is not the one of this planHash any more: make a dry run again',
    })
    expect(await peek('relation')).toHaveLength(5)
  })

  it('should decommission a resource once, if several callers do so while alerts of it arrive', async () => {
    const { opsgraph } = await setStage(harness)
    await fillStore(opsgraph)
    const body = { ...PRODUCTION, resources: ['web'] }
    const alert = { ...PRODUCTION, resource: 'db', event: 'Down', severity: 'major', resourceParent: 'rack' } as const
    const results = await Promise.allSettled([
      opsgraph.decommissionResources(admin, body),
      receiveAlert(opsgraph, admin, alert),
      opsgraph.decommissionResources(admin, body),
      opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'db', parent: 'rack' }),
      opsgraph.decommissionResources(admin, body),
    ])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.kind] : []))
    expect(refused).toEqual(['notFound', 'notFound'])
    const { total } = await opsgraph.listAuditEntries(admin, { filters: { event: ['resources-decommissioned'] } })
    expect(total).toBe(1)
  })

  it('should name all faults of the body', async () => {
    const { opsgraph } = await setStage(harness)
    const refused = async (body: object) =>
      await opsgraph.decommissionResources(admin, body as never).then(
        () => [],
        ({ issues }) => issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
      )
    expect(await refused({ resources: [], dryRun: 'yes', environment: 7, more: 1 })).toHaveLength(4)
    expect(await refused({ resources: ['a', ''] })).toMatchObject([expect.stringContaining('resources[1]')])
    expect(await refused({ resources: Array.from({ length: 1_001 }, (_, index) => `r${index}`) })).toMatchObject([
      expect.stringContaining('must contain 1 to 1000 names'),
    ])
  })

  it('should need the scopes of topologies and of alerts', async () => {
    const { opsgraph } = await setStage(harness)
    for (const scopes of [['write:alerts'], ['write:service_topologies']] as const) {
      const caller = { ...admin, scopes }
      await expect(opsgraph.decommissionResources(caller, { resources: ['a'], dryRun: true })).rejects.toMatchObject({
        kind: 'forbidden',
      })
    }
  })

  it('should leave one audit entry with the counts, besides those of the alerts', async () => {
    const { opsgraph } = await setStage(harness)
    await fillStore(opsgraph)
    const { counts, planHash } = await opsgraph.decommissionResources(admin, { ...PRODUCTION, resources: ['web'] })
    const { items } = await opsgraph.listAuditEntries(admin, { pageSize: 2 })
    expect(items.map(({ event }) => event)).toEqual(['resources-decommissioned', 'alert-status-changed'])
    expect(items[0]).toMatchObject({
      type: 'resources',
      text: 'decommissioned in environment Production: web',
      attributes: { ...PRODUCTION, resources: ['web'], counts, services: ['shop'], planHash },
    })
  })

  it('should leave valid topologies, and nothing that names the resources', async () => {
    await fc.assert(
      fc.asyncProperty(anyRelations(), fc.subarray(NAMES, { minLength: 1 }), async (relations, chosen) => {
        const { opsgraph } = await setStage(harness)
        const { id } = await opsgraph.createTopology(admin, topologyBody(relations))
        const resources = chosen.filter((name) => relations.some((relation) => relation.includes(name)))
        if (resources.length === 0) return
        const plan = await opsgraph.decommissionResources(admin, { ...PRODUCTION, resources, dryRun: true })
        expect(await opsgraph.decommissionResources(admin, { ...PRODUCTION, resources })).toEqual({
          ...plan,
          applied: true,
        })
        const { nodes, edges } = await readTopology(opsgraph, id)
        expect(examineGraph({ nodes, edges }, () => 'new').issues).toEqual([])
        const left = (await opsgraph.listResources(admin, {})).items.map(({ resource }) => resource)
        expect(left).toEqual(NAMES.filter((name) => relations.flat().includes(name) && !resources.includes(name)))
        const kept = relations.filter((relation) => !relation.some((name) => resources.includes(name)))
        expect((await opsgraph.listRelations(admin, {})).total).toBe(
          new Set(kept.map((relation) => relation.join())).size,
        )
      }),
      propertyRuns(harness, 40),
    )
  })
}

// Helpers

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']

/** Generates relations as `[resource, parent]`. The parent comes first in the alphabet, so there is no cycle. */
function anyRelations() {
  return fc.array(
    fc
      .subarray(NAMES, { minLength: 2, maxLength: 2 })
      .map(([parent, resource]) => [resource, parent] as [string, string]),
    { minLength: 1, maxLength: 8 },
  )
}

/** Creates a topology in which a resource without a parent is below the environment node. */
function topologyBody(relations: readonly (readonly [string, string])[]) {
  const names = [...new Set(relations.flat())]
  const hanging = names.filter((name) => relations.every(([resource]) => resource !== name))
  return shopBody('', {
    nodes: [
      { id: 's', kind: 'service', label: 'Shop' },
      { id: 'env', kind: 'environment', label: 'Production' },
      ...names.map((label) => ({ id: `n-${label}`, kind: 'resource' as const, label })),
    ],
    edges: [
      { source: 's', target: 'env' },
      ...hanging.map((name) => ({ source: 'env', target: `n-${name}` })),
      ...relations.map(([resource, parent]) => ({ source: `n-${parent}`, target: `n-${resource}` })),
    ],
  })
}

async function readTopology(opsgraph: Opsgraph, id: string): Promise<Topology> {
  const { items } = await opsgraph.listTopologies(admin, { filters: { id: [id] } })
  return items[0] as Topology
}

/** Stores `web` in two environments, with one parent from each of three sources. A topology draws it above `db`. */
async function fillStore(opsgraph: Opsgraph) {
  const { id: topologyId } = await opsgraph.createTopology(admin, shopBody())
  await opsgraph.putRelation(admin, {
    ...PRODUCTION,
    resource: 'web',
    parent: 'rack',
    source: 'cmdb',
    sourceRef: 'itop',
  })
  await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'web', parent: 'farm' })
  await opsgraph.putRelation(admin, { environment: 'Lab', resource: 'web', parent: 'rack' })
  await opsgraph.putRedundancyRule(admin, { ...PRODUCTION, resource: 'spare', body: { minHealthy: 1 } })
  const alert = { ...PRODUCTION, event: 'Down', severity: 'major', origin: 'probe' } as const
  await receiveAlert(opsgraph, admin, { ...alert, resource: 'web' })
  await receiveAlert(opsgraph, admin, { ...alert, resource: 'db' })
  return { topologyId }
}
