import { type Alert, createOpsgraph, type Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, chain, ENVIRONMENT } from './impact-scene.js'
import { storeCopies } from './receive-alert.js'
import { admin, setStage, tickingClock } from './stage.js'

const RESOURCES = ['disk', 'volume', 'database', 'shop'] as const

/** Tests that a status change of an alert also changes the alerts that it explains (rules.md#explained-alerts). */
export function explainedAlertsContract(harness: StoreHarness): void {
  it('should give its status to what the alert explains, as its impact lists it, and to no other alert', async () => {
    const { opsgraph, alerts, statuses } = await setFullStage()
    const other = await alertOn(opsgraph, 'printer')
    const [disk, volume, database, shop] = alerts
    const changed = await opsgraph.setAlertStatus(admin, {
      ...{ id: volume.id, body: { status: 'ack', text: 'on it', withExplained: true } },
    })
    expect(changed).toMatchObject({ id: volume.id, status: 'ack' })
    expect(changed).toEqual(await opsgraph.readAlertById(admin, volume.id))
    const { explains } = await opsgraph.readAlertImpact(admin, volume.id)
    expect(explains.map(({ alertId }) => alertId).toSorted()).toEqual([database.id, shop.id].toSorted())
    expect(await statuses()).toEqual(['open', 'ack', 'ack', 'ack'])
    expect((await opsgraph.readAlertById(admin, other.id)).status).toBe('open')
    for (const { id } of [database, shop]) {
      const { history } = await opsgraph.readAlertById(admin, id)
      expect(history.at(-1)).toMatchObject({ type: 'status', actor: 'ann', text: 'on it', status: 'ack' })
    }
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { event: ['alert-status-changed'] } })
    expect(items.map(({ resourceId }) => resourceId).toSorted()).toEqual(
      [volume, database, shop].map(({ id }) => id).toSorted(),
    )
    expect((await opsgraph.readAlertById(admin, disk.id)).history).toHaveLength(1)
  })

  it('should change only the alert itself without the switch', async () => {
    const { opsgraph, alerts, statuses } = await setFullStage()
    await opsgraph.setAlertStatus(admin, { id: alerts[0].id, body: { status: 'ack', withExplained: false } })
    await opsgraph.setAlertStatuses(admin, { ids: [alerts[1].id], status: 'ack' })
    expect(await statuses()).toEqual(['ack', 'ack', 'open', 'open'])
  })

  it('should change explained alerts only if they are open, ack or assign; the chosen ones in any case', async () => {
    const { opsgraph, alerts, statuses } = await setFullStage()
    const [disk, volume, database, shop] = alerts
    await opsgraph.setAlertStatus(admin, { id: disk.id, body: { status: 'shelved' } })
    await opsgraph.setAlertStatus(admin, { id: volume.id, body: { status: 'shelved' } })
    await opsgraph.setAlertStatus(admin, { id: database.id, body: { status: 'assign', assignee: 'bob' } })
    await opsgraph.setAlertStatus(admin, { id: shop.id, body: { status: 'unknown' } })
    const extra = []
    for (const status of ['ack', 'blackout', 'closed', 'expired'] as const) {
      const { id } = await alertOn(opsgraph, 'shop', { event: status })
      await opsgraph.setAlertStatus(admin, { id, body: { status } })
      extra.push(id)
    }
    const { ids } = await opsgraph.setAlertStatuses(admin, {
      ...{ ids: [disk.id], status: 'assign', assignee: 'eve', withExplained: true },
    })
    expect(ids.toSorted()).toEqual([disk.id, database.id, extra[0]].toSorted())
    expect(await statuses()).toEqual(['assign', 'shelved', 'assign', 'unknown'])
    expect((await opsgraph.readAlertById(admin, database.id)).assignee).toBe('eve')
    const now = await Promise.all(extra.map(async (id) => (await opsgraph.readAlertById(admin, id as string)).status))
    expect(now).toEqual(['assign', 'blackout', 'closed', 'expired'])
  })

  it('should leave alone what a maintenance window holds', async () => {
    const { opsgraph, alerts, statuses } = await setFullStage(() => new Date(Date.UTC(2026, 0, 1)))
    const clauses = [{ key: 'resource', op: '=', value: 'database' } as const]
    await opsgraph.createMaintenanceWindow(admin, {
      ...{ name: 'Move', startTime: '2025-12-31', endTime: '2026-01-02', filters: { clauses } },
    })
    await opsgraph.applyMaintenance()
    await opsgraph.setAlertStatus(admin, { id: alerts[0].id, body: { status: 'ack', withExplained: true } })
    expect(await statuses()).toEqual(['ack', 'ack', 'blackout', 'ack'])
    const { maintenance } = await opsgraph.readAlertById(admin, alerts[2].id)
    expect(maintenance?.statusBefore).toBe('open')
  })

  it('should count a circle as one alert: its other alerts, and what they explain', async () => {
    const { opsgraph } = await setStage(harness)
    await chain(opsgraph, 'a', 'b', 'a')
    // Only `b` explains the last resource. `a` is too many levels away.
    const far = Array.from({ length: 9 }, (_, at) => `up-${at}`)
    await chain(opsgraph, 'b', ...far, 'end')
    const ids: string[] = []
    for (const resource of ['a', 'b', 'end']) ids.push((await alertOn(opsgraph, resource)).id)
    const [a = '', b = '', end = ''] = ids
    expect((await opsgraph.readAlertImpact(admin, a)).explains).toEqual([])
    const changed = await opsgraph.setAlertStatuses(admin, { ids: [a], status: 'ack', withExplained: true })
    expect(changed.ids.toSorted()).toEqual([a, b, end].toSorted())
  })

  it('should change what all selected alerts explain, each once, and only say so in a dry run', async () => {
    const { opsgraph, alerts, statuses } = await setFullStage()
    const [disk, volume, database, shop] = alerts
    const change = { filters: { resource: ['volume', 'database'] }, status: 'ack', withExplained: true } as const
    const planned = await opsgraph.setAlertStatuses(admin, change, { dryRun: true })
    expect(planned.ids).toEqual([volume.id, database.id, shop.id])
    expect(await statuses()).toEqual(['open', 'open', 'open', 'open'])
    expect(await opsgraph.setAlertStatuses(admin, change)).toEqual(planned)
    expect(await statuses()).toEqual(['open', 'ack', 'ack', 'ack'])
    const { before } = planned
    expect((await opsgraph.undoAlertStatuses(admin, { before, status: 'ack' })).toSorted()).toEqual(
      planned.ids.toSorted(),
    )
    expect(await statuses()).toEqual(['open', 'open', 'open', 'open'])
    await opsgraph.setAlertStatus(admin, { id: disk.id, body: { status: 'closed', withExplained: true } })
    expect(await statuses()).toEqual(['closed', 'closed', 'closed', 'closed'])
    // An alert that is no longer active explains nothing.
    await opsgraph.setAlertStatus(admin, { id: shop.id, body: { status: 'open' } })
    await opsgraph.setAlertStatus(admin, { id: disk.id, body: { status: 'closed', withExplained: true } })
    expect(await statuses()).toEqual(['closed', 'closed', 'closed', 'open'])
  })

  it('should refuse more than 10,000 alerts in all with the number, and change nothing', async () => {
    const { opsgraph, store, calls } = await setStage(harness)
    const { id } = await alertOn(opsgraph, 'disk')
    const hosts = Array.from({ length: 100 }, (_, at) => ({
      ...{ environment: ENVIRONMENT, resource: `host-${at}`, event: 'Slow', severity: 'minor' as const },
      resourceChildren: ['disk'],
    }))
    await opsgraph.receiveAlerts(admin, hosts)
    const slow = await opsgraph.listAlerts(admin, { filters: { event: ['Slow'] }, pageSize: 100 })
    await storeCopies(store, slow.items, 99)
    const message = '10001 alerts with those that they explain, the limit is 10000 alerts'
    const change = { status: 'ack', withExplained: true } as const
    const single = opsgraph.setAlertStatus(admin, { id, body: change })
    await expect(single).rejects.toMatchObject({ kind: 'invalid', message })
    await expect(opsgraph.setAlertStatuses(admin, { ids: [id], ...change })).rejects.toMatchObject({ message })
    expect((await opsgraph.listAlerts(admin, { filters: { status: ['open'] } })).total).toBe(10_001)
    const audited = { filters: { event: ['alert-status-changed'] } }
    expect((await opsgraph.listAuditEntries(admin, audited)).total).toBe(0)
    const [first] = (await opsgraph.listAlerts(admin, { filters: { resource: ['host-0'] } })).items
    await opsgraph.deleteAlert(admin, (first as Alert).id)
    const before = new Map(calls)
    // A dry run, because the change itself is the one of `bulk status`.
    const allowed = await opsgraph.setAlertStatuses(admin, { ids: [id], ...change }, { dryRun: true })
    expect(allowed.ids).toHaveLength(10_000)
    const made = [...calls].map(([name, count]) => count - (before.get(name) ?? 0))
    expect(Math.max(...made)).toBeLessThanOrEqual(20)
  })

  it('should need the scopes of the impact, and know the alert', async () => {
    const { opsgraph, alerts, statuses } = await setFullStage()
    const caller = { ...admin, scopes: ['read:alerts', 'write:alerts', 'read:service_topologies'] as const }
    const body = { status: 'ack', withExplained: true } as const
    const refused = { kind: 'forbidden', message: 'this needs the scope read:service_catalog' }
    await expect(opsgraph.setAlertStatus(caller, { id: alerts[0].id, body })).rejects.toMatchObject(refused)
    await expect(opsgraph.setAlertStatuses(caller, { ids: [alerts[0].id], ...body })).rejects.toMatchObject(refused)
    await expect(opsgraph.setAlertStatus(admin, { id: 'none', body })).rejects.toMatchObject({ kind: 'notFound' })
    const unknown = opsgraph.setAlertStatuses(admin, { ids: [alerts[0].id, 'none'], ...body })
    await expect(unknown).rejects.toMatchObject({ kind: 'notFound', message: 'alerts not found: none' })
    expect(await statuses()).toEqual(['open', 'open', 'open', 'open'])
  })

  it('should change all or none, whatever two servers change at the same time', async () => {
    const { opsgraph, store, alerts } = await setFullStage()
    const other = createOpsgraph({ store, clock: tickingClock() })
    const rounds = Array.from({ length: 12 }, (_, at) => at)
    const changes = rounds.map((at) => {
      const body = { status: 'assign', assignee: `person ${at}`, withExplained: true } as const
      const id = alerts[0].id
      return at % 2 === 0
        ? opsgraph.setAlertStatus(admin, { id, body })
        : other.setAlertStatuses(admin, { filters: { resource: ['volume', 'disk'] }, ...body })
    })
    await Promise.all(changes)
    const all = await Promise.all(alerts.map(({ id }) => opsgraph.readAlertById(admin, id)))
    // Each change is atomic, so all alerts got the same persons in the same order.
    const orders = all.map(({ history }) => history.slice(1).map(({ assignee }) => assignee))
    expect(orders[0]).toHaveLength(12)
    for (const order of orders) expect(order).toEqual(orders[0])
  })

  // Helpers

  async function setFullStage(clock?: () => Date) {
    const { opsgraph, store } = await setStage(harness, undefined, clock)
    await chain(opsgraph, ...RESOURCES)
    const alerts = await alertsOn(opsgraph, RESOURCES)
    const statuses = () => Promise.all(alerts.map(async ({ id }) => (await opsgraph.readAlertById(admin, id)).status))
    return { opsgraph, store, alerts, statuses }
  }
}

type Four<T> = readonly [T, T, T, T]

async function alertsOn(opsgraph: Opsgraph, resources: Four<string>): Promise<Four<Alert>> {
  const alerts: Alert[] = []
  for (const resource of resources) alerts.push(await alertOn(opsgraph, resource))
  return alerts as unknown as Four<Alert>
}
