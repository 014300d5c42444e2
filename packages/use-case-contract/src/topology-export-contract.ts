import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody, shopGraph } from './shop.js'
import { bundleOf, node } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { exportAll, importing } from './transfer-scene.js'

const CONTACT = {
  owner: 'Team A',
  runbook: 'https://wiki.example.com/shop',
  links: [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }],
}

/** Tests the export of topologies (rules.md#topology-export). */
export function topologyExportContract(harness: StoreHarness): void {
  it('should contain the topology, its weight policies, and its catalog entry', async () => {
    const stage = await setStage(harness)
    const topology = await stage.opsgraph.createTopology(admin, shopBody())
    const service = (value: unknown, op = '=') => ({
      clauses: [{ operator: 'OR', clauses: [{ key: 'service', op, value }] }],
    })
    const policy = async (name: string, fields: object) =>
      await stage.opsgraph.createWeightPolicy(admin, { name, description: '', ...fields })
    await policy('named', { filters: service('shop') })
    await policy('tied', { topologyId: topology.id, status: 'inactive', weight: 2 })
    await policy('in', { filters: service(['bank', 'shop'], 'IN') })
    await policy('with commas', { filters: service('bank, shop', 'NOT IN') })
    await policy('with a comma in its name', { filters: service('bank, shop') })
    await policy('other', { filters: service('bank') })
    await policy('all', {})
    const bank = await stage.opsgraph.createTopology(admin, { name: 'B', description: '', service: 'bank' })
    await policy('of the bank', { filters: service('shop'), topologyId: bank.id })
    const file = await stage.opsgraph.exportTopology(admin, { id: topology.id, appVersion: '1.2.3' })
    const { id, name, description, serviceKpi, orientation, nodes, edges } = topology
    expect(Object.entries(file.document)).toEqual([
      ['kind', 'platform-service-topology'],
      ['schemaVersion', 2],
      ['exportedAt', expect.stringMatching(/^2026-01-01T/)],
      ['appVersion', '1.2.3'],
      ['topology', { id, name, description, service: 'shop', serviceKpi, orientation }],
      ['nodes', expect.arrayContaining([...nodes])],
      ['edges', expect.arrayContaining([...edges])],
      [
        'weightPolicies',
        ['named', 'tied', 'in', 'with commas'].map((each) => ({
          ...{ id: expect.any(String), name: each, description: '' },
          ...(each === 'tied'
            ? { filters: {}, weight: 2, status: 'inactive' }
            : { filters: { operator: 'AND', clauses: expect.any(Array) }, weight: 0, status: 'active' }),
        })),
      ],
      ['catalogService', null],
      ['rules', []],
    ])
    expect(file.fileName).toMatch(/^topology-shop-20260101-00\d\d\.json$/)
    expect(JSON.parse(file.text)).toEqual(file.document)
    await stage.opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { icon: 'cart', ...CONTACT } })
    const { document } = await stage.opsgraph.exportTopology(admin, { id, appVersion: '' })
    expect(document.catalogService).toEqual({
      ...(await stage.opsgraph.readCatalogServiceById(admin, 'shop')),
      ...CONTACT,
      alertImpact: { severities: [], statuses: [], whitelist: {}, blacklist: {} },
    })
    const { items } = await stage.opsgraph.listAuditEntries(admin, {
      filters: { event: ['service-topology-exported'] },
    })
    expect(items.map(({ resourceId, user, type }) => [resourceId, user, type])).toEqual([
      [id, 'ann', 'service-topology'],
      [id, 'ann', 'service-topology'],
    ])
  })

  it('should give the same bytes for the same state, in whatever order it was stored', async () => {
    const one = await setStage(harness)
    const first = await one.opsgraph.createTopology(admin, shopBody())
    const [before] = (await exportAll(one.opsgraph)).topologies
    const { nodes, edges } = shopGraph()
    await one.opsgraph.saveTopology(admin, {
      id: first.id,
      body: { nodes: nodes.toReversed(), edges: edges.toReversed() },
    })
    const [after] = (await exportAll(one.opsgraph)).topologies
    const positions = new Map(after?.nodes.map(({ id, position }) => [id, position]))
    const expected = {
      ...before,
      nodes: before?.nodes.map((each) => ({ ...each, position: positions.get(each.id) })),
    }
    expect(JSON.stringify(after)).toBe(JSON.stringify(expected))
  })

  it('should read every topology of one state, however many there are', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const documents = Array.from({ length: 1_001 }, (_, index) => ({
      topology: { service: `service ${index}` },
      nodes: [{ ...node(`node ${index}`, 'Service'), kind: 'service' }],
    }))
    await importing(opsgraph, bundleOf(...documents), { mode: 'merge' })
    expect((await exportAll(opsgraph)).topologies).toHaveLength(1_001)
    expect(calls.get('topologies.list')).toBe(1)
  })

  it('should bundle the named topologies or all, with one audit entry for each', async () => {
    const stage = await setStage(harness)
    const services = ['shop', 'bank', 'Äther']
    for (const service of services)
      await stage.opsgraph.createTopology(admin, { name: service, description: '', service })
    const all = await stage.opsgraph.exportTopologies(admin, { ids: undefined, appVersion: '1' })
    expect(all.document).toMatchObject({
      kind: 'platform-service-topology-bundle',
      schemaVersion: 2,
      appVersion: '1',
    })
    expect(all.document.topologies.map(({ topology }) => topology.service)).toEqual(['bank', 'shop', 'Äther'])
    expect(all.fileName).toMatch(/^topologies-20260101-00\d\d\.json$/)
    const ids = all.document.topologies.map(({ topology }) => topology.id)
    const some = await stage.opsgraph.exportTopologies(admin, {
      ids: [ids[1] ?? '', ids[0] ?? '', ids[1] ?? ''],
      appVersion: '1',
    })
    expect(some.document.topologies.map(({ topology }) => topology.id)).toEqual(ids.slice(0, 2))
    await expect(
      stage.opsgraph.exportTopologies(admin, { ids: [ids[0] ?? '', 'no such id'], appVersion: '1' }),
    ).rejects.toMatchObject({ kind: 'notFound' })
    await expect(stage.opsgraph.exportTopology(admin, { id: 'no such id', appVersion: '' })).rejects.toMatchObject({
      kind: 'notFound',
    })
    const { items } = await stage.opsgraph.listAuditEntries(admin, {
      filters: { event: ['service-topology-exported'] },
    })
    expect(items).toHaveLength(5)
    const alone = await stage.opsgraph.exportTopology(admin, { id: ids[2] ?? '', appVersion: '' })
    expect(alone.fileName).toMatch(/^topology-_ther-20260101-00\d\d\.json$/)
  })
}
