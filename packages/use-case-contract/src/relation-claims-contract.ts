import type { AlertInput, CmdbMode, Opsgraph, RelationSource } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody, shopGraph } from './shop.js'
import { admin, setStage } from './stage.js'

/** Tests what users see of the claims of several sources (rules.md#relation-claims). */
export function relationClaimsContract(harness: StoreHarness): void {
  describe('several CMDB sources', () => {
    const vm = (parents: readonly string[]) => [{ resource: 'esx-1', environment: 'Production', parents }]

    it('should show the first of two, and the second when the first withdraws', async () => {
      const { opsgraph } = await setStage(harness)
      await importFrom(opsgraph, 'itop', vm(['vm-1', 'vm-2']))
      expect(await importFrom(opsgraph, 'netbox', vm(['vm-1']))).toMatchObject({ create: 0, update: 0, unchanged: 1 })
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-1 of itop', 'esx-1 < vm-2 of itop'])
      expect(await claimsOf(opsgraph, 'vm-1')).toEqual(['cmdb itop', 'cmdb netbox'])
      expect(await importFrom(opsgraph, 'itop', [], 'replace')).toEqual({
        create: 0,
        update: 1,
        remove: 1,
        unchanged: 0,
      })
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-1 of netbox'])
      expect(await importFrom(opsgraph, 'itop', vm(['vm-1']))).toMatchObject({ unchanged: 1 })
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-1 of netbox'])
    })

    it('should withdraw a hidden claim without a word, and keep a relation that moved at its former parent', async () => {
      const { opsgraph } = await setStage(harness)
      await importFrom(opsgraph, 'itop', vm(['vm-1']))
      await importFrom(opsgraph, 'netbox', vm(['vm-1']))
      const nothing = { create: 0, update: 0, remove: 0, unchanged: 0 }
      expect(await importFrom(opsgraph, 'netbox', [], 'replace')).toEqual(nothing)
      expect(await claimsOf(opsgraph, 'vm-1')).toEqual(['cmdb itop'])
      await importFrom(opsgraph, 'netbox', vm(['vm-1']))
      expect(await importFrom(opsgraph, 'itop', vm(['vm-2']))).toEqual({ ...nothing, create: 1, update: 1 })
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-1 of netbox', 'esx-1 < vm-2 of itop'])
    })

    it('should name the source that a relation shows from then on, in the list of changes of a dry run', async () => {
      const { opsgraph } = await setStage(harness)
      for (const source of ['itop', 'netbox']) await importFrom(opsgraph, source, vm(['vm-1']))
      const body = new TextEncoder().encode('[]')
      const options = { source: 'itop', mode: 'replace' } as const
      const { report } = await opsgraph.importCmdb(admin, { body, options, dryRun: true, changes: true })
      expect(report.changes).toEqual([
        {
          ...{ kind: 'relation', action: 'update', environment: 'Production', resource: 'esx-1', parent: 'vm-1' },
          fields: ['sourceRef'],
        },
      ])
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-1 of itop'])
    })

    it('should keep the edge from a parent as long as one of the sources states it', async () => {
      const { opsgraph } = await setStage(harness)
      const hosts = [
        { resource: 'vm-1', environment: 'Production', services: ['shop'] },
        { resource: 'vm-2', environment: 'Production', services: ['shop'] },
      ]
      const esx = (parent: string) => [
        ...hosts,
        { resource: 'esx-1', environment: 'Production', parent, services: ['shop'] },
      ]
      await importFrom(opsgraph, 'itop', esx('vm-1'))
      await importFrom(opsgraph, 'netbox', esx('vm-1'))
      await importFrom(opsgraph, 'itop', esx('vm-2'))
      expect(await parentNodes(opsgraph)).toEqual(['vm-1', 'vm-2'])
      await importFrom(opsgraph, 'netbox', esx('vm-2'))
      expect(await parentNodes(opsgraph)).toEqual(['vm-2'])
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-2 of itop'])
    })

    it('should follow a machine that moves between two hosts', async () => {
      const { opsgraph } = await setStage(harness)
      const host = (resource: string, parents: readonly string[]) => ({ resource, environment: 'Production', parents })
      const monday = [host('esx-1', ['vm-1', 'vm-2']), host('esx-2', ['vm-3'])]
      await importFrom(opsgraph, 'vcenter', monday, 'replace')
      await importFrom(opsgraph, 'netbox', [host('esx-1', ['vm-2'])])
      await importFrom(opsgraph, 'vcenter', [host('esx-1', ['vm-2']), host('esx-2', ['vm-1', 'vm-3'])], 'replace')
      expect(await shown(opsgraph)).toEqual([
        'esx-1 < vm-2 of vcenter',
        'esx-2 < vm-1 of vcenter',
        'esx-2 < vm-3 of vcenter',
      ])
    })
  })

  describe('claims of topologies', () => {
    it('should count a relation that a topology goes on drawing as updated, and one whose edge goes as removed', async () => {
      const { opsgraph } = await setStage(harness)
      const { id } = await opsgraph.createTopology(admin, shopBody())
      const db = (parent: string) => ({ resource: 'db', environment: 'Production', parent })
      const counts = { create: 0, update: 0, remove: 0, unchanged: 0 }
      expect(await importFrom(opsgraph, 'itop', [db('web')])).toEqual({ ...counts, update: 1 })
      expect(await importFrom(opsgraph, 'itop', [], 'replace')).toEqual({ ...counts, update: 1 })
      expect(await claimsOf(opsgraph, 'web')).toEqual([`topology ${id}`])
      await importFrom(opsgraph, 'itop', [db('web')])
      expect(await importFrom(opsgraph, 'itop', [db('rack')])).toEqual({ ...counts, create: 1, update: 1 })
      expect(await claimsOf(opsgraph, 'web')).toEqual([`topology ${id}`])
      await importFrom(opsgraph, 'itop', [db('web')])
      const drawn = [{ ...db('rack'), services: ['shop'] }]
      expect(await importFrom(opsgraph, 'itop', drawn)).toEqual({ ...counts, update: 1 })
      expect(await shown(opsgraph)).toEqual(['db < rack of itop'])
    })

    it('should show the topology beneath a source that goes, and remove the relation with the last claim', async () => {
      const { opsgraph } = await setStage(harness)
      const { id } = await opsgraph.createTopology(admin, shopBody())
      await importFrom(opsgraph, 'itop', [{ resource: 'db', environment: 'Production', parent: 'web' }])
      await receiveAlert(opsgraph, admin, { ...DISK, resource: 'db', resourceParent: 'web' })
      expect(await claimsOf(opsgraph, 'web')).toEqual(['event zabbix', 'cmdb itop', `topology ${id}`])
      await receiveAlert(opsgraph, admin, { ...DISK, resource: 'db', resourceParent: 'other' })
      expect(await claimsOf(opsgraph, 'web')).toEqual(['cmdb itop', `topology ${id}`])
      await importFrom(opsgraph, 'itop', [], 'replace')
      expect(await shown(opsgraph)).toContain(`db < web of ${id}`)
      const { nodes, edges } = shopGraph()
      const body = { nodes, edges: [...edges.filter((edge) => edge.id !== '3'), { source: 'cache', target: 'db' }] }
      await opsgraph.saveTopology(admin, { id, body })
      expect(await shown(opsgraph)).toEqual([`db < cache of ${id}`, 'db < other of zabbix'])
    })

    it('should keep the id of a relation that one topology gives up and another one draws', async () => {
      const { opsgraph } = await setStage(harness)
      const first = await opsgraph.createTopology(admin, shopBody())
      const second = await opsgraph.createTopology(admin, shopBody('x', { service: 'other' }))
      const before = (await opsgraph.listRelations(admin, {})).items
      await opsgraph.deleteTopology(admin, second.id)
      const after = (await opsgraph.listRelations(admin, {})).items
      expect(after).toMatchObject([{ id: before[0]?.id, sourceRef: first.id }])
    })
  })

  // rules.md#relations-of-an-alert-5
  describe('a resourceParent', () => {
    it('should replace the one that the same origin named before for the resource', async () => {
      const { opsgraph } = await setStage(harness)
      await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-1' })
      await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-1', severity: 'ok' })
      await receiveAlert(opsgraph, admin, { ...DISK, event: 'Dead', resourceParent: 'vm-2' })
      expect(await shown(opsgraph)).toEqual(['disk-1 < vm-2 of zabbix'])
    })

    it('should leave what others state: another origin, children, a person; and what names no origin', async () => {
      const { opsgraph } = await setStage(harness)
      await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-1', origin: 'nagios' })
      await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-2' })
      await receiveAlert(opsgraph, admin, { ...DISK, resource: 'vm-2', resourceChildren: ['disk-1'] })
      await opsgraph.putRelation(admin, { environment: 'Production', resource: 'disk-1', parent: 'vm-3' })
      const { origin: _, ...nameless } = DISK
      await receiveAlert(opsgraph, admin, { ...nameless, resourceParent: 'vm-4' })
      await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-5' })
      expect((await shown(opsgraph)).map((text) => text.split(' ')[2])).toEqual([
        'vm-1',
        'vm-2',
        'vm-3',
        'vm-4',
        'vm-5',
      ])
    })

    it.each<[what: string, fields: Partial<AlertInput>]>([
      ['closing', { severity: 'ok' }],
      ['outdated', { eventTime: '2025-12-31T00:00:00.000Z' }],
    ])('should replace nothing in a %s arrival', async (_, fields) => {
      const { opsgraph } = await setStage(harness)
      const first = { ...DISK, eventTime: '2026-01-01T00:00:00.000Z' }
      await receiveAlert(opsgraph, admin, { ...first, resourceParent: 'vm-1' })
      await opsgraph.receiveAlert(admin, { ...first, resourceParent: 'vm-2', ...fields })
      expect(await shown(opsgraph)).toContain('disk-1 < vm-1 of zabbix')
    })

    it('should ask the store once more only if an alert of an intake names a parent and an origin', async () => {
      const { opsgraph, calls } = await setStage(harness)
      await receiveAlert(opsgraph, admin, { ...DISK, resourceChildren: ['part'] })
      const { origin: _, ...nameless } = DISK
      await receiveAlert(opsgraph, admin, { ...nameless, resourceParent: 'vm-1' })
      expect(calls.get('relations.replacedBy')).toBeUndefined()
      await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-1' })
      expect(calls.get('relations.replacedBy')).toBe(1)
    })
  })

  it('should delete a relation with the claims of all sources', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const put = (source: RelationSource) =>
      opsgraph.putRelation(admin, { environment: 'Production', resource: 'a', parent: 'b', source, sourceRef: 'x' })
    for (const source of ['policy', 'cmdb', 'manual'] as const) await put(source)
    await opsgraph.deleteRelation(admin, (await put('event')).id)
    expect(await peek('relationClaim')).toEqual([])
    for (const source of ['policy', 'cmdb'] as const) await put(source)
    expect(await opsgraph.deleteRelationsOf(admin, { environment: 'Production', resource: 'a' })).toBe(1)
    expect(await peek('relationClaim')).toEqual([])
  })

  // rules.md#listing-relations-2
  it('should list what nobody has confirmed for days, but never what a person or a topology states', async () => {
    let now = Date.parse('2026-03-01T00:00:00Z')
    const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
    const put = (parent: string, source: RelationSource) =>
      opsgraph.putRelation(admin, { resource: 'a', parent, source, sourceRef: 'x' })
    for (const source of ['manual', 'event', 'cmdb', 'topology', 'policy'] as const) await put(source, source)
    const stale = async (staleAfter?: number) => {
      const { items, total } = await opsgraph.listRelations(admin, { stale: true, staleAfter })
      expect(total).toBe(items.length)
      return items.map(({ parent }) => parent)
    }
    now += 30 * 86_400_000
    expect(await stale()).toEqual([])
    now += 1
    expect(await stale()).toEqual(['cmdb', 'event', 'policy'])
    expect(await stale(31)).toEqual([])
    await put('cmdb', 'policy')
    await put('event', 'topology')
    expect(await stale()).toEqual(['policy'])
    now += 86_400_000
    expect(await stale(1)).toEqual(['policy'])
    now += 1
    expect(await stale(1)).toEqual(['cmdb', 'policy'])
    expect((await opsgraph.listRelations(admin, { stale: false })).total).toBe(5)
  })

  it('should save and load all claims in a snapshot, and load one without claims', async () => {
    const { opsgraph, peek } = await setStage(harness)
    for (const sourceRef of ['itop', 'netbox']) {
      await importFrom(opsgraph, sourceRef, [{ resource: 'a', environment: 'Production', parent: 'b' }])
    }
    await receiveAlert(opsgraph, admin, { ...DISK, resourceParent: 'vm-1' })
    const claims = await peek('relationClaim')
    const text = await saved(opsgraph)
    const other = await setStage(harness)
    await other.opsgraph.loadSnapshot(admin, () => bytesOf(text))
    expect(sorted(await other.peek('relationClaim'))).toEqual(sorted(claims))
    const plain = text.split('\n').map((line) => line.replace(/,"claims":\[.*?\]/, ''))
    const older = await setStage(harness)
    await older.opsgraph.loadSnapshot(admin, () => bytesOf(plain.join('\n')))
    const own = (await older.peek('relation')).map(({ resource, sourceRef }) => `${resource} ${sourceRef}`)
    expect((await older.peek('relationClaim')).map(({ resource, sourceRef }) => `${resource} ${sourceRef}`)).toEqual(
      own,
    )
  })

  it('should give topologies their claims if an earlier release saved the snapshot', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id, updateTime } = await opsgraph.createTopology(admin, shopBody())
    await opsgraph.putRelation(admin, { environment: 'Production', resource: 'db', parent: 'web' })
    await opsgraph.putRelation(admin, { environment: 'Production', resource: 'db', parent: 'other' })
    const claims = await peek('relationClaim')
    expect(await claimsOf(opsgraph, 'web')).toEqual(['manual null', `topology ${id}`])
    const older = (await saved(opsgraph)).replaceAll(/,"claims":(true|\[.*?\])/g, '')
    const loaded = await setStage(harness)
    await loaded.opsgraph.loadSnapshot(admin, () => bytesOf(older))
    expect(await claimsOf(loaded.opsgraph, 'web')).toEqual(['manual null', `topology ${id}`])
    const restored = await loaded.peek('relationClaim')
    expect(restored).toHaveLength(claims.length)
    expect(restored.find(({ source }) => source === 'topology')).toMatchObject({ firstTime: updateTime })
    // A claim that the snapshot does not contain is not invented.
    const without = older.split('\n').filter((line) => !line.includes('"parent":"web"'))
    const cut = without.join('\n').replace(/"relation":2/, '"relation":1')
    const other = await setStage(harness)
    await other.opsgraph.loadSnapshot(admin, () => bytesOf(cut))
    expect(await other.peek('relationClaim')).toHaveLength(1)
  })
}

