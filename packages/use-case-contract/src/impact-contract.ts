import type { Alert, Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, chain, createTopologyOf, ENVIRONMENT } from './impact-scene.js'
import { admin, setStage } from './stage.js'
import { entry, environment, load, resource, tree } from './tree-samples.js'

const HOUR = 3_600_000

/** Tests which services alerts affect, and how much (rules.md#reach, rules.md#impact-on-services). */
export function impactContract(harness: StoreHarness): void {
  describe('services', () => {
    it('should be hurt by an alert whose resource they draw, although the alert names another service', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['san-7'])
      await createTopologyOf(opsgraph, 'bank', ['vault', 'san-7'], [['vault', 'san-7']])
      await createTopologyOf(opsgraph, 'mail', ['queue'])
      const { id, activeSince } = await alertOn(opsgraph, 'san-7', { service: ['storage'] })
      const { items, unreached } = await opsgraph.readImpact(admin)
      expect(items.map(({ service, severity }) => [service, severity])).toEqual([
        ['bank', 'critical'],
        ['shop', 'critical'],
        ['storage', 'critical'],
        ['mail', null],
      ])
      expect(items[1]).toEqual({
        ...{ service: 'shop', name: 'shop', owner: '', runbook: '', topologyId: expect.any(String) },
        ...{ severity: 'critical', acknowledged: false, counts: { critical: 1 } },
        ...{ acknowledgedCount: 0, silencedCount: 0, since: activeSince, causesTotal: 1, windows: [] },
        ...{ heldCount: 0, redundancy: [], redundancyTotal: 0 },
        worst: {
          ...{ alertId: id, environment: ENVIRONMENT, resource: 'san-7', event: 'Down', severity: 'critical' },
          ...{ status: 'open', since: activeSince },
        },
        causes: [
          {
            ...{ alertId: id, environment: ENVIRONMENT, resource: 'san-7', event: 'Down', severity: 'critical' },
            ...{ status: 'open', since: activeSince, arrives: 'critical', explains: 0 },
            ...{ nodeId: 'shop/san-7', path: ['san-7'] },
          },
        ],
      })
      expect(items[2]).toMatchObject({ topologyId: null, causes: [{ nodeId: null, path: ['san-7'] }] })
      expect(unreached).toEqual({ total: 0, alertIds: [], reasons: [] })
    })

    it('should include those with a catalog entry alone, and apply the impact filters of the catalog', async () => {
      const { opsgraph } = await setStage(harness)
      for (const service of ['shop', 'bank']) await createTopologyOf(opsgraph, service, ['db'])
      await alertOn(opsgraph, 'db', { event: 'Slow', severity: 'minor' })
      await alertOn(opsgraph, 'db')
      const put = (serviceId: string, body: object) => opsgraph.putCatalogService(admin, { serviceId, body })
      await put('bank', { name: 'The bank', alertImpact: { severities: ['minor'] } })
      await put('mail', { name: 'Mail' })
      const { items } = await opsgraph.readImpact(admin)
      expect(
        items.map(({ service, name, topologyId, counts }) => [service, name, topologyId === null, counts]),
      ).toEqual([
        ['shop', 'shop', false, { critical: 1, minor: 1 }],
        ['bank', 'The bank', false, { minor: 1 }],
        ['mail', 'Mail', true, {}],
      ])
      // The critical alert does not count for the bank. It is still the root cause, because it explains the minor
      // alert, which counts.
      expect(items[1]?.causes).toMatchObject([{ severity: 'critical', explains: 1 }])
    })

    it('should apply the impact filters of the catalog to the alert itself, not to what arrives of it', async () => {
      const { opsgraph } = await setStage(harness)
      for (const service of ['shop', 'bank']) await createTopologyOf(opsgraph, service, ['db'])
      for (const replica of ['db-1', 'db-2']) await chain(opsgraph, replica, 'db')
      const rule = { resource: 'db', environment: ENVIRONMENT, body: { minHealthy: 1 } }
      await opsgraph.putRedundancyRule(admin, rule)
      for (const [serviceId, severity] of [['shop', 'critical'] as const, ['bank', 'warning'] as const]) {
        await opsgraph.putCatalogService(admin, { serviceId, body: { alertImpact: { severities: [severity] } } })
      }
      await alertOn(opsgraph, 'db-1', { severity: 'critical' })
      const { items } = await opsgraph.readImpact(admin)
      expect(items.map(({ service, counts }) => [service, counts])).toEqual([
        ['shop', { warning: 1 }],
        ['bank', {}],
      ])
    })

    it('should count acknowledged and silenced alerts apart', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web', 'db'])
      const shop = async () => (await opsgraph.readImpact(admin)).items[0]
      await alertOn(opsgraph, 'db', { severity: 'security', status: 'shelved' })
      expect(await shop()).toMatchObject({ severity: null, silencedCount: 1, since: null, causes: [], causesTotal: 0 })
      const first = await alertOn(opsgraph, 'web', { event: 'Slow', severity: 'major', status: 'ack' })
      expect(await shop()).toMatchObject({
        ...{ severity: 'major', acknowledged: true, counts: {}, acknowledgedCount: 1, silencedCount: 1 },
        since: first.activeSince,
      })
      const second = await alertOn(opsgraph, 'web', { event: 'Late', severity: 'minor' })
      expect(await shop()).toMatchObject({
        ...{ severity: 'minor', acknowledged: false, counts: { minor: 1 }, acknowledgedCount: 1 },
        since: first.activeSince,
      })
      await opsgraph.setAlertStatus(admin, { id: first.id, body: { status: 'closed' } })
      expect(await shop()).toMatchObject({ acknowledgedCount: 0, since: second.activeSince })
      await opsgraph.setAlertStatus(admin, { id: second.id, body: { status: 'closed' } })
      expect(await shop()).toMatchObject({ severity: null, counts: {}, since: null })
    })

    it('should name their worst open alert, the newest of equally bad ones, even if another alert explains it', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web', 'db'])
      await chain(opsgraph, 'disk', 'db')
      const worst = async () => (await opsgraph.readImpact(admin)).items[0]?.worst
      expect(await worst()).toBe(null)
      const acknowledged = await alertOn(opsgraph, 'web', { severity: 'security', status: 'ack' })
      expect(await worst()).toMatchObject({ alertId: acknowledged.id, severity: 'security', status: 'ack' })
      await alertOn(opsgraph, 'disk')
      const first = await alertOn(opsgraph, 'db')
      expect(await worst()).toMatchObject({ alertId: first.id, severity: 'critical', status: 'open' })
      await alertOn(opsgraph, 'web', { event: 'Slow', severity: 'major' })
      expect(await worst()).toMatchObject({ alertId: first.id })
      const second = await alertOn(opsgraph, 'db', { event: 'Errors' })
      expect(await worst()).toMatchObject({ alertId: second.id, since: second.activeSince })
      expect((await opsgraph.readImpact(admin)).items[0]?.causes.map(({ resource }) => resource)).not.toContain('db')
    })

    it('should say which maintenance windows hold how many of their alerts, and until when', async () => {
      const stage = await setStage(harness)
      const { opsgraph } = stage
      await createTopologyOf(opsgraph, 'shop', ['web', 'db'])
      await createTopologyOf(opsgraph, 'bank', ['db'])
      await createTopologyOf(opsgraph, 'mail', ['mx'])
      for (const [resource, event] of [
        ['web', 'Slow'],
        ['web', 'Down'],
        ['db', 'Down'],
      ] as const)
        await alertOn(opsgraph, resource, { event })
      await alertOn(opsgraph, 'mx', { status: 'shelved' })
      const now = Date.parse((await alertOn(opsgraph, 'lamp')).createTime)
      const hold = async (name: string, resource: string, hours: number) =>
        await opsgraph.createMaintenanceWindow(admin, {
          ...{ name, filters: { clauses: [{ key: 'resource', op: '=', value: resource }] } },
          ...{ startTime: new Date(now - 1_000).toISOString(), endTime: new Date(now + hours * HOUR).toISOString() },
        })
      const [web, db] = [await hold('New web', 'web', 1), await hold('New database', 'db', 2)]
      const dark = await hold('Dark', 'lamp', 3)
      await opsgraph.applyMaintenance()
      const read = async () => await opsgraph.readImpact(admin)
      const listed = ({ id, name, endTime }: typeof web, count: number) => ({ id, name, until: endTime, count })
      const windowsOf = async (wanted: string) =>
        (await read()).items.find(({ service }) => service === wanted)?.windows
      expect(await windowsOf('shop')).toEqual([listed(web, 2), listed(db, 1)])
      expect(await windowsOf('bank')).toEqual([listed(db, 1)])
      expect(await windowsOf('mail')).toEqual([])
      expect((await read()).silencedCount).toBe(5)
      expect((await read()).windows).toEqual([listed(web, 2), listed(dark, 1), listed(db, 1)])
      // Only the window changes. The alerts that it silences stay as they are.
      const later = new Date(now + 5 * HOUR).toISOString()
      await opsgraph.updateMaintenanceWindow(admin, { id: db.id, body: { endTime: later } })
      expect(await windowsOf('bank')).toEqual([{ ...listed(db, 1), until: later }])
      await opsgraph.deleteMaintenanceWindow(admin, db.id)
      expect(await windowsOf('bank')).toEqual([{ ...listed(db, 1), until: null }])
      await opsgraph.applyMaintenance()
      expect(await windowsOf('bank')).toEqual([])
    })

    it('should list at most 10 of the windows that hold their alerts', async () => {
      const { opsgraph } = await setStage(harness)
      const startTime = '2020-01-01T00:00:00Z'
      for (let at = 0; at < 11; at++) {
        const filters = { clauses: [{ key: 'resource', op: '=' as const, value: `host ${at}` }] }
        await opsgraph.createMaintenanceWindow(admin, {
          name: `w${at}`,
          filters,
          startTime,
          endTime: '2090-01-01T00:00:00Z',
        })
        if (at === 10) expect(await opsgraph.readImpact(admin)).not.toHaveProperty('windowsMore')
        await alertOn(opsgraph, `host ${at}`, { service: ['shop'] })
      }
      const { items, windows, windowsMore } = await opsgraph.readImpact(admin)
      expect([items[0]?.windows.length, items[0]?.windowsMore, windows.length, windowsMore]).toEqual([
        10,
        true,
        10,
        true,
      ])
    })

    it('should be filtered, paged and sorted, the most hurt first', async () => {
      const { opsgraph } = await setStage(harness)
      for (const service of ['a-calm', 'b-minor', 'c-acknowledged', 'd-newer', 'e-older']) {
        await createTopologyOf(opsgraph, service, [`host ${service}`])
      }
      await alertOn(opsgraph, 'host e-older')
      await alertOn(opsgraph, 'host d-newer')
      await alertOn(opsgraph, 'host c-acknowledged', { status: 'ack' })
      await alertOn(opsgraph, 'host b-minor', { severity: 'minor' })
      const listed = async (request: Parameters<Opsgraph['readImpact']>[1]) =>
        (await opsgraph.readImpact(admin, request)).items.map(({ service }) => service)
      const all = ['e-older', 'd-newer', 'c-acknowledged', 'b-minor', 'a-calm']
      expect(await listed({})).toEqual(all)
      expect(await listed({ healthy: false })).toEqual(all.slice(0, 4))
      expect(await listed({ filters: { severity: ['minor'] } })).toEqual(['b-minor'])
      expect(await listed({ filters: { severity: ['minor', 'critical'] } })).toEqual(all.slice(0, 4))
      expect(await listed({ filters: { service: [' a-calm ', 'd-newer'] } })).toEqual(['d-newer', 'a-calm'])
      expect(await listed({ filters: { q: ['CALM'] } })).toEqual(['a-calm'])
      const second = await opsgraph.readImpact(admin, { page: 2, pageSize: 2 })
      expect(second).toMatchObject({ total: 5, page: 2, pages: 3, more: true })
      expect(second.items.map(({ service }) => service)).toEqual(all.slice(2, 4))
      await expect(opsgraph.readImpact(admin, { pageSize: 0 })).rejects.toMatchObject({ kind: 'invalid' })
    })

    it('should include services that only alerts name; alerts that reach none are counted as unreached', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web'])
      await alertOn(opsgraph, 'printer', { service: ['office'] })
      const lost: Alert[] = []
      for (let at = 0; at < 52; at++) lost.push(await alertOn(opsgraph, `lamp ${at}`, { severity: 'minor' }))
      await alertOn(opsgraph, 'lamp 0', { severity: 'normal' })
      const { items, unreached } = await opsgraph.readImpact(admin)
      expect(items.map(({ service, topologyId }) => [service, topologyId !== null])).toEqual([
        ['office', false],
        ['shop', true],
      ])
      expect(unreached).toMatchObject({ total: 51, alertIds: lost.slice(1, 51).map(({ id }) => id) })
    })

    it('should be hurt through the first of several topologies of an earlier release', async () => {
      const { opsgraph } = await setStage(harness)
      const treeOf = (name: string) => tree('Shop', environment(ENVIRONMENT, resource(name)))
      await load(opsgraph, entry({ tree: treeOf('web') }), entry({ id: 't2', name: 'Other', tree: treeOf('db') }))
      const { id } = await opsgraph.readTopologyBy(admin, 'service_name', 'shop')
      const shown = { t1: 'web', t2: 'db' }[id] ?? ''
      const hidden = shown === 'web' ? 'db' : 'web'
      const lost = await alertOn(opsgraph, hidden)
      expect(await opsgraph.readImpact(admin)).toMatchObject({
        items: [{ service: 'shop', topologyId: id, severity: null }],
        unreached: { alertIds: [lost.id] },
      })
      await alertOn(opsgraph, shown)
      expect(await opsgraph.readImpact(admin)).toMatchObject({
        items: [{ service: 'shop', topologyId: id, severity: 'critical', causes: [{ path: [shown] }] }],
        unreached: { total: 1 },
      })
    })

    it('should follow topologies that are changed and deleted', async () => {
      const { opsgraph } = await setStage(harness)
      const { id } = await createTopologyOf(opsgraph, 'shop', ['web'])
      await alertOn(opsgraph, 'db')
      const reached = async () => (await opsgraph.readImpact(admin)).items.map(({ severity }) => severity)
      expect(await reached()).toEqual([null])
      const { nodes, edges } = await opsgraph.readTopologyBy(admin, 'id', id)
      const added = { id: 'db', kind: 'resource', label: 'db' } as const
      await opsgraph.saveTopology(admin, {
        id,
        body: { nodes: [...nodes, added], edges: [...edges, { source: 'shop/web', target: 'db' }] },
      })
      expect(await reached()).toEqual(['critical'])
      await opsgraph.deleteTopology(admin, id)
      expect(await reached()).toEqual([])
    })
  })
}
