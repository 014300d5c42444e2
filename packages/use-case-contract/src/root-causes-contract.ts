import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { alertOn, causesOf, chain, createTopologyOf, ENVIRONMENT, shopOnADisk } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests the root causes of the impact on services (rules.md#root-causes). */
export function rootCausesContract(harness: StoreHarness): void {
  describe('root causes', () => {
    it('should be the failing disk alone, with the path from the disk to each service', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      for (const name of ['checkout', 'database', 'container', 'volume']) {
        await alertOn(opsgraph, name, { event: 'Errors', severity: 'major' })
      }
      await alertOn(opsgraph, 'disk', { event: 'DiskFailing', severity: 'major' })
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

    it('should be an alert too that is worse than every alert that explains it', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      const disk = await alertOn(opsgraph, 'disk', { severity: 'warning' })
      await alertOn(opsgraph, 'volume', { severity: 'warning' })
      const container = await alertOn(opsgraph, 'container', { severity: 'major' })
      await alertOn(opsgraph, 'database', { severity: 'major' })
      expect(await causesOf(opsgraph, 'payments')).toMatchObject([
        { alertId: disk.id, explains: 3 },
        { alertId: container.id, explains: 1, path: ['container', 'database', 'checkout'] },
      ])
      // Whether an alert is a root cause has no effect on what explains an alert.
      const { explainedBy } = await opsgraph.readAlertImpact(admin, container.id)
      expect(explainedBy.map(({ resource }) => resource)).toEqual(['disk', 'volume'])
    })

    it('should not be one of several worse alerts side by side if one alert explains them all', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web', 'db'])
      for (const name of ['web', 'db']) await chain(opsgraph, 'switch', name)
      await alertOn(opsgraph, 'switch', { severity: 'major' })
      await alertOn(opsgraph, 'web')
      expect((await causesOf(opsgraph, 'shop')).map(({ resource }) => resource)).toEqual(['switch', 'web'])
      await alertOn(opsgraph, 'db')
      expect(await causesOf(opsgraph, 'shop')).toMatchObject([{ resource: 'switch', explains: 2 }])
      expect(await causesOf(opsgraph, 'shop')).toHaveLength(1)
    })

    it('should be an alert too from which the trouble forks, unless a worse alert explains it', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web', 'db'])
      await chain(opsgraph, 'disk', 'host')
      for (const name of ['web', 'db']) await chain(opsgraph, 'host', name)
      for (const name of ['disk', 'host', 'web']) await alertOn(opsgraph, name, { severity: 'major' })
      const names = async () => (await causesOf(opsgraph, 'shop')).map(({ resource }) => resource)
      expect(await names()).toEqual(['disk'])
      await alertOn(opsgraph, 'db', { severity: 'minor' })
      expect(await names()).toEqual(['disk', 'host'])
      await alertOn(opsgraph, 'disk', { event: 'Broken', severity: 'critical' })
      expect(await names()).toEqual(['disk'])
    })

    it('should come first if they explain an alert of the service step by step', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web'])
      await chain(opsgraph, 'disk', 'volume', 'host', 'web')
      await chain(opsgraph, 'database', 'web')
      await chain(opsgraph, 'lamp', 'web')
      for (const name of ['disk', 'host', 'web']) await alertOn(opsgraph, name)
      await alertOn(opsgraph, 'database', { severity: 'warning' })
      const names = async () => (await causesOf(opsgraph, 'shop')).map(({ resource }) => resource)
      expect(await names()).toEqual(['database', 'disk'])
      await alertOn(opsgraph, 'volume')
      expect(await names()).toEqual(['disk', 'database'])
      // An alert that explains nothing is not among them: it is shown at the service, but does not explain its other
      // alerts.
      await alertOn(opsgraph, 'other', { service: ['shop'] })
      expect(await names()).toEqual(['disk', 'database', 'other'])
    })

    it('should come before causes that they explain, even if a step below these has no alert', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'disk', { severity: 'warning' })
      await alertOn(opsgraph, 'database', { severity: 'major' })
      await alertOn(opsgraph, 'checkout')
      expect((await causesOf(opsgraph, 'payments')).map(({ resource }) => resource)).toEqual([
        'disk',
        'database',
        'checkout',
      ])
    })

    it('should come first too if they explain step by step an alert that names the service', async () => {
      const { opsgraph } = await setStage(harness)
      await chain(opsgraph, 'disk', 'volume', 'web')
      await chain(opsgraph, 'database', 'web')
      await alertOn(opsgraph, 'disk')
      await alertOn(opsgraph, 'database', { severity: 'warning' })
      await alertOn(opsgraph, 'web', { service: ['shop'] })
      expect((await causesOf(opsgraph, 'shop')).map(({ resource }) => resource)).toEqual(['database', 'disk'])
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

    it('should put the newest of equally ranked causes first, if the caller wants so', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'disk')
      await alertOn(opsgraph, 'database', { severity: 'major' })
      for (let at = 0; at < 12; at++) await alertOn(opsgraph, `host ${at}`, { severity: 'major', service: ['shop'] })
      await alertOn(opsgraph, 'host 12', { severity: 'minor', service: ['shop'] })
      const read = async (request: { readonly newest?: boolean }) =>
        (await opsgraph.readImpact(admin, { filters: { service: ['shop'] }, ...request })).items[0]?.causes.map(
          ({ resource }) => resource,
        )
      const hosts = (...numbers: readonly number[]) => numbers.map((number) => `host ${number}`)
      const oldest = ['disk', ...hosts(0, 1, 2, 3, 4, 5, 6, 7, 8)]
      expect(await read({})).toEqual(oldest)
      expect(await read({ newest: true })).toEqual(['disk', ...hosts(11, 10, 9, 8, 7, 6, 5, 4, 3)])
      expect(await read({ newest: false })).toEqual(oldest)
    })

    it('should all be listed, page by page, in the same order', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await alertOn(opsgraph, 'disk')
      await alertOn(opsgraph, 'database', { severity: 'major' })
      const many = Array.from({ length: 1_100 }, (_, at) => `host ${at}`)
      for (let at = 0; at < many.length; at += 100) {
        const minor = { environment: ENVIRONMENT, event: 'Down', severity: 'minor', service: ['shop'] } as const
        await opsgraph.receiveAlerts(
          admin,
          many.slice(at, at + 100).map((resource) => ({ ...minor, resource })),
        )
      }
      const list = async (request: object) => await opsgraph.listRootCauses(admin, { service: ' shop ', ...request })
      const [first, second] = [await list({ pageSize: 600 }), await list({ pageSize: 600, page: 2 })]
      expect(first).toMatchObject({ total: 1_101, page: 1, pages: 2, more: true })
      const all = [...first.items, ...second.items]
      expect(all.slice(0, 10)).toEqual(await causesOf(opsgraph, 'shop'))
      expect(all[0]).toMatchObject({ resource: 'disk', path: ['disk', 'volume', 'container', 'database'] })
      const ages = all.slice(1).map(({ since }) => since)
      expect(ages).toEqual(ages.toSorted())
      expect(new Set(all.map(({ resource }) => resource))).toEqual(new Set(['disk', ...many]))
      const newest = await list({ newest: true, pageSize: 1_000 })
      expect(newest.items[0]).toMatchObject({ resource: 'disk' })
      const times = newest.items.slice(1).map(({ since }) => since)
      expect(new Set(times).size).toBeGreaterThan(9)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(await list({ page: 99 })).toMatchObject({ items: [], total: 1_101 })
      await expect(list({ service: 'none' })).rejects.toMatchObject({ kind: 'notFound' })
      await expect(list({ pageSize: 0 })).rejects.toMatchObject({ kind: 'invalid' })
      expect(await list({ service: 'search' })).toMatchObject({ items: [], total: 0 })
    })

    it('should name a circle once, by its worst alert, with the other alerts of the circle', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web'])
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
      await createTopologyOf(opsgraph, 'shop', ['r8'])
      const names = Array.from({ length: 24 }, (_, index) => `r${index}`)
      await chain(opsgraph, ...names, 'r0')
      for (const name of ['r0', 'r8']) await alertOn(opsgraph, name)
      const [cause, ...others] = await causesOf(opsgraph, 'shop')
      expect([cause, others]).toMatchObject([{ resource: 'r0', explains: 1 }, []])
      expect(cause).not.toHaveProperty('alerts')
      // With this alert on the circle, the next alert above each alert is at most 8 levels away.
      await alertOn(opsgraph, 'r16', { severity: 'major' })
      expect(await causesOf(opsgraph, 'shop')).toMatchObject([
        { resource: 'r0', alerts: [{ resource: 'r8' }, { resource: 'r16' }] },
      ])
    })

    it('should put open causes before acknowledged ones, and then those first that explain most', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web', 'db', 'cache'])
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
      await createTopologyOf(opsgraph, 'shop', ['web'])
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
      await createTopologyOf(opsgraph, 'shop', ['web'])
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
}
