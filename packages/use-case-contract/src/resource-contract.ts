import { LIMITS, type Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

const DAY = 86_400_000

/** Tests the list of resources, and what names a resource (rules.md#listing-resources). */
export function resourceContract(harness: StoreHarness): void {
  it('should list resources with the numbers of what names them', async () => {
    const { opsgraph } = await setStage(harness)
    await fillStore(opsgraph)
    const { items, total } = await opsgraph.listResources(admin, { filters: { environment: [' Production '] } })
    expect(total).toBe(5)
    expect(items).toEqual([
      { ...IN_PRODUCTION, resource: 'cache', ...counts({ nodes: 1 }) },
      { ...IN_PRODUCTION, resource: 'db', ...counts({ parents: 1, nodes: 1, alerts: 2, claims: 1 }) },
      { ...IN_PRODUCTION, resource: 'disk', ...counts({ alerts: 1 }) },
      { ...IN_PRODUCTION, resource: 'pool', ...counts({ rules: 1 }) },
      { ...IN_PRODUCTION, resource: 'web', ...counts({ children: 1, nodes: 1, claims: 1 }) },
    ])
  })

  it('should find a part of the name, orphans, and pages', async () => {
    const { opsgraph } = await setStage(harness)
    await fillStore(opsgraph)
    const names = async (request: Parameters<Opsgraph['listResources']>[1]) =>
      (await opsgraph.listResources(admin, request)).items.map(({ resource }) => resource)
    expect(await names({ filters: { q: ['D'] } })).toEqual(['db', 'disk'])
    expect(await names({ orphan: true })).toEqual(['disk', 'pool'])
    expect(await names({ orphan: false, filters: { q: ['b'] } })).toEqual(['db', 'web'])
    expect(await names({ page: 2, pageSize: 2 })).toEqual(['disk', 'pool'])
    const { pages, more } = await opsgraph.listResources(admin, { page: 3, pageSize: 2 })
    expect([pages, more]).toEqual([3, false])
  })

  it('should find resources of which no relation was confirmed for some days, 30 by default', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
    const relate = (resource: string, parent: string, source: 'cmdb' | 'manual') =>
      opsgraph.putRelation(admin, { environment: 'Production', resource, parent, source })
    await relate('old', 'older', 'cmdb')
    await relate('made', 'by-hand', 'manual')
    now += 30 * DAY
    const stale = async (request: Parameters<Opsgraph['listResources']>[1] = {}) =>
      (await opsgraph.listResources(admin, { stale: true, ...request })).items.map(({ resource }) => resource)
    expect(await stale()).toEqual([])
    expect(await stale({ staleAfter: 29 })).toEqual(['old', 'older'])
    now += 1
    expect(await stale()).toEqual(['old', 'older'])
    expect(await stale({ stale: false })).toEqual(['by-hand', 'made'])
    await relate('old', 'older', 'cmdb')
    expect(await stale()).toEqual([])
  })

  it('should refuse a number of days out of range', async () => {
    const { opsgraph } = await setStage(harness)
    const { min, max } = LIMITS.staleAfterDays
    for (const staleAfter of [min - 1, max + 1, 1.5, Number.NaN]) {
      await expect(opsgraph.listResources(admin, { stale: true, staleAfter })).rejects.toMatchObject({
        kind: 'invalid',
        message: `staleAfter must be a whole number of days from ${min} to ${max}`,
      })
    }
  })

  it('should read everything that names a resource', async () => {
    const { opsgraph } = await setStage(harness)
    const { topologyId, ids } = await fillStore(opsgraph)
    const usage = await opsgraph.readResourceUsage(admin, { environment: 'Production', resource: ' db ' })
    expect(usage).toMatchObject({ environment: 'Production', resource: 'db', counts: { parents: 1, alerts: 2 } })
    expect(usage.parents).toMatchObject([{ resource: 'db', parent: 'web', source: 'topology' }])
    expect([usage.children, usage.rule]).toEqual([[], null])
    expect(usage.nodes).toEqual([{ topologyId, topologyName: 'Shop', service: 'shop', nodeId: 'db' }])
    expect(usage.alerts.map(({ event }) => event)).toEqual(['Down', 'Slow'])
    expect(usage.policies).toEqual([
      { kind: 'weight', id: ids.weight, name: 'weight' },
      { kind: 'relation', id: ids.relation, name: 'relation' },
      { kind: 'alert', id: ids.alert, name: 'alert' },
    ])
    expect(usage.maintenance).toEqual([{ id: ids.window, name: 'night' }])
    const pool = await opsgraph.readResourceUsage(admin, { environment: 'Production', resource: 'pool' })
    expect(pool.rule).toMatchObject({ resource: 'pool', minHealthy: 1 })
    expect(pool.policies).toEqual([{ kind: 'relation', id: ids.relation, name: 'relation' }])
    const web = await opsgraph.readResourceUsage(admin, { environment: 'Production', resource: 'web' })
    expect(web.children).toMatchObject([{ resource: 'db' }])
    expect([web.policies, web.maintenance]).toEqual([[], []])
  })

  it('should find the policies that name a resource by an alias', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putRelation(admin, { environment: 'Production', resource: 'vm', parent: 'old' })
    const filters = { clauses: [{ key: 'resource', op: '=', value: 'old' }] } as const
    const fields = { name: 'p', description: '' }
    const { id } = await opsgraph.createRelationPolicy(admin, { ...fields, parent: 'old' })
    const { id: other } = await opsgraph.createRelationPolicy(admin, { ...fields, parent: 'other' })
    const { id: alert } = await opsgraph.createAlertPolicy(admin, { ...fields, filters, actions: [{ drop: true }] })
    await opsgraph.createWeightPolicy(admin, { ...fields, filters })
    await opsgraph.renameResource(admin, { environment: 'Production', from: 'old', to: 'new' })
    await opsgraph.putResourceAlias(admin, { environment: 'Production', alias: 'other', body: { resource: 'new' } })
    const usage = await opsgraph.readResourceUsage(admin, { environment: 'Production', resource: 'old' })
    expect(usage.policies.map((policy) => `${policy.kind} ${policy.id}`)).toEqual([
      `relation ${id}`,
      `relation ${other}`,
      `alert ${alert}`,
    ])
  })

  it('should list the first aliases of a resource, and find the policies that name any of them', async () => {
    const { opsgraph, store } = await setStage(harness)
    await opsgraph.putRelation(admin, { environment: 'Production', resource: 'vm', parent: 'host' })
    const times = { createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z' }
    const names = Array.from({ length: LIMITS.usage + 1 }, (_, index) => `alias ${String(index).padStart(4, '0')}`)
    await store.aliases.save(
      names.map((alias) => ({ id: alias, environment: 'Production', alias, resource: 'host', ...times })),
    )
    const last = { name: 'p', description: '', parent: names.at(-1) ?? '' }
    const { id } = await opsgraph.createRelationPolicy(admin, last)
    const usage = await opsgraph.readResourceUsage(admin, { environment: 'Production', resource: 'host' })
    expect(usage.aliases).toEqual(names.slice(0, LIMITS.usage))
    expect(usage.policies).toEqual([{ kind: 'relation', id, name: 'p' }])
  })

  it('should not know a resource that nothing names', async () => {
    const { opsgraph } = await setStage(harness)
    await fillStore(opsgraph)
    for (const key of [
      { environment: 'Production', resource: 'DB' },
      { environment: '', resource: 'db' },
      { environment: 'Production', resource: 'closed' },
    ]) {
      await expect(opsgraph.readResourceUsage(admin, key)).rejects.toMatchObject({
        kind: 'notFound',
        message: `resource ${key.resource} in environment "${key.environment}" not found`,
      })
    }
  })

  it('should list at most 1,000 items of a kind, and count all', async () => {
    const { opsgraph } = await setStage(harness)
    const relations = Array.from({ length: LIMITS.usage + 1 }, (_, index) => ({
      resource: `disk-${index}`,
      parent: 'san',
    }))
    await opsgraph.putRelations(admin, { environment: 'Production', relations })
    const usage = await opsgraph.readResourceUsage(admin, { environment: 'Production', resource: 'san' })
    expect([usage.children.length, usage.counts.children]).toEqual([LIMITS.usage, LIMITS.usage + 1])
  })
}

