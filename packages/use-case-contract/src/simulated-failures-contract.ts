import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, draw, ENVIRONMENT, shopOnADisk } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests what simulated failures would hurt (rules.md#simulated-failures). */
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
      expect(unreached).toEqual({ total: 1, resources: ['lamp'] })
      expect((await opsgraph.listAlerts(admin, {})).total).toBe(1)
    })

    it('should hurt nothing in another environment, nor a service that leaves critical alerts out', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['web'])
      const simulated = async (fields: { environment?: string }) =>
        await opsgraph.simulateFailures(admin, { resources: ['web'], ...fields })
      for (const fields of [{}, { environment: '' }, { environment: 'Staging' }]) {
        expect(await simulated(fields)).toEqual({ services: [], unreached: { total: 1, resources: ['web'] } })
      }
      expect((await simulated({ environment: ENVIRONMENT })).services).toHaveLength(1)
      await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact: { severities: ['minor'] } } })
      expect(await simulated({ environment: ENVIRONMENT })).toEqual({
        services: [],
        unreached: { total: 0, resources: [] },
      })
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
    ])('should refuse %j', async (body, message) => {
      const { opsgraph } = await setStage(harness)
      await expect(opsgraph.simulateFailures(admin, body as { resources: string[] })).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(message),
      })
    })
  })
}
