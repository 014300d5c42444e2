import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'

/** Tests reading whole lists page by page (rules.md#csv-lists). */
export function streamedListsContract(harness: StoreHarness): void {
  it('should read each relation that exists all the time once and in order, while others come and go', async () => {
    const { opsgraph, store } = await setStage(harness)
    const names = numbered(5_000, 'host')
    await opsgraph.putRelations(admin, { relations: names.map((resource) => ({ resource, parent: 'hub' })) })
    const read: string[] = []
    let pages = 0
    for await (const page of await opsgraph.streamRelations(admin, {})) {
      read.push(...page.map(({ resource }) => resource))
      pages++
      // A page keeps no transaction open, so these writes do not wait for it.
      await opsgraph.deleteRelationsOf(admin, { resource: names[pages] ?? '' })
      await opsgraph.deleteRelationsOf(admin, { resource: page.at(-1)?.resource ?? '' })
      await opsgraph.putRelation(admin, { resource: 'added before', parent: `${pages}` })
      await opsgraph.putRelation(admin, { resource: `zone ${pages}`, parent: 'added after' })
    }
    expect(pages).toBe(3)
    expect(read.filter((name) => name.startsWith('host'))).toEqual(names)
    expect(read.filter((name) => !name.startsWith('host'))).toEqual(['zone 1', 'zone 2'])
    expect((await store.relations.after(undefined, 10_000)).length).toBe(5_000)
  })

  it('should stream what the filters of the list choose', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putRelation(admin, { resource: 'web', parent: 'vm', environment: 'Lab', source: 'cmdb' })
    await opsgraph.putRelation(admin, { resource: 'db', parent: 'vm', environment: 'Lab' })
    await opsgraph.putResourceAlias(admin, { environment: 'Lab', alias: 'www', body: { resource: 'web' } })
    const requests = [
      {},
      { filters: { environment: [' Lab '], source: ['cmdb'] } },
      { filters: { resource: ['www'] } },
      { stale: true, staleAfter: 1 },
      { filters: { resource: ['nothing'] } },
    ]
    for (const request of requests) {
      const { items } = await opsgraph.listRelations(admin, request)
      expect(await collectRows(await opsgraph.streamRelations(admin, request))).toEqual(items)
      const { stale, filters: { environment } = {} } = request as {
        stale?: boolean
        filters?: { environment?: string[] }
      }
      const resources = { ...(stale !== undefined && { stale }), ...(environment && { filters: { environment } }) }
      const listed = await opsgraph.listResources(admin, resources)
      expect(await collectRows(await opsgraph.streamResources(admin, resources))).toEqual(listed.items)
    }
    await expect(opsgraph.streamRelations(admin, { staleAfter: 3 })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(opsgraph.streamRelations(admin, { filters: { source: ['?'] } })).rejects.toMatchObject({
      kind: 'invalid',
    })
    await expect(opsgraph.streamResources(admin, { stale: true, staleAfter: 0 })).rejects.toMatchObject({
      kind: 'invalid',
    })
  })

  it('should read each alert that matches all the time once, oldest first, while others come and go', async () => {
    const { opsgraph } = await setStage(harness)
    const down = { environment: 'Production', event: 'Down', severity: 'major', service: ['shop'] } as const
    const alerts = numbered(1_100, 'host').map((resource) => ({ ...down, resource }))
    await opsgraph.receiveAlerts(admin, alerts)
    const read: string[] = []
    for await (const page of await opsgraph.streamAlerts(admin, { filters: { status: ['open'] } })) {
      read.push(...page.map(({ resource }) => resource))
      const [first] = page
      await opsgraph.setAlertStatus(admin, { id: first?.id ?? '', body: { status: 'ack' } })
      if (read.length === 200) await receiveAlert(opsgraph, admin, { ...down, resource: 'new' })
    }
    expect(read).toHaveLength(1_101)
    expect(new Set(read).size).toBe(1_101)
    expect(read.at(-1)).toBe('new')
    const request = { filters: { resource: ['host 00002', 'host 01000'] } }
    const { items } = await opsgraph.listAlerts(admin, request)
    expect(await collectRows(await opsgraph.streamAlerts(admin, request))).toEqual(items)
    await expect(opsgraph.streamAlerts(admin, { filters: { from: ['?'] } })).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('should need the scopes of the impact for its filters', async () => {
    const { opsgraph } = await setStage(harness)
    const caller = { user: 'ann', scopes: ['read:alerts' as const], requestId: null }
    expect(await collectRows(await opsgraph.streamAlerts(caller, {}))).toEqual([])
    await expect(opsgraph.streamAlerts(caller, { unreached: true })).rejects.toMatchObject({ kind: 'forbidden' })
  })
}

// Helpers

function numbered(count: number, name: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${String(index).padStart(5, '0')}`)
}

async function collectRows<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
