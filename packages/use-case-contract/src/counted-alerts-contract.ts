import type { Opsgraph } from '@opsgraph/core'
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
    const alertImpact = { severities: SEVERITIES.slice(0, 2) }
    await opsgraph.putCatalogService(admin, { serviceId: 'payments', body: { alertImpact } })
    await receiveEachStatus(opsgraph)
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

  it('should name the services and owners of its filters that choose no service', async () => {
    const { opsgraph } = await setStage(harness)
    await shopOnADisk(opsgraph)
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { owner: 'Team Shop' } })
    const unknownOf = async (request: object) => (await opsgraph.listAlerts(admin, request)).unknown
    const nothing = { services: [], owners: [], otherOwner: [], near: [] }
    expect(await unknownOf({ hurts: ['shop', ' shpo ', 'nope', 'nope'] })).toEqual({
      ...nothing,
      services: ['shpo', 'nope'],
      near: [{ name: 'shpo', near: 'shop' }],
    })
    expect(await unknownOf({ hurts: ['shop'] })).toBeUndefined()
    expect(await unknownOf({ unreached: true })).toBeUndefined()
    const impact = async (filters: object) => {
      const { unknown, total } = await opsgraph.readImpact(admin, { filters })
      return [total, unknown]
    }
    expect(await impact({ service: ['nope', 'shop'] })).toEqual([1, { ...nothing, services: ['nope'] }])
    expect(await impact({ owner: ['Nobody', 'Team Shop'] })).toEqual([1, { ...nothing, owners: ['Nobody'] }])
    expect(await impact({ service: ['search'], owner: ['Team Shop'] })).toEqual([
      0,
      { ...nothing, otherOwner: ['search'] },
    ])
    expect(await impact({ service: ['shop'], owner: ['Team Shop', ''] })).toEqual([1, undefined])
  })

  it('should list exactly the alerts that reach no service', async () => {
    const { opsgraph } = await setStage(harness)
    await shopOnADisk(opsgraph)
    await alertOn(opsgraph, 'disk')
    const { id: first } = await alertOn(opsgraph, 'lamp', { severity: 'minor' })
    const { id: worse } = await alertOn(opsgraph, 'lift', { severity: 'critical' })
    const { id: closed } = await alertOn(opsgraph, 'lock')
    await opsgraph.setAlertStatus(admin, { id: closed, body: { status: 'closed' } })
    const list = async (request: object) => {
      const { items, total } = await opsgraph.listAlerts(admin, request)
      return [total, ...items.map((alert) => alert.id)]
    }
    expect(await list({ unreached: true })).toEqual([2, first, worse])
    expect(await list({ unreached: true, sortBy: 'severity', pageSize: 1 })).toEqual([2, worse])
    expect(await list({ unreached: true, filters: { severity: ['minor'] } })).toEqual([1, first])
    expect(await list({ unreached: true, hurts: ['shop'] })).toEqual([0])
    expect((await list({ unreached: false }))[0]).toBe(4)
    const { unreached } = await opsgraph.readImpact(admin)
    expect(unreached).toMatchObject({ total: 2, alertIds: [first, worse] })
    const change = { filters: { unreached: true }, status: 'ack' } as const
    expect((await opsgraph.setAlertStatuses(admin, change)).ids).toEqual([first, worse])
    const caller = { ...admin, scopes: ['read:alerts', 'write:alerts'] as const }
    await expect(opsgraph.listAlerts(caller, { unreached: true })).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(opsgraph.setAlertStatuses(caller, change)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('should list exactly the alerts that a maintenance window holds, of all services and of one', async () => {
    const { opsgraph } = await setStage(harness)
    await shopOnADisk(opsgraph)
    const times = { startTime: '2000-01-01T00:00:00Z', endTime: '2099-01-01T00:00:00Z' }
    for (const name of ['disk', 'index', 'lamp']) {
      const filters = { clauses: [{ key: 'resource', op: '=' as const, value: name }] }
      await opsgraph.createMaintenanceWindow(admin, { name, ...times, filters })
    }
    for (const resource of ['disk', 'index', 'lamp', 'database']) await alertOn(opsgraph, resource)
    await alertOn(opsgraph, 'disk', { event: 'also', status: 'ack' })
    const total = async (request: object) => (await opsgraph.listAlerts(admin, request)).total
    const { items, windows } = await opsgraph.readImpact(admin)
    expect(windows.map(({ name, count }) => [name, count])).toEqual([
      ['disk', 2],
      ['index', 1],
      ['lamp', 1],
    ])
    for (const { id, count } of windows) expect(await total({ filters: { window: [id] } })).toBe(count)
    for (const { service, windows: held } of items) {
      for (const { id, count } of held) expect(await total({ hurts: [service], filters: { window: [id] } })).toBe(count)
    }
    const [first, second] = windows.map(({ id }) => id) as [string, string]
    expect(await total({ filters: { window: [first, second] } })).toBe(3)
    expect(await total({ filters: { window: [first], status: ['open'] } })).toBe(0)
    expect(await total({ filters: { window: [''] } })).toBe(0)
    const [{ id = '' } = {}] = (await opsgraph.listAlerts(admin, { filters: { window: [first] } })).items
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    expect(await total({ filters: { window: [first] } })).toBe(1)
    const change = { filters: { window: first }, status: 'closed' } as const
    expect((await opsgraph.setAlertStatuses(admin, change)).ids).toHaveLength(1)
    expect(await total({ filters: { window: [first] } })).toBe(0)
  })

  it('should select the alerts of a change', async () => {
    const { opsgraph } = await setStage(harness)
    await shopOnADisk(opsgraph)
    const { id } = await alertOn(opsgraph, 'disk')
    await alertOn(opsgraph, 'index')
    const change = { filters: { hurts: 'payments' }, status: 'ack' } as const
    expect((await opsgraph.setAlertStatuses(admin, change)).ids).toEqual([id])
    const none = { filters: { hurts: ['nothing'] }, status: 'closed' } as const
    expect((await opsgraph.setAlertStatuses(admin, none)).ids).toEqual([])
    const caller = { ...admin, scopes: ['write:alerts'] as const }
    await expect(opsgraph.setAlertStatuses(caller, change)).rejects.toMatchObject({ kind: 'forbidden' })
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

// Helpers

/**
 * Receives alerts of every status about several resources. Alerts about `elsewhere` name services that have nothing
 * else.
 */
async function receiveEachStatus(opsgraph: Opsgraph): Promise<void> {
  for (const [index, status] of ALERT_STATUSES.entries()) {
    for (const [at, resource] of ['disk', 'database', 'checkout', 'index', 'elsewhere'].entries()) {
      const severity = SEVERITIES[(index + at) % 4] ?? 'major'
      const service = resource === 'elsewhere' ? [`named-${index % 2}`] : []
      const { id } = await alertOn(opsgraph, resource, { event: status, severity, service })
      await opsgraph.setAlertStatus(admin, { id, body: { status } })
    }
  }
}
