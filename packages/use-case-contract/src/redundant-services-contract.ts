import type { Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, createTopologyOf, ENVIRONMENT } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests what services say about their redundancy rules (rules.md#redundancy-6, rules.md#simulated-failures-9). */
export function redundantServicesContract(harness: StoreHarness): void {
  describe('services with redundant parts', () => {
    it('should list those whose redundancy is broken although nothing hurts them before the healthy ones', async () => {
      const { opsgraph } = await setStage(harness)
      for (const service of ['a healthy one', 'broken', 'hurt', 'zone']) {
        await pool(opsgraph, service, 2)
        await createTopologyOf(opsgraph, service, [service])
      }
      await alertOn(opsgraph, 'hurt', { severity: 'informational' })
      await opsgraph.createMaintenanceWindow(admin, {
        ...{ name: 'update', startTime: '2000-01-01T00:00:00Z', endTime: '2100-01-01T00:00:00Z' },
        filters: { clauses: [{ key: 'resource', op: 'IN', value: ['broken-1', 'broken-2', 'zone-1'] }] },
      })
      for (const resource of ['broken-1', 'broken-2', 'zone-1']) await alertOn(opsgraph, resource)
      const { items } = await opsgraph.readImpact(admin)
      expect(items.map(({ service, severity }) => [service, severity])).toEqual([
        ['hurt', 'informational'],
        ['broken', null],
        ['a healthy one', null],
        ['zone', null],
      ])
      const state = { environment: ENVIRONMENT, resource: 'broken', of: 3, healthy: 1, minHealthy: 2 }
      expect(items[1]).toMatchObject({ silencedCount: 2, redundancy: [state], redundancyTotal: 1 })
      expect(items[3]?.redundancy).toMatchObject([{ resource: 'zone', healthy: 2 }])
    })

    it('should list the first 10 rules, broken ones first, then those with the fewest left, and count all', async () => {
      const { opsgraph } = await setStage(harness)
      const pools = [...'abcdefghijkl'].map((letter) => `pool-${letter}`)
      const needed = new Map([...pools.map((name) => [name, 1] as const), ['pool-k', 2], ['pool-l', 3]])
      await createTopologyOf(opsgraph, 'shop', pools)
      for (const [name, minHealthy] of needed) await pool(opsgraph, name, minHealthy)
      for (const name of pools) await alertOn(opsgraph, `${name}-1`)
      await alertOn(opsgraph, 'pool-i-2')
      await alertOn(opsgraph, 'pool-k-2')
      const [shop] = (await opsgraph.readImpact(admin)).items
      expect(shop?.redundancyTotal).toBe(12)
      expect(shop?.redundancy.map(({ resource, healthy }) => `${resource} ${healthy}`)).toEqual([
        ...['pool-k 1', 'pool-l 2', 'pool-i 1'],
        ...['pool-a 2', 'pool-b 2', 'pool-c 2', 'pool-d 2', 'pool-e 2', 'pool-f 2', 'pool-g 2'],
      ])
    })

    it('should list the first 10 rules that hold an alert, by resource, and count all', async () => {
      const { opsgraph } = await setStage(harness)
      const pools = [...'lkjihgfedcba'].map((letter) => `pool-${letter}`)
      await createTopologyOf(opsgraph, 'shop', pools)
      for (const name of pools) await pool(opsgraph, name, 1)
      const parents = pools.map((parent) => ({ environment: ENVIRONMENT, resource: 'disk', parent: `${parent}-1` }))
      await opsgraph.putRelations(admin, { relations: parents })
      const { id } = await alertOn(opsgraph, 'disk')
      const [shop] = (await opsgraph.readAlertImpact(admin, id)).services
      expect(shop).toMatchObject({ service: 'shop', arrives: 'warning', heldByTotal: 12 })
      const first = pools.toSorted().slice(0, 10)
      expect(shop?.heldBy.map(({ resource }) => resource)).toEqual(first)
    })

    it('should say of simulated failures which rules hold them, and of no others', async () => {
      const { opsgraph } = await setStage(harness)
      await pool(opsgraph, 'database', 2, null)
      await pool(opsgraph, 'cache', 2)
      await createTopologyOf(opsgraph, 'shop', ['database', 'cache'])
      await createTopologyOf(opsgraph, 'bank', ['database'])
      const held = async (...resources: readonly string[]) => {
        const found = await opsgraph.simulateFailures(admin, { environment: ENVIRONMENT, resources })
        return { ...found.held, hurt: found.services.length, unreached: found.unreached.total }
      }
      const state = { environment: ENVIRONMENT, resource: 'database', of: 3, healthy: 2, minHealthy: 2 }
      const spare = { resource: 'database-3', heldBy: [state] }
      expect(await held('database-3')).toEqual({ total: 1, resources: [spare], hurt: 0, unreached: 0 })
      expect(await held('database-3', 'cache-1')).toEqual({ total: 1, resources: [spare], hurt: 1, unreached: 0 })
      expect(await held('database-3', 'database-2')).toEqual({ total: 0, resources: [], hurt: 2, unreached: 0 })
      expect(await held('cache-1', 'lamp')).toEqual({ total: 0, resources: [], hurt: 1, unreached: 1 })
      await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact: { severities: ['minor'] } } })
      expect(await held('database-3')).toMatchObject({ total: 1 })
      await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: { alertImpact: { severities: ['minor'] } } })
      expect(await held('database-3')).toEqual({ total: 0, resources: [], hurt: 0, unreached: 0 })
      // This service draws the resource itself, so no rule absorbs its failure on the way.
      await createTopologyOf(opsgraph, 'archive', ['database-3'])
      await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact: { severities: [] } } })
      expect(await held('database-3')).toEqual({ total: 0, resources: [], hurt: 1, unreached: 0 })
    })

    it('should list the first 50 of many failures that rules hold, and count all', async () => {
      const { opsgraph } = await setStage(harness)
      const names = Array.from({ length: 60 }, (_, at) => `pool-${at}`)
      await createTopologyOf(opsgraph, 'shop', names)
      for (const name of names) await pool(opsgraph, name, 2, null)
      const resources = names.map((name) => `${name}-1`)
      const { held } = await opsgraph.simulateFailures(admin, { environment: ENVIRONMENT, resources })
      expect(held.total).toBe(60)
      expect(held.resources.map(({ resource }) => resource)).toEqual(resources.slice(0, 50))
    })
  })
}

/** Gives a resource three children, and a rule about them. */
async function pool(opsgraph: Opsgraph, name: string, minHealthy: number, degraded?: null): Promise<void> {
  const relations = [1, 2, 3].map((at) => ({ resource: `${name}-${at}`, parent: name }))
  await opsgraph.putRelations(admin, { environment: ENVIRONMENT, relations })
  const body = { minHealthy, ...(degraded === null ? { degraded } : {}) }
  await opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource: name, body })
}
