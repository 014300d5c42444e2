import { expect, it } from 'vitest'
import { bankDocument, bundleOf, drawn, joined, PATH, shopDocument, type TopologyDoor } from './topology-door.js'
import {
  auditOf,
  createTopology,
  idOfService,
  numbers,
  policiesOf,
  previewOf,
  relationsOf,
  topologiesOf,
  topologyOf,
} from './topology-world.js'

/**
 * Tests the effects of an import on topologies (rules.md#imported-topologies), over the HTTP API or the command line.
 */
export function topologyRulesContract(door: TopologyDoor): void {
  it('should preview its changes without writing, make them, and find no changes afterwards', async () => {
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
      expect(await previewOf(door, file, { mode })).toEqual({
        topology: { service: 'shop', action: 'update', id: topologyId },
        nodes: numbers({ unchanged: 5 }),
        edges: numbers({ unchanged: 4 }),
        weightPolicies: numbers({ unchanged: 1 }),
        catalogService: { action: 'unchanged', fields: [] },
        ...{ idsRegenerated: 0, warnings: [], errors: [] },
      })
    }
  })

  it('should store the content of the file, and write one audit entry with mode and action', async () => {
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

  it('should find the topology by its service, not by its id, and create a missing one', async () => {
    const [shop, bank] = [await createTopology(door, 'shop'), await createTopology(door, 'bank')]
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

  it('should make the topology equal to the file in replace mode, and remove nothing in merge mode', async () => {
    const { id } = await createTopology(door, 'shop')
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

  it('should sync edges between resource nodes to the resource graph, like PUT', async () => {
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
    await createTopology(door, 'bank')
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
