import type { Caller, Opsgraph } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'
import { entry, LOOPED, load } from './tree-samples.js'

/**
 * Tests assignments with `scope=graph`: they include every alert that reaches the topology, whatever service the alert
 * names (rules.md#assignments-9).
 */
export function graphAssignmentContract(harness: StoreHarness): void {
  it('should assign every alert that reaches the topology, whatever service it names', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    await opsgraph.putRelation(admin, { resource: 'disk', parent: 'vm', environment: 'Production' })
    await opsgraph.putRelation(admin, { resource: 'vm', parent: 'db', environment: 'Production' })
    const onNode = await receive(opsgraph, 'cache', { service: ['bank'] })
    const rolledUp = await receive(opsgraph, 'disk', { service: [], severity: 'critical' })
    const stated = await receive(opsgraph, 'pod', { service: ['bank'], resourceParent: 'cache', severity: 'minor' })
    const named = await receive(opsgraph, 'unknown', { severity: 'warning' })
    const nowhere = await receive(opsgraph, 'web', { environment: 'Staging', severity: 'warning' })
    const away = await receive(opsgraph, 'unknown', { event: 'Other', service: ['bank'] })
    await receive(opsgraph, 'web', { event: 'Up', severity: 'ok', service: ['bank'] })
    const found = await opsgraph.readAssignments(admin, { id, scope: 'graph' })
    expect(found.alerts.map((alert) => alert.id)).toEqual([onNode, rolledUp, stated, named, nowhere])
    expect(found.assignments).toEqual(
      new Map([
        ['cache', [onNode, stated]],
        ['db', [rolledUp]],
        ['e', [named]],
      ]),
    )
    expect(found.rollups).toEqual(
      new Map([
        [rolledUp, { nodeId: 'db', via: 'db' }],
        [stated, { nodeId: 'cache', via: 'cache' }],
      ]),
    )
    expect(found.unassigned).toEqual([nowhere])
    expect(found.severities).toEqual(
      new Map([
        ['s', { own: null, inherited: 'critical', from: 'db' }],
        ['e', { own: 'warning', inherited: 'critical', from: 'db' }],
        ['web', { own: null, inherited: 'critical', from: 'db' }],
        ['db', { own: 'critical', inherited: null, from: null }],
        ['cache', { own: 'major', inherited: null, from: null }],
      ]),
    )
    for (const alertId of [onNode, rolledUp, stated, named, nowhere, away]) {
      const { services } = await opsgraph.readAlertImpact(admin, alertId)
      expect(services.some(({ topologyId }) => topologyId === id)).toBe(alertId !== away)
    }
  })

  it('should change nothing unless the caller asks for the graph', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    await receive(opsgraph, 'cache', { service: ['bank'] })
    const named = await receive(opsgraph, 'web')
    const found = await opsgraph.readAssignments(admin, { id })
    expect(found).toEqual({
      alerts: [expect.objectContaining({ id: named })],
      assignments: new Map([['web', [named]]]),
      rollups: new Map(),
      unassigned: [],
    })
    expect(await opsgraph.readAssignments(admin, { id, scope: 'service' })).toEqual(found)
  })

  it('should leave out what the catalog entry of the service excludes, unless the caller ignores the entry', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const alertImpact = { severities: ['major' as const, 'minor' as const] }
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact } })
    for (const severity of ['critical', 'major', 'minor'] as const) {
      await receive(opsgraph, 'web', { event: severity, severity, service: ['bank'] })
    }
    const read = async (query: { readonly severities?: readonly string[]; readonly includeExcluded?: boolean }) => {
      const { alerts, severities } = await opsgraph.readAssignments(admin, { id, scope: 'graph', ...query })
      return [alerts.map(({ severity }) => severity), severities?.get('web')?.own]
    }
    expect(await read({})).toEqual([['major', 'minor'], 'major'])
    expect(await read({ includeExcluded: true })).toEqual([['critical', 'major', 'minor'], 'critical'])
    expect(await read({ severities: ['minor', 'critical'] })).toEqual([['minor'], 'minor'])
  })

  it('should count acknowledged alerts of a node only if none is open, and silenced alerts never', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const bad = await receive(opsgraph, 'db', { severity: 'critical' })
    const open = await receive(opsgraph, 'db', { event: 'Slow', severity: 'minor' })
    const severities = async () => {
      const found = await opsgraph.readAssignments(admin, { id, scope: 'graph' })
      return [found.severities?.get('db')?.own, found.severities?.get('s')?.inherited]
    }
    await opsgraph.setAlertStatus(admin, { id: bad, body: { status: 'ack' } })
    expect(await severities()).toEqual(['minor', 'minor'])
    await opsgraph.setAlertStatus(admin, { id: open, body: { status: 'shelved' } })
    expect(await severities()).toEqual(['critical', 'critical'])
    await opsgraph.setAlertStatus(admin, { id: bad, body: { status: 'shelved' } })
    expect(await severities()).toEqual([null, null])
  })

  it('should obey the redundancy rules that hold, and only while they hold', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const relations = ['vm-1', 'vm-2'].map((resource) => ({ environment: 'Production', resource, parent: 'db' }))
    await opsgraph.putRelations(admin, { relations })
    const first = await receive(opsgraph, 'vm-1', { severity: 'critical' })
    const read = async () => {
      const { severities, rollups } = await opsgraph.readAssignments(admin, { id, scope: 'graph' })
      return [severities?.get('db')?.own, severities?.get('s')?.inherited, rollups.get(first)]
    }
    const whole = { nodeId: 'db', via: 'db' }
    expect(await read()).toEqual(['critical', 'critical', whole])
    const key = { environment: 'Production', resource: 'db' }
    await opsgraph.putRedundancyRule(admin, { ...key, body: { minHealthy: 1 } })
    expect(await read()).toEqual(['warning', 'warning', { ...whole, arrives: 'warning' }])
    await opsgraph.putRedundancyRule(admin, { ...key, body: { minHealthy: 1, degraded: null } })
    expect(await read()).toEqual([null, null, { ...whole, arrives: null }])
    await receive(opsgraph, 'vm-2', { severity: 'major' })
    expect(await read()).toEqual(['critical', 'critical', whole])
    await opsgraph.putRedundancyRule(admin, { ...key, environment: 'Staging', body: { minHealthy: 0 } })
    await opsgraph.deleteRedundancyRule(admin, key)
    expect(await read()).toEqual(['critical', 'critical', whole])
  })

  it('should need the scopes of alerts and of the catalog only for the graph', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const scopes = ['read:service_topologies', 'read:alerts', 'read:service_catalog'] as const
    const holding = (held: Caller['scopes']): Caller => ({ ...admin, scopes: held })
    expect((await opsgraph.readAssignments(holding(['read:service_topologies']), { id })).alerts).toEqual([])
    expect((await opsgraph.readAssignments(holding(scopes), { id, scope: 'graph' })).alerts).toEqual([])
    for (const missing of scopes) {
      const caller = holding(scopes.filter((scope) => scope !== missing))
      await expect(opsgraph.readAssignments(caller, { id, scope: 'graph' })).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining(missing),
      })
    }
  })

  it('should refuse an unknown scope and an unknown topology', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    // @ts-expect-error
    await expect(opsgraph.readAssignments(admin, { id, scope: 'all' })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'scope must be one of service, graph',
    })
    await expect(opsgraph.readAssignments(admin, { id: 'none', scope: 'graph' })).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  it('should find severities in a topology of schemaVersion 1 whose edges form a loop', async () => {
    const { opsgraph } = await setStage(harness)
    await load(opsgraph, entry({ tree: LOOPED }))
    const { nodes } = await opsgraph.readTopologyBy(admin, 'id', 't1')
    const idOf = (label: string) => nodes.find((node) => node.label === label)?.id ?? ''
    await receive(opsgraph, 'a', { service: ['bank'] })
    const { severities } = await opsgraph.readAssignments(admin, { id: 't1', scope: 'graph' })
    const fromA = { own: null, inherited: 'major', from: idOf('a') }
    const none = { own: null, inherited: null, from: null }
    expect(Object.fromEntries(severities ?? [])).toEqual({
      [idOf('Shop')]: fromA,
      [idOf('Production')]: fromA,
      [idOf('a')]: { ...none, own: 'major' },
      [idOf('b')]: fromA,
      [idOf('c')]: none,
    })
  })

  it('should ask the store as often for many alerts and environments as for few', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const callsFor = async () => {
      const before = new Map(calls)
      await opsgraph.readAssignments(admin, { id, scope: 'graph' })
      return new Map([...calls].map(([name, count]) => [name, count - (before.get(name) ?? 0)]))
    }
    await receive(opsgraph, 'disk', { service: ['bank'] })
    await opsgraph.putRelation(admin, { resource: 'disk', parent: 'db', environment: 'Production' })
    await callsFor()
    const few = await callsFor()
    const environments = ['Production', 'Staging', 'Test']
    const relations = environments.flatMap((environment) =>
      Array.from({ length: 30 }, (_, at) => ({
        environment,
        resource: `r${at}`,
        parent: at % 2 ? 'db' : `r${at + 1}`,
      })),
    )
    await opsgraph.putRelations(admin, { relations })
    const drafts = relations.map(({ environment, resource }) =>
      readAlert({ environment, resource, event: 'Down', severity: 'major', service: ['bank'] }),
    )
    await opsgraph.receiveAlerts(admin, drafts)
    await callsFor()
    const many = await callsFor()
    expect((await opsgraph.readAssignments(admin, { id, scope: 'graph' })).alerts).toHaveLength(31)
    expect(many.get('alerts.activeOf')).toBe(1)
    expect(many.get('relations.neighbors') ?? 0).toBeLessThanOrEqual(20)
    const others = (counts: ReadonlyMap<string, number>) =>
      [...counts].filter(([name, count]) => name !== 'relations.neighbors' && count > 0).toSorted()
    expect(others(many)).toEqual(others(few))
  })
}

// Helpers

async function receive(opsgraph: Opsgraph, resource: string, fields = {}): Promise<string> {
  const alert = { environment: 'Production', resource, event: 'Down', severity: 'major', service: ['shop'] } as const
  return (await receiveAlert(opsgraph, admin, { ...alert, ...fields })).id
}
