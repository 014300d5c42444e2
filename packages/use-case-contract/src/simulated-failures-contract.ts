import type { Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, chain, createTopologyOf, ENVIRONMENT, shopOnADisk } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests which services simulated failures would affect (rules.md#simulated-failures). */
export function simulatedFailuresContract(harness: StoreHarness): void {
  describe('simulated failures', () => {
    it('should hurt what lies above the resources, without stored alerts, and store nothing', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'index')
      const resources = [' volume ', 'container', 'volume', 'lamp']
      const { services, unreached } = await opsgraph.simulateFailures(admin, { environment: ENVIRONMENT, resources })
      const path = ['volume', 'container', 'database']
      expect(services).toMatchObject([
        {
          ...{ service: 'payments', severity: 'critical', counts: { critical: 2 }, causesTotal: 1 },
          causes: [{ alertId: null, resource: 'volume', nodeId: 'payments/checkout', path: [...path, 'checkout'] }],
        },
        {
          service: 'shop',
          causes: [
            {
              ...{ alertId: null, event: 'SimulatedFailure', resource: 'volume', explains: 1 },
              ...{ nodeId: 'shop/database', path },
            },
          ],
        },
      ])
      expect(unreached).toEqual({ total: 1, resources: ['lamp'], ancestors: 0 })
      expect((await opsgraph.listAlerts(admin, {})).total).toBe(1)
    })

    it('should answer with the active alerts as the list of services would', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'container', { severity: 'major' })
      await alertOn(opsgraph, 'index', { severity: 'minor' })
      await alertOn(opsgraph, 'cache', { status: 'shelved' })
      await opsgraph.createMaintenanceWindow(admin, {
        ...{ name: 'cache', startTime: '2000-01-01T00:00:00Z', endTime: '2100-01-01T00:00:00Z' },
        filters: { clauses: [{ key: 'event', op: '=', value: 'Update' }] },
      })
      await alertOn(opsgraph, 'cache', { event: 'Update' })
      await alertOn(opsgraph, 'checkout', { status: 'ack' })
      await alertOn(opsgraph, 'unknown to all')
      const failures = { environment: ENVIRONMENT, resources: ['volume', 'lamp'], withAlerts: true }
      const simulated = await opsgraph.simulateFailures(admin, failures)
      expect(simulated).toMatchObject({ unreached: { total: 1, resources: ['lamp'] }, unknown: [{ resource: 'lamp' }] })
      const ids = new Map<string, null>()
      for (const resource of failures.resources) {
        ids.set((await alertOn(opsgraph, resource, { event: 'SimulatedFailure' })).id, null)
      }
      const { items } = await opsgraph.readImpact(admin, { healthy: false })
      const anonymous = (key: string, value: unknown) =>
        key === 'since' ? '' : ids.has(value as string) ? null : (value as unknown)
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value, anonymous))
      expect(items.map(({ service }) => service)).toEqual(['payments', 'shop', 'search'])
      expect(items.flatMap(({ windows }) => windows)).toMatchObject([{ name: 'cache', count: 1 }])
      expect(plain(simulated.services)).toEqual(plain(items))
      const without = await opsgraph.simulateFailures(admin, { ...failures, withAlerts: false })
      expect(without.services.map(({ service }) => service)).toEqual(['payments', 'shop'])
    })

    it('should say with the active alerts what is cut above the failed resources alone', async () => {
      const { opsgraph } = await setStage(harness)
      const chain = Array.from({ length: 12 }, (_, at) => [`r${at}`, `r${at + 1}`] as const)
      await relate(opsgraph, chain, ENVIRONMENT)
      await alertOn(opsgraph, 'r5')
      const failures = { environment: ENVIRONMENT, resources: ['r0'], withAlerts: true }
      expect(await opsgraph.simulateFailures(admin, failures)).toMatchObject({ cut: true, cutAt: ['r10'] })
    })

    it('should obey redundancy rules', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['db'])
      const replicas = ['db-1', 'db-2', 'db-3']
      for (const replica of replicas) await chain(opsgraph, replica, 'db')
      await opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'db', body: { minHealthy: 1 } })
      const failing = async (count: number) => {
        const resources = replicas.slice(0, count)
        const { services } = await opsgraph.simulateFailures(admin, { environment: ENVIRONMENT, resources })
        return services.map(({ severity, redundancy }) => [severity, redundancy[0]?.healthy])
      }
      expect(await failing(2)).toEqual([['warning', 1]])
      expect(await failing(3)).toEqual([['critical', 0]])
    })

    it('should hurt nothing in another environment, nor a service that leaves critical alerts out', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web'])
      const simulated = async (fields: { environment?: string }) =>
        await opsgraph.simulateFailures(admin, { resources: ['web'], ...fields })
      for (const fields of [{}, { environment: '' }, { environment: 'Staging' }]) {
        expect(await simulated(fields)).toMatchObject({ services: [], unreached: { total: 1, resources: ['web'] } })
      }
      expect((await simulated({ environment: ENVIRONMENT })).services).toHaveLength(1)
      await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact: { severities: ['minor'] } } })
      expect(await simulated({ environment: ENVIRONMENT })).toEqual({
        services: [],
        unreached: { total: 0, resources: [], ancestors: 0 },
        held: { total: 0, resources: [] },
        unknown: [],
        cut: false,
        cutAt: [],
      })
    })

    it('should name the resources that no relation, node or alert has, and known ones with near names', async () => {
      const { opsgraph, calls } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['Web.example.org'])
      await relate(opsgraph, [['disk', 'DB-1:5432']], ENVIRONMENT)
      await relate(opsgraph, [['disk-2', 'rack']], 'Staging')
      await alertOn(opsgraph, 'alone')
      const unknownOf = async (environment: string, ...resources: readonly string[]) =>
        (await opsgraph.simulateFailures(admin, { environment, resources })).unknown
      const known = ['Web.example.org', 'disk', 'DB-1:5432', 'alone']
      expect(await unknownOf(ENVIRONMENT, ...known)).toEqual([])
      const here = (resource: string) => ({ environment: ENVIRONMENT, resource })
      const before = calls.get('relations.namedLike') ?? 0
      expect(await unknownOf(ENVIRONMENT, 'web', 'db-1', 'disk', 'DISK-2', 'lamp')).toEqual([
        { resource: 'web', near: [here('Web.example.org')] },
        { resource: 'db-1', near: [here('DB-1:5432')] },
        { resource: 'DISK-2', near: [{ environment: 'Staging', resource: 'disk-2' }] },
        { resource: 'lamp', near: [] },
      ])
      expect(calls.get('relations.namedLike')).toBe(before + 1)
      expect(await unknownOf(ENVIRONMENT.toLowerCase(), 'disk', 'web.example.org', 'alone')).toEqual([
        { resource: 'disk', near: [here('disk')] },
        { resource: 'web.example.org', near: [here('Web.example.org')] },
        { resource: 'alone', near: [here('alone')] },
      ])
      expect(await unknownOf(ENVIRONMENT, 'ALONE.example.org')).toEqual([
        { resource: 'ALONE.example.org', near: [here('alone')] },
      ])
      const failures = { environment: ENVIRONMENT, resources: ['Alone'], withAlerts: true }
      expect((await opsgraph.simulateFailures(admin, failures)).unknown).toMatchObject([{ near: [here('alone')] }])
    })

    it('should say that its walk was cut, and where, only if more lies above the last level', async () => {
      const { opsgraph } = await setStage(harness)
      const chain = (length: number) => Array.from({ length }, (_, at) => [`r${at}`, `r${at + 1}`] as const)
      await relate(opsgraph, chain(10), ENVIRONMENT)
      const simulated = async (...resources: readonly string[]) => {
        const { cut, cutAt } = await opsgraph.simulateFailures(admin, { environment: ENVIRONMENT, resources })
        return { cut, cutAt }
      }
      expect(await simulated('r0')).toEqual({ cut: false, cutAt: [] })
      await relate(opsgraph, [['r10', 'r3']], ENVIRONMENT)
      expect(await simulated('r0')).toEqual({ cut: false, cutAt: [] })
      await relate(opsgraph, [['r10', 'r11']], ENVIRONMENT)
      expect(await simulated('r0')).toEqual({ cut: true, cutAt: ['r10'] })
      expect(await simulated('r1')).toEqual({ cut: false, cutAt: [] })
      expect(await simulated('r0', 'r1')).toEqual({ cut: false, cutAt: [] })
    })

    it('should refuse more than 1,000 resources', async () => {
      const { opsgraph } = await setStage(harness)
      const resources = Array.from({ length: 1_001 }, (_, at) => `r${at}`)
      await expect(opsgraph.simulateFailures(admin, { resources })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'resources must contain 1 to 1000 names',
      })
      expect((await opsgraph.simulateFailures(admin, { resources: resources.slice(1) })).unreached.total).toBe(1_000)
    })

    it.each([
      [{}, 'resources is required'],
      [{ resources: [] }, 'resources must contain 1 to 1000 names'],
      [{ resources: ['web', ' '] }, 'resources[1] must not be empty'],
      [{ resources: ['x'.repeat(256)] }, 'resources[0]'],
      [{ resources: [7] }, 'resources[0] must be a string'],
      [{ resources: 'web' }, 'resources'],
      [{ resources: ['web'], withAlerts: 'yes' }, 'withAlerts'],
    ])('should refuse %j', async (body, message) => {
      const { opsgraph } = await setStage(harness)
      await expect(opsgraph.simulateFailures(admin, body as { resources: string[] })).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(message),
      })
    })
  })
}

// Helpers

async function relate(
  opsgraph: Opsgraph,
  pairs: readonly (readonly [resource: string, parent: string])[],
  environment: string,
): Promise<void> {
  const relations = pairs.map(([resource, parent]) => ({ resource, parent }))
  await opsgraph.putRelations(admin, { environment, relations })
}
