import { expect, it } from 'vitest'
import { onThreeStores } from './on-three-stores.js'
import { createTopology, numbers, previewOf, topologyApi, topologyOf } from './topology-api.js'
import { bankDocument, fullNode, joined, shopDocument } from './topology-files.js'

/** The effects of an import on nodes: ids, appearance, positions (rules.md#imported-nodes). */
onThreeStores((server) => {
  const api = topologyApi(server)

  it('should keep node ids, except those of another topology, which it replaces with their edges', async () => {
    await createTopology(api, 'shop')
    const file = {
      ...bankDocument(''),
      nodes: [...shopDocument().nodes.slice(0, 4), fullNode('free', 'resource', 'cache')],
      edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'db'), joined('e', 'free')],
    }
    const warning = { code: 'idsRegenerated', row: null, params: { service: 'bank', count: 4 } }
    for (const answer of [await api.plan(file, { mode: 'merge' }), await api.import(file, { mode: 'merge' })]) {
      expect(answer.previews).toMatchObject([{ idsRegenerated: 4, warnings: [warning] }])
    }
    const { nodes, edges } = await topologyOf(api, 'bank')
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
    expect((await topologyOf(api, 'shop')).nodes.map(({ id }) => id)).toEqual(['s', 'e', 'web', 'db', 'cache'])
    expect(await previewOf(api, file, { mode: 'merge' })).toMatchObject({ idsRegenerated: 0, warnings: [] })
  })

  it('should assign new ids, in merge mode, for ids of other nodes and edges of the topology', async () => {
    await api.import(shopDocument(), { mode: 'merge' })
    const [service, environment] = shopDocument().nodes
    const file = {
      ...shopDocument(),
      nodes: [service, environment, fullNode('cache', 'resource', 'queue')],
      edges: [joined('s', 'e'), { ...joined('e', 'cache'), id: 'web-db' }],
    }
    const { previews } = await api.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ idsRegenerated: 1, nodes: { create: 1 }, edges: { create: 1 }, errors: [] }])
    const { nodes, edges } = await topologyOf(api, 'shop')
    expect(nodes.map(({ label }) => label)).toEqual(['Shop', 'Production', 'web', 'db', 'cache', 'queue'])
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(6)
    expect(nodes[4]).toMatchObject({ id: 'cache', label: 'cache' })
    expect(new Set(edges.map(({ id }) => id)).size).toBe(5)
    expect(edges.find(({ id }) => id === 'web-db')).toMatchObject({ source: 'web', target: 'db' })
    expect(edges.find(({ target }) => target === nodes[5]?.id)).toMatchObject({ source: 'e' })
  })

  it('should match nodes by name, and update their label, icon, params and hierarchyConfig', async () => {
    const twice = twoEnvironments('')
    await api.import(twice, { mode: 'merge' })
    const before = await topologyOf(api, 'shop')
    const looks = { icon: 'new', params: { new: [1] }, hierarchyConfig: { disabledSLA: true } }
    const others = twoEnvironments('other-')
    const file = {
      ...others,
      nodes: others.nodes.map((node) => ({ ...node, ...looks, ...(node.kind === 'service' && { label: 'New' }) })),
    }
    const { previews } = await api.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ nodes: numbers({ update: 5 }), edges: numbers({ unchanged: 4 }), warnings: [] }])
    expect((await topologyOf(api, 'shop')).nodes).toEqual(
      before.nodes.map((node) => ({ ...node, ...looks, ...(node.kind === 'service' && { label: 'New' }) })),
    )
  })

  it.each([
    ['s', { label: 'New' }],
    ['e', { icon: 'new' }],
    ['db', { params: { new: [1] } }],
    ['db', { hierarchyConfig: { disabledSLA: true } }],
  ])('should update the node %j if only this changes: %j', async (id, change) => {
    await api.import(shopDocument(), { mode: 'merge' })
    const nodes = shopDocument().nodes.map((node) => (node.id === id ? { ...node, ...change } : node))
    const { previews } = await api.import({ ...shopDocument(), nodes }, { mode: 'merge' })
    expect(previews).toMatchObject([{ nodes: numbers({ update: 1, unchanged: 4 }) }])
    expect((await topologyOf(api, 'shop')).nodes.find((node) => node.id === id)).toMatchObject(change)
  })

  it('should keep the ids of matched nodes in merge mode, and use the ids of the file in replace mode', async () => {
    await api.import(shopDocument(), { mode: 'merge' })
    const file = { ...bankDocument('file-'), topology: { service: 'shop', name: 'Merged' } }
    const ids = async () => (await topologyOf(api, 'shop')).nodes.map(({ id }) => id)
    await api.import(file, { mode: 'merge' })
    expect(await ids()).toEqual(['s', 'e', 'web', 'db', 'cache'])
    const { previews } = await api.import(file, { mode: 'replace' })
    expect(previews).toMatchObject([
      { nodes: numbers({ update: 5 }), edges: numbers({ update: 4 }), idsRegenerated: 0 },
    ])
    expect(await ids()).toEqual(file.nodes.map(({ id }) => id))
  })

  it('should keep the positions of matched nodes, except with positions=file or in replace mode', async () => {
    await api.import(shopDocument(), { mode: 'merge' })
    const moved = (x: number) => ({
      ...shopDocument(),
      nodes: [
        ...shopDocument().nodes.map((node) => ({ ...node, position: { x, y: 0 } })),
        { ...fullNode('queue', 'resource'), position: { x: 77, y: 78 } },
      ],
      edges: [...shopDocument().edges, joined('e', 'queue')],
    })
    const positions = async () => (await topologyOf(api, 'shop')).nodes.map(({ position }) => position)
    const unmoved = await api.import(moved(5), { mode: 'merge', positions: 'keep' })
    expect(unmoved.previews).toMatchObject([
      {
        nodes: numbers({ create: 1, unchanged: 5 }),
        warnings: [{ code: 'positionsKept', row: null, params: { service: 'shop', count: 5 } }],
      },
    ])
    expect(await positions()).toEqual([...Array(5).fill({ x: 1, y: 2 }), { x: 77, y: 78 }])
    expect(await previewOf(api, moved(5), { mode: 'merge' })).toMatchObject({ warnings: [{ code: 'positionsKept' }] })
    const file = await api.import(moved(5), { mode: 'merge', positions: 'file' })
    expect(file.previews).toMatchObject([{ nodes: numbers({ update: 5, unchanged: 1 }), warnings: [] }])
    expect(await positions()).toEqual([...Array(5).fill({ x: 5, y: 0 }), { x: 77, y: 78 }])
    const replaced = await api.import(moved(6), { mode: 'replace', positions: 'keep' })
    expect(replaced.previews).toMatchObject([{ nodes: numbers({ update: 5, unchanged: 1 }), warnings: [] }])
    expect(await positions()).toEqual([...Array(5).fill({ x: 6, y: 0 }), { x: 77, y: 78 }])
  })
})

// Helpers

/** A graph that contains the same resource in two environments. */
function twoEnvironments(prefix: string) {
  const id = (name: string) => prefix + name
  return {
    topology: { service: 'shop' },
    nodes: [
      fullNode(id('s'), 'service', 'Shop'),
      fullNode(id('p'), 'environment', 'Production'),
      fullNode(id('t'), 'environment', 'Test'),
      fullNode(id('p-db'), 'resource', 'db'),
      fullNode(id('t-db'), 'resource', 'db'),
    ],
    edges: [
      ...[joined(id('s'), id('p')), joined(id('s'), id('t'))],
      ...[joined(id('p'), id('p-db')), joined(id('t'), id('t-db'))],
    ],
  }
}
