import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, chain, shopOnADisk } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests the impact of one alert (rules.md#impact-of-an-alert). */
export function alertImpactContract(harness: StoreHarness): void {
  describe('the impact of an alert', () => {
    it('should be the services with paths, the alerts that explain it, and those that it explains', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      const [disk, container, checkout] = [
        await alertOn(opsgraph, 'disk'),
        await alertOn(opsgraph, 'container', { severity: 'major', service: ['runtime'] }),
        await alertOn(opsgraph, 'checkout', { severity: 'minor' }),
      ]
      await alertOn(opsgraph, 'cache')
      await opsgraph.putCatalogService(admin, {
        serviceId: 'payments',
        body: { name: 'Payments', alertImpact: { severities: ['critical'] } },
      })
      const found = await opsgraph.readAlertImpact(admin, container.id)
      const whole = { arrives: 'major', heldBy: [], heldByTotal: 0 }
      expect(found.services).toEqual([
        {
          ...{ service: 'payments', name: 'Payments', topologyId: expect.any(String), counts: false, ...whole },
          ...{ nodeId: 'payments/checkout', path: ['container', 'database', 'checkout'] },
        },
        {
          service: 'runtime',
          name: 'runtime',
          topologyId: null,
          counts: true,
          ...whole,
          nodeId: null,
          path: ['container'],
        },
        {
          ...{ service: 'shop', name: 'shop', topologyId: expect.any(String), counts: true, ...whole },
          ...{ nodeId: 'shop/database', path: ['container', 'database'] },
        },
      ])
      expect(found.explainedBy.map(({ alertId }) => alertId)).toEqual([disk.id])
      expect(found.explains.map(({ alertId }) => alertId)).toEqual([checkout.id])
      expect(found.circle).toEqual([])
    })

    it('should name the other alerts of its circle, and be empty once the alert is closed', async () => {
      const { opsgraph } = await setStage(harness)
      await chain(opsgraph, 'a', 'b', 'a')
      const a = await alertOn(opsgraph, 'a', { service: ['shop'] })
      const b = await alertOn(opsgraph, 'b')
      const around = await opsgraph.readAlertImpact(admin, a.id)
      expect(around).toMatchObject({ explainedBy: [], explains: [], circle: [{ alertId: b.id }] })
      await opsgraph.setAlertStatus(admin, { id: a.id, body: { status: 'closed' } })
      const nothing = { services: [], explainedBy: [], explains: [], circle: [] }
      expect(await opsgraph.readAlertImpact(admin, a.id)).toEqual(nothing)
      await expect(opsgraph.readAlertImpact(admin, 'none')).rejects.toMatchObject({ kind: 'notFound' })
    })
  })
}
