import type { Topology, TopologyPreview } from '@opsgraph/core'
import { expect, it } from 'vitest'
import { bankDocument, bundleOf, drawn, joined, PATH, shopDocument, type TopologyDoor } from './topology-door.js'
import { auditOf, idOfService, numbers, policiesOf, relationsOf, topologiesOf, topologyOf } from './topology-world.js'

/** What an import does to topologies (api.md, POST /api/service_topology/import, Application rules), by whatever way it comes. */
export function topologyRulesContract(door: TopologyDoor): void {
  const create = async (service: string): Promise<Topology> => {
    const { nodes, edges } = service === 'shop' ? shopDocument() : bankDocument()
    const body = { name: service, description: 'drawn', service, nodes, edges }
    return (await door.call<{ topology: Topology }>('POST', PATH, body)).topology
  }
  const previewOf = async (...sent: Parameters<TopologyDoor['plan']>): Promise<TopologyPreview> => {
    const { previews: [preview] = [] } = await door.plan(...sent)
    if (preview === undefined) throw new Error('a preview was expected')
    return preview
  }

  it('should preview what it then does, write nothing before, and find nothing to change afterwards', async () => {
    const file = shopDocument()
    const plan = await door.plan(file, { mode: 'merge' })
    const counts = {
      nodes: numbers({ create: 5 }),
      edges: numbers({ create: 4 }),
      weightPolicies: numbers({ create: 1 }),
    }
    const catalogService = { action: 'create', fields: ['name', 'description', 'icon', 'alertImpact'] }
    const preview = {
      topology: { service: 'shop', action: 'create', id: null },
      ...{ ...counts, catalogService, idsRegenerated: 0, warnings: [], errors: [] },
    }
    expect(plan).toEqual({ status: 'ok', dryRun: true, previews: [preview] })
    expect([await topologiesOf(door), await auditOf(door)]).toEqual([[], []])
    const done = await door.import(file, { mode: 'merge' })
    const { id: topologyId } = await topologyOf(door, 'shop')
    expect(done).toEqual({
      ...{ status: 'ok', dryRun: false, previews: [preview] },
      results: [{ service: 'shop', topologyId, action: 'created', counts, catalogService }],
    })
    for (const mode of ['merge', 'replace'] as const) {
      expect(await previewOf(file, { mode })).toEqual({
        topology: { service: 'shop', action: 'update', id: topologyId },
        nodes: numbers({ unchanged: 5 }),
        edges: numbers({ unchanged: 4 }),
        weightPolicies: numbers({ unchanged: 1 }),
        catalogService: { action: 'unchanged', fields: [] },
        ...{ idsRegenerated: 0, warnings: [], errors: [] },
      })
    }
  })

  it('should store what the file says, and write one audit entry that tells mode and action', async () => {
    const file = shopDocument()
    await door.import(file, { mode: 'replace' })
    const topology = await topologyOf(door, 'shop')
    expect(topology).toMatchObject({ ...file.topology, schemaVersion: 2, nodes: file.nodes, edges: file.edges })
    expect(topology.nodes.map(({ environment, resource }) => [environment, resource])).toEqual([
      ...[
        [null, null],
        ['Production', null],
      ],
      ...['web', 'db', 'cache'].map((resource) => ['Production', resource]),
    ])
    expect(await auditOf(door)).toMatchObject([
      {
        ...{ event: 'service-topology-imported', type: 'service-topology', resourceId: topology.id },
        text: 'topology Shop of service shop created by an import (replace)',
        attributes: { mode: 'replace', action: 'created' },
      },
    ])
    await door.import({ ...file, topology: { ...file.topology, name: 'Store' } }, { mode: 'merge' })
    expect(await auditOf(door)).toMatchObject([
      { text: 'topology Store of service shop updated by an import (merge)', attributes: { action: 'updated' } },
      {},
    ])
  })

  it('should know the topology by its service, whatever id the file has, and create it for a service without', async () => {
    const [shop, bank] = [await create('shop'), await create('bank')]
    const file = { ...shopDocument(), topology: { ...shopDocument().topology, id: bank.id, description: 'new' } }
    const { results } = await door.import(file, { mode: 'merge' })
    expect(results).toMatchObject([{ service: 'shop', topologyId: shop.id, action: 'updated' }])
    expect(await topologyOf(door, 'shop')).toMatchObject({
      id: shop.id,
      description: 'new',
      createTime: shop.createTime,
    })
    expect(await topologyOf(door, 'bank')).toEqual(bank)
    const mail = { ...bankDocument('mail-'), topology: { id: bank.id, service: 'mail' } }
    const { results: created } = await door.import(mail, { mode: 'merge' })
    expect(created).toMatchObject([{ service: 'mail', action: 'created' }])
    expect(await idOfService(door, 'bank')).toBe(bank.id)
    expect([shop.id, bank.id]).not.toContain(await idOfService(door, 'mail'))
  })

  it('should keep node ids, and give new ones for those of another topology, edges remapped', async () => {
    await create('shop')
    const file = {
      ...bankDocument(''),
      nodes: [...shopDocument().nodes.slice(0, 4), drawn('free', 'resource', 'cache')],
      edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'db'), joined('e', 'free')],
    }
    const warning = { code: 'idsRegenerated', row: null, params: { service: 'bank', count: 4 } }
    for (const answer of [await door.plan(file, { mode: 'merge' }), await door.import(file, { mode: 'merge' })]) {
      expect(answer.previews).toMatchObject([{ idsRegenerated: 4, warnings: [warning] }])
    }
    const { nodes, edges } = await topologyOf(door, 'bank')
    const labels = new Map(nodes.map(({ id, label }) => [id, label]))
    expect(nodes.map(({ id }) => ['s', 'e', 'web', 'db', 'free'].includes(id))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
    expect(edges.map(({ source, target }) => [labels.get(source), labels.get(target)])).toEqual([
      ...[
        ['Shop', 'Production'],
        ['Production', 'web'],
      ],
      ...[
        ['web', 'db'],
        ['Production', 'cache'],
      ],
    ])
    expect((await topologyOf(door, 'shop')).nodes.map(({ id }) => id)).toEqual(['s', 'e', 'web', 'db', 'cache'])
    expect(await previewOf(file, { mode: 'merge' })).toMatchObject({ idsRegenerated: 0, warnings: [] })
  })

  it('should match nodes by what they stand for, and give them label, icon, params and hierarchyConfig of the file', async () => {
    const twice = twoEnvironments('')
    await door.import(twice, { mode: 'merge' })
    const before = await topologyOf(door, 'shop')
    const looks = { icon: 'new', params: { new: [1] }, hierarchyConfig: { disabledSLA: true } }
    const others = twoEnvironments('other-')
    const file = {
      ...others,
      nodes: others.nodes.map((node) => ({ ...node, ...looks, ...(node.kind === 'service' && { label: 'New' }) })),
    }
    const { previews } = await door.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ nodes: numbers({ update: 5 }), edges: numbers({ unchanged: 4 }), warnings: [] }])
    expect((await topologyOf(door, 'shop')).nodes).toEqual(
      before.nodes.map((node) => ({ ...node, ...looks, ...(node.kind === 'service' && { label: 'New' }) })),
    )
  })

  it('should leave matched nodes their ids by merging, and give them those of the file by replacing', async () => {
    await door.import(shopDocument(), { mode: 'merge' })
    const file = { ...bankDocument('file-'), topology: { service: 'shop', name: 'Merged' } }
    const ids = async () => (await topologyOf(door, 'shop')).nodes.map(({ id }) => id)
    await door.import(file, { mode: 'merge' })
    expect(await ids()).toEqual(['s', 'e', 'web', 'db', 'cache'])
    const { previews } = await door.import(file, { mode: 'replace' })
    expect(previews).toMatchObject([
      { nodes: numbers({ update: 5 }), edges: numbers({ update: 4 }), idsRegenerated: 0 },
    ])
    expect(await ids()).toEqual(file.nodes.map(({ id }) => id))
  })

  it('should keep the positions of matched nodes, unless it merges with positions=file, or replaces', async () => {
    await door.import(shopDocument(), { mode: 'merge' })
    const moved = (x: number) => ({
      ...shopDocument(),
      nodes: [
        ...shopDocument().nodes.map((node) => ({ ...node, position: { x, y: 0 } })),
        { ...drawn('queue', 'resource'), position: { x: 77, y: 78 } },
      ],
      edges: [...shopDocument().edges, joined('e', 'queue')],
    })
    const positions = async () => (await topologyOf(door, 'shop')).nodes.map(({ position }) => position)
    const kept = await door.import(moved(5), { mode: 'merge', positions: 'keep' })
    expect(kept.previews).toMatchObject([
      {
        nodes: numbers({ create: 1, unchanged: 5 }),
        warnings: [{ code: 'positionsKept', row: null, params: { service: 'shop', count: 5 } }],
      },
    ])
    expect(await positions()).toEqual([...Array(5).fill({ x: 1, y: 2 }), { x: 77, y: 78 }])
    expect(await previewOf(moved(5), { mode: 'merge' })).toMatchObject({ warnings: [{ code: 'positionsKept' }] })
    const file = await door.import(moved(5), { mode: 'merge', positions: 'file' })
    expect(file.previews).toMatchObject([{ nodes: numbers({ update: 5, unchanged: 1 }), warnings: [] }])
    expect(await positions()).toEqual([...Array(5).fill({ x: 5, y: 0 }), { x: 77, y: 78 }])
    const replaced = await door.import(moved(6), { mode: 'replace', positions: 'keep' })
    expect(replaced.previews).toMatchObject([{ nodes: numbers({ update: 5, unchanged: 1 }), warnings: [] }])
    expect(await positions()).toEqual([...Array(5).fill({ x: 6, y: 0 }), { x: 77, y: 78 }])
  })

  it('should make the topology exactly the file by replacing, and remove nothing by merging', async () => {
    const { id } = await create('shop')
    for (const body of [{ name: 'tied', topologyId: id }, { name: 'global' }]) {
      await door.call('POST', `${PATH}_policy`, { description: '', ...body })
    }
    const file = {
      ...shopDocument(),
      nodes: [...shopDocument().nodes.slice(0, 3), drawn('queue', 'resource')],
      edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'queue')],
    }
    const merged = await door.import(file, { mode: 'merge' })
    expect(merged.previews).toMatchObject([
      {
        nodes: numbers({ create: 1, unchanged: 5 }),
        edges: numbers({ create: 1, unchanged: 4 }),
        weightPolicies: numbers({ create: 1 }),
      },
    ])
    expect((await topologyOf(door, 'shop')).nodes.map(({ label }) => label)).toEqual([
      ...['Shop', 'Production', 'web', 'db', 'cache', 'queue'],
    ])
    const replaced = await door.import(file, { mode: 'replace' })
    expect(replaced.previews).toMatchObject([
      {
        nodes: numbers({ remove: 2, unchanged: 4 }),
        edges: numbers({ remove: 2, unchanged: 3 }),
        weightPolicies: numbers({ remove: 1, unchanged: 1 }),
      },
    ])
    expect(replaced.results).toMatchObject([{ counts: { nodes: { remove: 2 }, weightPolicies: { remove: 1 } } }])
    expect(await topologyOf(door, 'shop')).toMatchObject({ id, nodes: file.nodes, edges: file.edges })
    expect((await policiesOf(door)).map(({ name }) => name)).toEqual(['global', 'hot'])
  })

  it('should sync resource edges to the resource graph, as PUT does', async () => {
    await door.call('POST', '/api/resources/relations', { environment: 'Production', resource: 'db', parent: 'web' })
    await door.import(shopDocument(), { mode: 'merge' })
    expect(await relationsOf(door)).toMatchObject([{ resource: 'db', parent: 'web', source: 'manual' }])
    const sourceRef = await idOfService(door, 'shop')
    const edges = [joined('s', 'e'), joined('e', 'web'), joined('e', 'db'), joined('db', 'cache')]
    await door.import({ ...shopDocument(), edges }, { mode: 'replace' })
    expect(await relationsOf(door)).toMatchObject([
      { environment: 'Production', resource: 'cache', parent: 'db', source: 'topology', sourceRef },
      { resource: 'db', parent: 'web', source: 'manual' },
    ])
    await door.import(shopDocument(), { mode: 'replace' })
    expect(await relationsOf(door)).toMatchObject([{ resource: 'db', parent: 'web', source: 'manual' }])
  })

  it('should import every topology of a bundle, each with its preview and its result', async () => {
    await create('bank')
    const file = bundleOf(shopDocument(), bankDocument())
    const { previews, results } = await door.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([
      { topology: { service: 'shop', action: 'create' } },
      { topology: { service: 'bank', action: 'update' }, nodes: numbers({ unchanged: 5 }) },
    ])
    expect(results).toMatchObject([
      { service: 'shop', action: 'created' },
      { service: 'bank', action: 'updated' },
    ])
    expect((await topologiesOf(door)).map(({ service }) => service)).toEqual(['bank', 'shop'])
    expect((await auditOf(door)).filter(({ event }) => event === 'service-topology-imported')).toHaveLength(2)
  })
}

// Helpers

/** The same resource in two environments. */
function twoEnvironments(prefix: string) {
  const id = (name: string) => prefix + name
  return {
    topology: { service: 'shop' },
    nodes: [
      drawn(id('s'), 'service', 'Shop'),
      drawn(id('p'), 'environment', 'Production'),
      drawn(id('t'), 'environment', 'Test'),
      drawn(id('p-db'), 'resource', 'db'),
      drawn(id('t-db'), 'resource', 'db'),
    ],
    edges: [
      ...[joined(id('s'), id('p')), joined(id('s'), id('t'))],
      ...[joined(id('p'), id('p-db')), joined(id('t'), id('t-db'))],
    ],
  }
}
