import { describe, expect, it } from 'vitest'
import { postTo } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'

const NOTHING = { create: 0, update: 0, remove: 0 }
const FILE = [
  { resource: 'vm', environment: 'P', services: 'shop', type: 'virtual machine', attributes: { owner: 'ops' } },
  { resource: 'db', environment: 'P', parent: 'vm', services: 'shop|bank' },
  { resource: 'web', environment: 'T', services: 'shop' },
  { resource: 'switch', environment: 'P', parent: 'room' },
]

interface Drawn {
  readonly id: string
  readonly nodes: readonly { id: string; kind: string; label: string; params: object; position: object }[]
  readonly edges: readonly { source: string; target: string }[]
}

onThreeStores((server) => {
  const post = postTo(server)
  const read = async (path: string) => (await server.current.call('GET', path)).body
  const relations = async () => (await read('/api/resources/relations')).relations
  const topologyOf = async (service: string) => {
    const found = await read(`/api/service_topology?service=${service}`)
    const [{ id }] = found.topologies as [{ id: string }]
    return (await read(`/api/service_topology/${id}`)).topology as Drawn
  }

  describe('the changes of a CMDB import', () => {
    it('should include a relation of source cmdb for each record with a parent, with the source as sourceRef', async () => {
      await post({ json: FILE }, '?source=itop')
      const stated = { source: 'cmdb', sourceRef: 'itop', environment: 'P' }
      expect(await relations()).toMatchObject([
        { ...stated, resource: 'db', parent: 'vm' },
        { ...stated, resource: 'switch', parent: 'room' },
      ])
    })

    it('should replace the parent of a resource, as one update', async () => {
      await post({ json: FILE })
      const moved = FILE.map((record) => (record.resource === 'db' ? { ...record, parent: 'san' } : record))
      const { body } = await post({ json: [...moved, { resource: 'san', environment: 'P', services: 'shop' }] })
      expect(body.relations).toEqual({ ...NOTHING, update: 1, unchanged: 1 })
      expect(await relations()).toMatchObject([
        { resource: 'db', parent: 'san' },
        { resource: 'switch', parent: 'room' },
      ])
      const { nodes, edges } = await topologyOf('shop')
      const labelOf = (id: string) => nodes.find((node) => node.id === id)?.label
      const above = edges.filter(({ target }) => labelOf(target) === 'db').map(({ source }) => labelOf(source))
      expect(above).toEqual(['san'])
    })

    it('should not change a relation of a stronger source', async () => {
      const relation = { environment: 'P', resource: 'db', parent: 'vm' }
      await server.current.call('POST', '/api/resources/relations', { json: relation })
      expect((await post({ json: FILE })).body.relations).toEqual({ ...NOTHING, create: 1, unchanged: 1 })
      expect(await relations()).toContainEqual(expect.objectContaining({ ...relation, source: 'manual' }))
    })

    it('should include a catalog entry for each service without one, and not change the others', async () => {
      const shop = { serviceId: 'shop', name: 'The shop', description: 'sells' }
      await server.current.call('PUT', '/api/service_catalog/shop', { json: shop })
      expect((await post({ json: FILE })).body.catalogServices).toEqual({ create: 1, unchanged: 1 })
      const { services } = await read('/api/service_catalog')
      expect(services).toMatchObject([{ serviceId: 'bank' }, shop])
    })

    it('should include a topology for each service: environments, and a node for each record below its parent or environment', async () => {
      await post({ json: FILE }, '?source=itop')
      const { nodes, edges } = await topologyOf('shop')
      const label = new Map(nodes.map((node) => [node.id, node.label]))
      expect(edges.map(({ source, target }) => `${label.get(source)} > ${label.get(target)}`).sort()).toEqual([
        'P > vm',
        'T > web',
        'shop > P',
        'shop > T',
        'vm > db',
      ])
      const vm = nodes.find((node) => node.label === 'vm')
      const attributes = { owner: 'ops' }
      expect(vm?.params).toEqual({ cmdbSource: 'itop', type: 'virtual machine', attributes, claims: ['itop'] })
      const bank = await topologyOf('bank')
      expect(bank.nodes.map((node) => node.label).sort()).toEqual(['P', 'bank', 'db'])
      expect(new Set(nodes.map(({ position }) => JSON.stringify(position))).size).toBe(nodes.length)
    })

    it('should keep the positions of existing nodes, and lay out new ones', async () => {
      await post({ json: FILE })
      const before = await topologyOf('shop')
      const cache = { resource: 'cache', environment: 'P', parent: 'vm', services: 'shop' }
      const { body } = await post({ json: [...FILE, cache] })
      expect(body.topologies).toMatchObject([
        { service: 'bank', nodes: { ...NOTHING, unchanged: 3 }, edges: { ...NOTHING, unchanged: 2 } },
        {
          service: 'shop',
          nodes: { ...NOTHING, create: 1, unchanged: 6 },
          edges: { ...NOTHING, create: 1, unchanged: 5 },
        },
      ])
      const after = await topologyOf('shop')
      expect(after.nodes.slice(0, before.nodes.length)).toEqual(before.nodes)
      expect(before.nodes.map(({ position }) => position)).not.toContainEqual(after.nodes.at(-1)?.position)
    })

    it('should be empty for the same file again', async () => {
      const first = await post({ json: FILE })
      // The import confirms the relations.
      const state = async () => [
        ((await relations()) as readonly object[]).map((relation) => ({ ...relation, updateTime: '' })),
        await topologyOf('shop'),
        (await read('/api/service_catalog')).services,
      ]
      const before = await state()
      const { body } = await post({ json: FILE.toReversed() })
      expect(body).toMatchObject({
        relations: { ...NOTHING, unchanged: 2 },
        catalogServices: { create: 0, unchanged: 2 },
        records: first.body.records,
      })
      for (const { action, nodes, edges } of body.topologies as { action: string; nodes: object; edges: object }[]) {
        expect([action, nodes, edges]).toMatchObject(['update', NOTHING, NOTHING])
      }
      expect(await state()).toEqual(before)
    })
  })

  describe('replace', () => {
    it('should remove the missing relations and nodes of this source, and not change those of others', async () => {
      await post({ json: FILE })
      await post({ json: [{ resource: 'disk', environment: 'P', parent: 'vm', services: 'shop' }] }, '?source=other')
      await server.current.call('POST', '/api/resources/relations', {
        json: { environment: 'P', resource: 'x', parent: 'vm' },
      })
      const { id, nodes, edges } = await topologyOf('shop')
      const below = nodes.find((node) => node.label === 'P')?.id
      const drawn = { id: 'by-hand', kind: 'resource', label: 'lamp', environment: 'P', resource: 'lamp' }
      const graph = { nodes: [...nodes, drawn], edges: [...edges, { source: below, target: 'by-hand' }] }
      expect((await server.current.call('PUT', `/api/service_topology/${id}`, { json: graph })).status).toBe(200)
      const { body } = await post({ json: [FILE[0]] }, '?mode=replace')
      expect(body.relations).toEqual({ ...NOTHING, remove: 2, unchanged: 0 })
      expect(await relations()).toMatchObject([
        { resource: 'disk', source: 'cmdb', sourceRef: 'other' },
        { resource: 'x', source: 'manual' },
      ])
      const labels = (await topologyOf('shop')).nodes.map(({ label }) => label)
      expect(labels.toSorted()).toEqual(['P', 'disk', 'lamp', 'shop', 'vm'])
      expect((await read('/api/service_catalog')).total).toBe(2)
    })
  })
})

onThreeStores(
  (server) => {
    describe('beyond the license', () => {
      it('should be reported in a dry run, refused with 403 otherwise, and write nothing', async () => {
        const post = postTo(server)
        const dry = await post({ json: FILE }, '?dryRun=1')
        expect(dry.body.topologies).toMatchObject([{ errors: [] }, { errors: [{ code: 'licenseLimit' }] }])
        const refused = await post({ json: FILE })
        expect(refused.body).toMatchObject({
          code: 403,
          message: 'the license allows 1 topologies, and there would be more',
          errors: [{ code: 'licenseLimit', path: 'topologies[shop]' }],
        })
        expect((await server.current.call('GET', '/api/resources/relations')).body.total).toBe(0)
      })
    })
  },
  { license: { topologyFeature: true, topologyLimit: 1 } },
)