// Helpers

const IN_PRODUCTION = { environment: 'Production' }

function counts(some: object) {
  return { parents: 0, children: 0, nodes: 0, alerts: 0, rules: 0, claims: 0, ...some }
}

/** Stores resources that a topology, alerts and a rule name, and filters that name `db`. */
async function fillStore(opsgraph: Opsgraph) {
  const { id: topologyId } = await opsgraph.createTopology(admin, shopBody())
  for (const [resource, event] of [
    ['db', 'Down'],
    ['db', 'Slow'],
    ['disk', 'Full'],
  ] as const) {
    await receiveAlert(opsgraph, admin, { ...IN_PRODUCTION, resource, event, severity: 'major' })
  }
  await receiveAlert(opsgraph, admin, { ...IN_PRODUCTION, resource: 'closed', event: 'Down', severity: 'normal' })
  await opsgraph.putRedundancyRule(admin, { ...IN_PRODUCTION, resource: 'pool', body: { minHealthy: 1 } })
  const named = (op: '=' | 'IN', value: string) => ({
    clauses: [
      { key: 'environment', op: '=' as const, value: 'Production' },
      { clauses: [{ key: 'resource', op, value }], operator: 'OR' as const },
    ],
  })
  const weight = await opsgraph.createWeightPolicy(admin, {
    name: 'weight',
    description: '',
    filters: named('=', 'db'),
  })
  await opsgraph.createWeightPolicy(admin, {
    name: 'elsewhere',
    description: '',
    filters: {
      clauses: [
        { key: 'environment', op: '=', value: 'Lab' },
        { key: 'resource', op: '=', value: 'db' },
      ],
    },
  })
  const relation = await opsgraph.createRelationPolicy(admin, {
    name: 'relation',
    description: '',
    parent: 'pool',
    filters: named('IN', 'cache, db'),
  })
  const alert = await opsgraph.createAlertPolicy(admin, {
    name: 'alert',
    description: '',
    filters: named('=', 'db'),
    actions: [{ add: 'tags', value: ['x'] }],
  })
  const night = { name: 'night', startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-01T01:00:00Z' }
  const window = await opsgraph.createMaintenanceWindow(admin, { ...night, filters: named('=', 'db') })
  const past = { name: 'past', startTime: '2020-01-01T00:00:00Z', endTime: '2020-01-01T01:00:00Z' }
  await opsgraph.createMaintenanceWindow(admin, { ...past, filters: named('=', 'db') })
  return { topologyId, ids: { weight: weight.id, relation: relation.id, alert: alert.id, window: window.id } }
}
