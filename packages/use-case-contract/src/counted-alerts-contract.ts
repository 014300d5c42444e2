import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, shopOnADisk } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests that a list of alerts can show exactly the alerts that a service counts (rules.md#alert-filters-7). */
export function countedAlertsContract(harness: StoreHarness): void {
  it('should list exactly the alerts that the impact counts, for every service, severity and status', async () => {
    const { opsgraph } = await setStage(harness)
    await shopOnADisk(opsgraph)
    const alertImpact = { severities: [SEVERITIES[0] as string, SEVERITIES[1] as string] }
    await opsgraph.putCatalogService(admin, { serviceId: 'payments', body: { alertImpact } })
    for (const [index, status] of ALERT_STATUSES.entries()) {
      for (const [at, resource] of ['disk', 'database', 'checkout', 'index', 'elsewhere'].entries()) {
        const severity = SEVERITIES[(index + at) % 4] ?? 'major'
        const service = resource === 'elsewhere' ? [`named-${index % 2}`] : []
        const { id } = await alertOn(opsgraph, resource, { event: status, severity, service })
        await opsgraph.setAlertStatus(admin, { id, status })
      }
    }
    const { items } = await opsgraph.readImpact(admin)
    expect(items.filter(({ severity }) => severity !== null).length).toBeGreaterThanOrEqual(5)
    const total = async (service: string, filters: object) =>
      (await opsgraph.listAlerts(admin, { hurts: [service], filters })).total
    for (const { service, counts, acknowledgedCount, silencedCount } of items) {
      const open = { status: ['open', 'unknown'] }
      for (const severity of SEVERITIES) {
        expect(await total(service, { ...open, severity: [severity] })).toBe(counts[severity] ?? 0)
      }
      expect(await total(service, { status: ['ack', 'assign'] })).toBe(acknowledgedCount)
      expect(await total(service, { status: ['shelved', 'blackout'] })).toBe(silencedCount)
      const all = Object.values(counts).reduce((sum, count) => sum + count, acknowledgedCount + silencedCount)
      expect(await total(service, {})).toBe(all)
    }
  })

  it('should combine the filter with other filters, with pages and with an order', async () => {
    const { opsgraph } = await setStage(harness)
    await shopOnADisk(opsgraph)
    const { id } = await alertOn(opsgraph, 'disk', { severity: 'warning' })
    const { id: worse } = await alertOn(opsgraph, 'database')
    const { id: other } = await alertOn(opsgraph, 'index')
    const list = async (request: object) => {
      const { items, total } = await opsgraph.listAlerts(admin, request)
      return [total, ...items.map((alert) => alert.id)]
    }
    expect(await list({ hurts: [' payments '], sortBy: 'severity' })).toEqual([2, worse, id])
    expect(await list({ hurts: ['shop'], sortBy: '-severity', page: 2, pageSize: 1 })).toEqual([2, worse])
    expect(await list({ hurts: ['shop', 'search'] })).toEqual([3, id, worse, other])
    expect(await list({ hurts: ['shop'], filters: { id: [id, other] } })).toEqual([1, id])
    expect(await list({ hurts: ['stranger'] })).toEqual([0])
    expect(await list({ hurts: [] })).toEqual([0])
  })

  it('should need the scopes of the impact, but only with this filter', async () => {
    const { opsgraph } = await setStage(harness)
    const caller = { ...admin, scopes: ['read:alerts', 'read:service_topologies'] as const }
    expect((await opsgraph.listAlerts(caller, {})).total).toBe(0)
    await expect(opsgraph.listAlerts(caller, { hurts: ['shop'] })).rejects.toMatchObject({
      ...{ kind: 'forbidden', message: expect.stringContaining('read:service_catalog') },
    })
  })
}
