import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, chain, ENVIRONMENT } from './impact-scene.js'
import { admin, setStage } from './stage.js'

const POOL = { environment: ENVIRONMENT, resource: 'pool' }

/** Tests the states of the children of a resource (rules.md#states-of-children). */
export function childStatesContract(harness: StoreHarness): void {
  describe('the states of children', () => {
    it('should have the worst that arrives from below, the worst child first, and name the alert', async () => {
      const { opsgraph } = await setPool(harness)
      const disk = await alertOn(opsgraph, 'disk')
      await alertOn(opsgraph, 'db-3', { severity: 'minor' })
      await alertOn(opsgraph, 'db-2', { status: 'shelved' })
      const named = { alertId: disk.id, resource: 'disk', severity: 'critical', status: 'open' }
      const found = await opsgraph.listChildStates(admin, { ...POOL, resource: ' pool' })
      expect(found).toMatchObject({ total: 3, page: 1, pages: 1, more: false, redundancy: null })
      expect(found.items).toMatchObject([
        { resource: 'db-1', severity: 'critical', healthy: null, worst: named },
        { resource: 'db-3', severity: 'minor', healthy: null },
        { resource: 'db-2', severity: null, healthy: null, worst: null },
      ])
      await opsgraph.putRedundancyRule(admin, { ...POOL, body: { minHealthy: '50%' } })
      const ruled = await opsgraph.listChildStates(admin, POOL)
      expect(ruled.items.map(({ healthy }) => healthy)).toEqual([false, true, true])
      expect(ruled.redundancy).toEqual({ ...POOL, of: 3, healthy: 2, minHealthy: 2 })
    })

    it('should have what rules further below let pass', async () => {
      const { opsgraph } = await setPool(harness)
      await chain(opsgraph, 'mirror', 'db-1')
      await alertOn(opsgraph, 'disk')
      const rule = { environment: ENVIRONMENT, resource: 'db-1' }
      await opsgraph.putRedundancyRule(admin, { ...rule, body: { minHealthy: 1, degraded: 'warning' } })
      const first = async () => (await opsgraph.listChildStates(admin, POOL)).items[0]
      expect(await first()).toMatchObject({ resource: 'db-1', severity: 'warning', worst: { severity: 'critical' } })
      await opsgraph.putRedundancyRule(admin, { ...rule, body: { minHealthy: 1, degraded: null } })
      expect(await first()).toMatchObject({ resource: 'db-1', severity: null, worst: null })
    })

    it('should have what arrives by the parent that an alert names, without a relation too', async () => {
      const { opsgraph } = await setPool(harness)
      await alertOn(opsgraph, 'probe', { resourceParent: 'db-2' })
      await opsgraph.deleteRelationsOf(admin, { environment: ENVIRONMENT, resource: 'probe' })
      const { items } = await opsgraph.listChildStates(admin, POOL)
      expect(items[0]).toMatchObject({ resource: 'db-2', severity: 'critical', worst: { resource: 'probe' } })
    })

    it('should count alerts in maintenance, and name another alert that is as severe', async () => {
      const { opsgraph } = await setPool(harness)
      const held = await alertOn(opsgraph, 'db-1')
      await opsgraph.createMaintenanceWindow(admin, {
        ...{ name: 'New disks', startTime: '2025-12-31T00:00:00Z', endTime: '2026-01-02T00:00:00Z' },
        filters: { clauses: [{ key: 'resource', op: '=', value: 'db-1' }] },
      })
      await opsgraph.applyMaintenance()
      await opsgraph.putRedundancyRule(admin, { ...POOL, body: { minHealthy: 2 } })
      const first = async () => (await opsgraph.listChildStates(admin, POOL)).items[0]
      const failed = { resource: 'db-1', severity: 'critical', healthy: false }
      expect(await first()).toMatchObject({ ...failed, worst: { alertId: held.id, status: 'blackout' } })
      const disk = await alertOn(opsgraph, 'disk')
      expect(await first()).toMatchObject({ ...failed, worst: { alertId: disk.id, status: 'open' } })
    })

    it('should be listed page by page, and be none for a name that nothing has', async () => {
      const { opsgraph } = await setPool(harness)
      await alertOn(opsgraph, 'db-3')
      const names = async (request: object) => {
        const { items } = await opsgraph.listChildStates(admin, { ...POOL, ...request })
        return items.map(({ resource }) => resource)
      }
      expect(await names({ pageSize: 2 })).toEqual(['db-3', 'db-1'])
      expect(await names({ pageSize: 2, page: 2 })).toEqual(['db-2'])
      expect(await names({ environment: 'Staging' })).toEqual([])
      expect(await names({ resource: 'none' })).toEqual([])
      await expect(names({ pageSize: 0 })).rejects.toMatchObject({ kind: 'invalid' })
    })
  })
}

// Helpers

/** Stores the relations disk → db-1 → pool, db-2 → pool and db-3 → pool. */
async function setPool(harness: StoreHarness) {
  const stage = await setStage(harness)
  await chain(stage.opsgraph, 'disk', 'db-1', 'pool')
  for (const resource of ['db-2', 'db-3']) await chain(stage.opsgraph, resource, 'pool')
  return stage
}
