import type { Alert, Caller, Opsgraph, Scope } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, causesOf, chain, draw, ENVIRONMENT, shopOnADisk } from './impact-scene.js'
import { admin, setStage } from './stage.js'
import { entry, environment, load, resource, tree } from './tree-samples.js'

/** Tests the impact of alerts on services, and the root causes of this impact (rules.md#impact). */
export function impactContract(harness: StoreHarness): void {
  describe('services', () => {
    it('should be hurt by an alert whose resource they draw, although the alert names another service', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['san-7'])
      await draw(opsgraph, 'bank', ['vault', 'san-7'], [['vault', 'san-7']])
      await draw(opsgraph, 'mail', ['queue'])
      const { id, activeSince } = await alertOn(opsgraph, 'san-7', { service: ['storage'] })
      const { items, unreached } = await opsgraph.readImpact(admin)
      expect(items.map(({ service, severity }) => [service, severity])).toEqual([
        ['bank', 'critical'],
        ['shop', 'critical'],
        ['storage', 'critical'],
        ['mail', null],
      ])
      expect(items[1]).toEqual({
        ...{ service: 'shop', name: 'shop', topologyId: expect.any(String) },
        ...{ severity: 'critical', acknowledged: false, counts: { critical: 1 } },
        ...{ acknowledgedCount: 0, silencedCount: 0, since: activeSince, causesTotal: 1 },
        causes: [
          {
            ...{ alertId: id, environment: ENVIRONMENT, resource: 'san-7', event: 'Down', severity: 'critical' },
            ...{ status: 'open', since: activeSince, explains: 0, nodeId: 'shop/san-7', path: ['san-7'] },
          },
        ],
      })
      expect(items[2]).toMatchObject({ topologyId: null, causes: [{ nodeId: null, path: ['san-7'] }] })
      expect(unreached).toEqual({ total: 0, alertIds: [] })
    })

    it('should include those with a catalog entry alone, and apply the impact filters of the catalog', async () => {
      const { opsgraph } = await setStage(harness)
      for (const service of ['shop', 'bank']) await draw(opsgraph, service, ['db'])
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

    it('should count acknowledged and silenced alerts apart', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['web', 'db'])
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
      await opsgraph.setAlertStatus(admin, { id: first.id, status: 'closed' })
      expect(await shop()).toMatchObject({ acknowledgedCount: 0, since: second.activeSince })
      await opsgraph.setAlertStatus(admin, { id: second.id, status: 'closed' })
      expect(await shop()).toMatchObject({ severity: null, counts: {}, since: null })
    })

    it('should be filtered, paged and sorted, the most hurt first', async () => {
      const { opsgraph } = await setStage(harness)
      for (const service of ['a-calm', 'b-minor', 'c-acknowledged', 'd-newer', 'e-older']) {
        await draw(opsgraph, service, [`host ${service}`])
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
      await draw(opsgraph, 'shop', ['web'])
      await alertOn(opsgraph, 'printer', { service: ['office'] })
      const lost: Alert[] = []
      for (let at = 0; at < 52; at++) lost.push(await alertOn(opsgraph, `lamp ${at}`, { severity: 'minor' }))
      await alertOn(opsgraph, 'lamp 0', { severity: 'normal' })
      const { items, unreached } = await opsgraph.readImpact(admin)
      expect(items.map(({ service, topologyId }) => [service, topologyId !== null])).toEqual([
        ['office', false],
        ['shop', true],
      ])
      expect(unreached).toEqual({ total: 51, alertIds: lost.slice(1, 51).map(({ id }) => id) })
    })

    it('should be hurt through the first of several topologies of an earlier release', async () => {
      const { opsgraph } = await setStage(harness)
      const drawing = (name: string) => tree('Shop', environment(ENVIRONMENT, resource(name)))
      await load(opsgraph, entry({ tree: drawing('web') }), entry({ id: 't2', name: 'Other', tree: drawing('db') }))
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
      const { id } = await draw(opsgraph, 'shop', ['web'])
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

  describe('root causes', () => {
    it('should be the failing disk alone, with the path from the disk to each service', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      for (const name of ['checkout', 'database', 'container', 'volume']) {
        await alertOn(opsgraph, name, { event: 'Errors', severity: 'major' })
      }
      await alertOn(opsgraph, 'disk', { event: 'DiskFailing', severity: 'warning' })
      const { items } = await opsgraph.readImpact(admin, { healthy: false })
      expect(items.map(({ service, causes }) => [service, causes])).toMatchObject([
        [
          'payments',
          [
            {
              ...{ resource: 'disk', event: 'DiskFailing', explains: 4, nodeId: 'payments/checkout' },
              path: ['disk', 'volume', 'container', 'database', 'checkout'],
            },
          ],
        ],
        ['shop', [{ resource: 'disk', nodeId: 'shop/database', path: ['disk', 'volume', 'container', 'database'] }]],
      ])
      for (const { causes, causesTotal } of items) expect([causes.length, causesTotal]).toEqual([1, 1])
    })

    it('should stay two if they are independent, and each alert without an explanation is its own', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'disk')
      await alertOn(opsgraph, 'database', { severity: 'major' })
      await alertOn(opsgraph, 'cache', { severity: 'informational' })
      expect(await causesOf(opsgraph, 'shop')).toMatchObject([
        { resource: 'disk', explains: 1 },
        { resource: 'cache', explains: 0, nodeId: 'shop/cache', path: ['cache'] },
      ])
    })

    it('should name a circle once, by its worst alert, with the other alerts of the circle', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['web'])
      await chain(opsgraph, 'a', 'b', 'c', 'a')
      await chain(opsgraph, 'c', 'web')
      for (const name of ['web', 'a', 'c']) await alertOn(opsgraph, name, { severity: 'major' })
      await alertOn(opsgraph, 'b')
      const causes = await causesOf(opsgraph, 'shop')
      expect(causes).toMatchObject([
        {
          ...{ resource: 'b', explains: 1, path: ['b', 'c', 'web'] },
          alerts: [{ resource: 'a' }, { resource: 'c' }],
        },
      ])
    })

    it('should name no circle if a way up ends before it leads around', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['r8'])
      const names = Array.from({ length: 24 }, (_, index) => `r${index}`)
      await chain(opsgraph, ...names, 'r0')
      for (const name of ['r0', 'r8']) await alertOn(opsgraph, name)
      const [cause, ...others] = await causesOf(opsgraph, 'shop')
      expect([cause, others]).toMatchObject([{ resource: 'r0', explains: 1 }, []])
      expect(cause).not.toHaveProperty('alerts')
      // With this alert on the circle, at most 8 levels lie between an alert and the next one above it.
      await alertOn(opsgraph, 'r16', { severity: 'major' })
      expect(await causesOf(opsgraph, 'shop')).toMatchObject([
        { resource: 'r0', alerts: [{ resource: 'r8' }, { resource: 'r16' }] },
      ])
    })

    it('should put open causes before acknowledged ones, and then those first that explain most', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['web', 'db', 'cache'])
      await chain(opsgraph, 'switch', 'web')
      await chain(opsgraph, 'switch', 'db')
      await alertOn(opsgraph, 'switch', { status: 'ack' })
      await alertOn(opsgraph, 'web', { severity: 'minor' })
      await alertOn(opsgraph, 'db', { severity: 'minor' })
      await alertOn(opsgraph, 'cache', { severity: 'warning' })
      await alertOn(opsgraph, 'cache', { event: 'Slow', severity: 'warning' })
      await alertOn(opsgraph, 'other', { service: ['shop'] })
      expect((await causesOf(opsgraph, 'shop')).map(({ resource, explains }) => [resource, explains])).toEqual([
        ['cache', 1],
        ['other', 0],
        ['switch', 2],
      ])
    })

    it('should be silenced alerts too if they explain an alert that counts', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['web'])
      await chain(opsgraph, 'disk', 'web')
      await alertOn(opsgraph, 'disk', { status: 'shelved' })
      await alertOn(opsgraph, 'web', { severity: 'major' })
      const { items } = await opsgraph.readImpact(admin)
      expect(items).toMatchObject([
        { severity: 'major', silencedCount: 1, causes: [{ resource: 'disk', status: 'shelved', explains: 1 }] },
      ])
    })

    it('should be one for a flood of 5,000 alerts from the servers on one switch', async () => {
      const { opsgraph } = await setStage(harness)
      await draw(opsgraph, 'shop', ['web'])
      const servers = Array.from({ length: 5_000 }, (_, at) => `server-${at}`)
      const relations = servers.map((parent) => ({ resource: 'switch', parent }))
      await opsgraph.putRelations(admin, { environment: ENVIRONMENT, relations })
      const toWeb = servers.map((server) => ({ resource: server, parent: 'web' }))
      await opsgraph.putRelations(admin, { environment: ENVIRONMENT, relations: toWeb })
      const unreachable = { environment: ENVIRONMENT, event: 'Unreachable', severity: 'critical' }
      await opsgraph.receiveAlerts(
        admin,
        servers.map((server) => readAlert({ ...unreachable, resource: server })),
      )
      await alertOn(opsgraph, 'switch', { severity: 'major' })
      const { items } = await opsgraph.readImpact(admin)
      expect(items).toMatchObject([
        {
          ...{ service: 'shop', severity: 'critical', counts: { critical: 5_000, major: 1 }, causesTotal: 1 },
          causes: [{ resource: 'switch', severity: 'major', explains: 1_000, explainsMore: true }],
        },
      ])
      expect(items[0]?.causes[0]?.path).toHaveLength(3)
    })

    it('should be shown up to 10 for each service, with their total', async () => {
      const { opsgraph } = await setStage(harness)
      for (let at = 0; at < 12; at++) await alertOn(opsgraph, `host ${at}`, { service: ['shop'] })
      const { items } = await opsgraph.readImpact(admin)
      expect(items[0]?.causes.map(({ resource }) => resource)).toEqual(
        Array.from({ length: 10 }, (_, at) => `host ${at}`),
      )
      expect(items[0]?.causesTotal).toBe(12)
    })
  })

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
      expect(found.services).toEqual([
        {
          ...{ service: 'payments', name: 'Payments', topologyId: expect.any(String), counts: false },
          ...{ nodeId: 'payments/checkout', path: ['container', 'database', 'checkout'] },
        },
        { service: 'runtime', name: 'runtime', topologyId: null, counts: true, nodeId: null, path: ['container'] },
        {
          ...{ service: 'shop', name: 'shop', topologyId: expect.any(String), counts: true },
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
      await opsgraph.setAlertStatus(admin, { id: a.id, status: 'closed' })
      const nothing = { services: [], explainedBy: [], explains: [], circle: [] }
      expect(await opsgraph.readAlertImpact(admin, a.id)).toEqual(nothing)
      await expect(opsgraph.readAlertImpact(admin, 'none')).rejects.toMatchObject({ kind: 'notFound' })
    })
  })

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

  it.each<readonly [Scope, Scope]>([
    ['read:service_topologies', 'read:service_catalog'],
    ['read:alerts', 'read:service_catalog'],
    ['read:alerts', 'read:service_topologies'],
  ])('should need three scopes; %s and %s are not enough', async (...scopes) => {
    const { opsgraph } = await setStage(harness)
    const { id } = await alertOn(opsgraph, 'web')
    const all: readonly Scope[] = ['read:alerts', 'read:service_topologies', 'read:service_catalog']
    const [missing] = all.filter((scope) => !scopes.includes(scope))
    const caller: Caller = { ...admin, scopes }
    for (const attempt of [
      () => opsgraph.readImpact(caller),
      () => opsgraph.readAlertImpact(caller, id),
      () => opsgraph.simulateFailures(caller, { resources: ['web'] }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining(missing as string),
      })
    }
    await opsgraph.readImpact({ ...admin, scopes: all })
  })

  it('should need the same number of calls for any number of alerts, topologies, services and relations', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const made = async (work: () => Promise<unknown>) => {
      const before = new Map(calls)
      await work()
      return [...calls].reduce((sum, [name, times]) => sum + times - (before.get(name) ?? 0), 0)
    }
    const grow = async (number: number) => {
      await draw(opsgraph, `service-${number}`, [`top-${number}`])
      await chain(opsgraph, ...Array.from({ length: 9 }, (_, at) => `${at}-${number}`), `top-${number}`)
      await opsgraph.putCatalogService(admin, { serviceId: `service-${number}`, body: { icon: 'server' } })
      const { id } = await alertOn(opsgraph, `0-${number}`)
      await alertOn(opsgraph, `4-${number}`, { service: [`other-${number}`] })
      const failures = { environment: ENVIRONMENT, resources: [`0-${number}`] }
      return {
        // The first call has to read what changed above. Before the second call nothing changes, so the second call
        // uses the relations and topologies that the server keeps in memory.
        changed: await made(() => opsgraph.readImpact(admin)),
        unchanged: await made(() => opsgraph.readImpact(admin)),
        ofAlert: await made(() => opsgraph.readAlertImpact(admin, id)),
        simulated: await made(() => opsgraph.simulateFailures(admin, failures)),
      }
    }
    await grow(0)
    const first = await grow(1)
    for (let number = 2; number < 12; number++) expect(await grow(number)).toEqual(first)
    expect((await opsgraph.readImpact(admin, { healthy: false })).total).toBe(24)
  })
}
