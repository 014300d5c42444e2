import { expect, it } from 'vitest'
import { onThreeStores } from './on-three-stores.js'
import {
  auditOf,
  createTopology,
  idOfService,
  numbers,
  policiesOf,
  previewOf,
  relationsOf,
  topologiesOf,
  topologyApi,
  topologyOf,
} from './topology-api.js'
import { bankDocument, bundleOf, fullNode, joined, PATH, shopDocument } from './topology-files.js'

const CATALOG_FIELDS = ['name', 'description', 'icon', 'owner', 'runbook', 'links', 'alertImpact']

/** Which topologies an import creates, changes and keeps (rules.md#imported-topologies). */
onThreeStores((server) => {
  const api = topologyApi(server)

  it('should preview its changes without writing, make them, and find no changes afterwards', async () => {
    const file = shopDocument()
    const plan = await api.plan(file, { mode: 'merge' })
    const counts = {
      nodes: numbers({ create: 5 }),
      edges: numbers({ create: 4 }),
      weightPolicies: numbers({ create: 1 }),
      rules: numbers({}),
    }
    const catalogService = { action: 'create', fields: CATALOG_FIELDS }
    const preview = {
      topology: { service: 'shop', action: 'create', id: null },
      ...{ ...counts, catalogService, idsRegenerated: 0, warnings: [], errors: [] },
    }
    expect(plan).toEqual({ status: 'ok', dryRun: true, previews: [preview] })
    expect([await topologiesOf(api), await auditOf(api)]).toEqual([[], []])
    const done = await api.import(file, { mode: 'merge' })
    const { id: topologyId } = await topologyOf(api, 'shop')
    expect(done).toEqual({
      ...{ status: 'ok', dryRun: false, previews: [preview] },
      results: [{ service: 'shop', topologyId, action: 'created', counts, catalogService }],
    })
    for (const mode of ['merge', 'replace'] as const) {
      expect(await previewOf(api, file, { mode })).toEqual({
        topology: { service: 'shop', action: 'update', id: topologyId },
        nodes: numbers({ unchanged: 5 }),
        edges: numbers({ unchanged: 4 }),
        weightPolicies: numbers({ unchanged: 1 }),
        rules: numbers({}),
        catalogService: { action: 'unchanged', fields: [] },
        ...{ idsRegenerated: 0, warnings: [], errors: [] },
      })
    }
  })

  it('should store the content of the file, and write one audit entry with mode and action', async () => {
    const file = shopDocument()
    await api.import(file, { mode: 'replace' })
    const topology = await topologyOf(api, 'shop')
    expect(topology).toMatchObject({ ...file.topology, schemaVersion: 2, nodes: file.nodes, edges: file.edges })
    expect(topology.nodes.map(({ environment, resource }) => [environment, resource])).toEqual([
      ...[
        [null, null],
        ['Production', null],
      ],
      ...['web', 'db', 'cache'].map((resource) => ['Production', resource]),
    ])
    expect(await auditOf(api)).toMatchObject([
      {
        ...{ event: 'service-topology-imported', type: 'service-topology', resourceId: topology.id },
        text: 'topology Shop of service shop created by an import (replace)',
        attributes: { mode: 'replace', action: 'created' },
      },
    ])
    await api.import({ ...file, topology: { ...file.topology, name: 'Store' } }, { mode: 'merge' })
    expect(await auditOf(api)).toMatchObject([
      { text: 'topology Store of service shop updated by an import (merge)', attributes: { action: 'updated' } },
      {},
    ])
  })

  it('should find the topology by its service, not by its id, and create a missing one', async () => {
    const [shop, bank] = [await createTopology(api, 'shop'), await createTopology(api, 'bank')]
    const file = { ...shopDocument(), topology: { ...shopDocument().topology, id: bank.id, description: 'new' } }
    const { results } = await api.import(file, { mode: 'merge' })
    expect(results).toMatchObject([{ service: 'shop', topologyId: shop.id, action: 'updated' }])
    expect(await topologyOf(api, 'shop')).toMatchObject({
      id: shop.id,
      description: 'new',
      createTime: shop.createTime,
    })
    expect(await topologyOf(api, 'bank')).toEqual(bank)
    const mail = { ...bankDocument('mail-'), topology: { id: bank.id, service: 'mail' } }
    const { results: created } = await api.import(mail, { mode: 'merge' })
    expect(created).toMatchObject([{ service: 'mail', action: 'created' }])
    expect(await idOfService(api, 'bank')).toBe(bank.id)
    expect([shop.id, bank.id]).not.toContain(await idOfService(api, 'mail'))
  })

  it('should make the topology equal to the file in replace mode, and remove nothing in merge mode', async () => {
    const { id } = await createTopology(api, 'shop')
    for (const body of [{ name: 'tied', topologyId: id }, { name: 'global' }]) {
      await api.call('POST', `${PATH}_policy`, { description: '', ...body })
    }
    const file = {
      ...shopDocument(),
      nodes: [...shopDocument().nodes.slice(0, 3), fullNode('queue', 'resource')],
      edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'queue')],
    }
    const merged = await api.import(file, { mode: 'merge' })
    expect(merged.previews).toMatchObject([
      {
        nodes: numbers({ create: 1, unchanged: 5 }),
        edges: numbers({ create: 1, unchanged: 4 }),
        weightPolicies: numbers({ create: 1 }),
      },
    ])
    expect((await topologyOf(api, 'shop')).nodes.map(({ label }) => label)).toEqual([
      ...['Shop', 'Production', 'web', 'db', 'cache', 'queue'],
    ])
    const replaced = await api.import(file, { mode: 'replace' })
    expect(replaced.previews).toMatchObject([
      {
        nodes: numbers({ remove: 2, unchanged: 4 }),
        edges: numbers({ remove: 2, unchanged: 3 }),
        weightPolicies: numbers({ remove: 1, unchanged: 1 }),
      },
    ])
    expect(replaced.results).toMatchObject([{ counts: { nodes: { remove: 2 }, weightPolicies: { remove: 1 } } }])
    expect(await topologyOf(api, 'shop')).toMatchObject({ id, nodes: file.nodes, edges: file.edges })
    expect((await policiesOf(api)).map(({ name }) => name)).toEqual(['global', 'hot'])
  })

  it('should sync edges between resource nodes to the resource graph, like PUT', async () => {
    await api.call('POST', '/api/resources/relations', { environment: 'Production', resource: 'db', parent: 'web' })
    await api.import(shopDocument(), { mode: 'merge' })
    expect(await relationsOf(api)).toMatchObject([{ resource: 'db', parent: 'web', source: 'manual' }])
    const sourceRef = await idOfService(api, 'shop')
    const edges = [joined('s', 'e'), joined('e', 'web'), joined('e', 'db'), joined('db', 'cache')]
    await api.import({ ...shopDocument(), edges }, { mode: 'replace' })
    expect(await relationsOf(api)).toMatchObject([
      { environment: 'Production', resource: 'cache', parent: 'db', source: 'topology', sourceRef },
      { resource: 'db', parent: 'web', source: 'manual' },
    ])
    await api.import(shopDocument(), { mode: 'replace' })
    expect(await relationsOf(api)).toMatchObject([{ resource: 'db', parent: 'web', source: 'manual' }])
  })

  it('should import every topology of a bundle, each with its preview and its result', async () => {
    await createTopology(api, 'bank')
    const file = bundleOf(shopDocument(), bankDocument())
    const { previews, results } = await api.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([
      { topology: { service: 'shop', action: 'create' } },
      { topology: { service: 'bank', action: 'update' }, nodes: numbers({ unchanged: 5 }) },
    ])
    expect(results).toMatchObject([
      { service: 'shop', action: 'created' },
      { service: 'bank', action: 'updated' },
    ])
    expect((await topologiesOf(api)).map(({ service }) => service)).toEqual(['bank', 'shop'])
    expect((await auditOf(api)).filter(({ event }) => event === 'service-topology-imported')).toHaveLength(2)
  })
})