// Helpers

const DISK = {
  ...{ environment: 'Production', resource: 'disk-1', event: 'Slow', origin: 'zabbix' },
  severity: 'major',
} as const

async function importFrom(opsgraph: Opsgraph, source: string, records: readonly object[], mode: CmdbMode = 'merge') {
  const body = new TextEncoder().encode(JSON.stringify(records))
  const planned = await opsgraph.importCmdb(admin, { body, options: { source, mode }, dryRun: true })
  const { report } = await opsgraph.importCmdb(admin, { body, options: { source, mode } })
  expect(planned.report.relations).toEqual(report.relations)
  return report.relations
}

async function shown(opsgraph: Opsgraph): Promise<readonly string[]> {
  const { items } = await opsgraph.listRelations(admin, {})
  return items.map(({ resource, parent, sourceRef }) => `${resource} < ${parent} of ${sourceRef}`)
}

/** Returns the claims of the only relation to a parent. */
async function claimsOf(opsgraph: Opsgraph, parent: string): Promise<readonly string[]> {
  const { items } = await opsgraph.listRelations(admin, { filters: { parent: [parent] } })
  expect(items).toHaveLength(1)
  const claims = await opsgraph.readRelationClaims(admin, items[0]?.id ?? '')
  return claims.map(({ source, sourceRef }) => `${source} ${sourceRef}`)
}

/** Returns the labels of the nodes above the node `esx-1` in the topology of the service `shop`. */
async function parentNodes(opsgraph: Opsgraph): Promise<readonly string[]> {
  const { nodes, edges } = await opsgraph.readTopologyBy(admin, 'service_name', 'shop')
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges
    .flatMap(({ source, target }) => (labels.get(target) === 'esx-1' ? (labels.get(source) ?? '') : []))
    .sort()
}

async function saved(opsgraph: Opsgraph): Promise<string> {
  let text = ''
  await opsgraph.saveSnapshot(admin, async (piece) => {
    text += piece
  })
  return text
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

function sorted(rows: readonly object[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()
}
