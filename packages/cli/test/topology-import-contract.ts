import { describe, expect, it } from 'vitest'
import {
  auditOf,
  bankDocument,
  bundleOf,
  createTopology,
  fullNode,
  idOfService,
  joined,
  numbers,
  PATH,
  policiesOf,
  previewOf,
  relationsOf,
  servicesOf,
  shopDocument,
  type TopologyEntryPoint,
  topologiesOf,
  topologyOf,
} from './topology-entry-point.js'

/** Tests the effects of an import, over the HTTP API or the command line. */
export function topologyImportContract(entry: TopologyEntryPoint): void {
  describe('topologies', () => topologiesContract(entry))
  describe('nodes', () => nodesContract(entry))
  describe('weight policies and the service catalog', () => policiesAndCatalogContract(entry))
}

const CATALOG_FIELDS = ['name', 'description', 'icon', 'owner', 'runbook', 'links', 'alertImpact']

/** Tests which topologies an import creates, changes and keeps (rules.md#imported-topologies). */
function topologiesContract(entry: TopologyEntryPoint): void {
  it('should preview its changes without writing, make them, and find no changes afterwards', async () => {
    const file = shopDocument()
    const plan = await entry.plan(file, { mode: 'merge' })
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
    expect([await topologiesOf(entry), await auditOf(entry)]).toEqual([[], []])
    const done = await entry.import(file, { mode: 'merge' })
    const { id: topologyId } = await topologyOf(entry, 'shop')
    expect(done).toEqual({
      ...{ status: 'ok', dryRun: false, previews: [preview] },
      results: [{ service: 'shop', topologyId, action: 'created', counts, catalogService }],
    })
    for (const mode of ['merge', 'replace'] as const) {
      expect(await previewOf(entry, file, { mode })).toEqual({
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
    await entry.import(file, { mode: 'replace' })
    const topology = await topologyOf(entry, 'shop')
    expect(topology).toMatchObject({ ...file.topology, schemaVersion: 2, nodes: file.nodes, edges: file.edges })
    expect(topology.nodes.map(({ environment, resource }) => [environment, resource])).toEqual([
      ...[
        [null, null],
        ['Production', null],
      ],
      ...['web', 'db', 'cache'].map((resource) => ['Production', resource]),
    ])
    expect(await auditOf(entry)).toMatchObject([
      {
        ...{ event: 'service-topology-imported', type: 'service-topology', resourceId: topology.id },
        text: 'topology Shop of service shop created by an import (replace)',
        attributes: { mode: 'replace', action: 'created' },
      },
    ])
    await entry.import({ ...file, topology: { ...file.topology, name: 'Store' } }, { mode: 'merge' })
    expect(await auditOf(entry)).toMatchObject([
      { text: 'topology Store of service shop updated by an import (merge)', attributes: { action: 'updated' } },
      {},
    ])
  })

  it('should find the topology by its service, not by its id, and create a missing one', async () => {
    const [shop, bank] = [await createTopology(entry, 'shop'), await createTopology(entry, 'bank')]
    const file = { ...shopDocument(), topology: { ...shopDocument().topology, id: bank.id, description: 'new' } }
    const { results } = await entry.import(file, { mode: 'merge' })
    expect(results).toMatchObject([{ service: 'shop', topologyId: shop.id, action: 'updated' }])
    expect(await topologyOf(entry, 'shop')).toMatchObject({
      id: shop.id,
      description: 'new',
      createTime: shop.createTime,
    })
    expect(await topologyOf(entry, 'bank')).toEqual(bank)
    const mail = { ...bankDocument('mail-'), topology: { id: bank.id, service: 'mail' } }
    const { results: created } = await entry.import(mail, { mode: 'merge' })
    expect(created).toMatchObject([{ service: 'mail', action: 'created' }])
    expect(await idOfService(entry, 'bank')).toBe(bank.id)
    expect([shop.id, bank.id]).not.toContain(await idOfService(entry, 'mail'))
  })

  it('should make the topology equal to the file in replace mode, and remove nothing in merge mode', async () => {
    const { id } = await createTopology(entry, 'shop')
    for (const body of [{ name: 'tied', topologyId: id }, { name: 'global' }]) {
      await entry.call('POST', `${PATH}_policy`, { description: '', ...body })
    }
    const file = {
      ...shopDocument(),
      nodes: [...shopDocument().nodes.slice(0, 3), fullNode('queue', 'resource')],
      edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'queue')],
    }
    const merged = await entry.import(file, { mode: 'merge' })
    expect(merged.previews).toMatchObject([
      {
        nodes: numbers({ create: 1, unchanged: 5 }),
        edges: numbers({ create: 1, unchanged: 4 }),
        weightPolicies: numbers({ create: 1 }),
      },
    ])
    expect((await topologyOf(entry, 'shop')).nodes.map(({ label }) => label)).toEqual([
      ...['Shop', 'Production', 'web', 'db', 'cache', 'queue'],
    ])
    const replaced = await entry.import(file, { mode: 'replace' })
    expect(replaced.previews).toMatchObject([
      {
        nodes: numbers({ remove: 2, unchanged: 4 }),
        edges: numbers({ remove: 2, unchanged: 3 }),
        weightPolicies: numbers({ remove: 1, unchanged: 1 }),
      },
    ])
    expect(replaced.results).toMatchObject([{ counts: { nodes: { remove: 2 }, weightPolicies: { remove: 1 } } }])
    expect(await topologyOf(entry, 'shop')).toMatchObject({ id, nodes: file.nodes, edges: file.edges })
    expect((await policiesOf(entry)).map(({ name }) => name)).toEqual(['global', 'hot'])
  })

  it('should sync edges between resource nodes to the resource graph, like PUT', async () => {
    await entry.call('POST', '/api/resources/relations', { environment: 'Production', resource: 'db', parent: 'web' })
    await entry.import(shopDocument(), { mode: 'merge' })
    expect(await relationsOf(entry)).toMatchObject([{ resource: 'db', parent: 'web', source: 'manual' }])
    const sourceRef = await idOfService(entry, 'shop')
    const edges = [joined('s', 'e'), joined('e', 'web'), joined('e', 'db'), joined('db', 'cache')]
    await entry.import({ ...shopDocument(), edges }, { mode: 'replace' })
    expect(await relationsOf(entry)).toMatchObject([
      { environment: 'Production', resource: 'cache', parent: 'db', source: 'topology', sourceRef },
      { resource: 'db', parent: 'web', source: 'manual' },
    ])
    await entry.import(shopDocument(), { mode: 'replace' })
    expect(await relationsOf(entry)).toMatchObject([{ resource: 'db', parent: 'web', source: 'manual' }])
  })

  it('should import every topology of a bundle, each with its preview and its result', async () => {
    await createTopology(entry, 'bank')
    const file = bundleOf(shopDocument(), bankDocument())
    const { previews, results } = await entry.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([
      { topology: { service: 'shop', action: 'create' } },
      { topology: { service: 'bank', action: 'update' }, nodes: numbers({ unchanged: 5 }) },
    ])
    expect(results).toMatchObject([
      { service: 'shop', action: 'created' },
      { service: 'bank', action: 'updated' },
    ])
    expect((await topologiesOf(entry)).map(({ service }) => service)).toEqual(['bank', 'shop'])
    expect((await auditOf(entry)).filter(({ event }) => event === 'service-topology-imported')).toHaveLength(2)
  })
}

/** Tests the effects of an import on nodes: ids, appearance, positions (rules.md#imported-nodes). */
function nodesContract(entry: TopologyEntryPoint): void {
  it('should keep node ids, except those of another topology, which it replaces with their edges', async () => {
    await createTopology(entry, 'shop')
    const file = {
      ...bankDocument(''),
      nodes: [...shopDocument().nodes.slice(0, 4), fullNode('free', 'resource', 'cache')],
      edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'db'), joined('e', 'free')],
    }
    const warning = { code: 'idsRegenerated', row: null, params: { service: 'bank', count: 4 } }
    for (const answer of [await entry.plan(file, { mode: 'merge' }), await entry.import(file, { mode: 'merge' })]) {
      expect(answer.previews).toMatchObject([{ idsRegenerated: 4, warnings: [warning] }])
    }
    const { nodes, edges } = await topologyOf(entry, 'bank')
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
    expect((await topologyOf(entry, 'shop')).nodes.map(({ id }) => id)).toEqual(['s', 'e', 'web', 'db', 'cache'])
    expect(await previewOf(entry, file, { mode: 'merge' })).toMatchObject({ idsRegenerated: 0, warnings: [] })
  })

  it('should assign new ids, in merge mode, for ids of other nodes and edges of the topology', async () => {
    await entry.import(shopDocument(), { mode: 'merge' })
    const [service, environment] = shopDocument().nodes
    const file = {
      ...shopDocument(),
      nodes: [service, environment, fullNode('cache', 'resource', 'queue')],
      edges: [joined('s', 'e'), { ...joined('e', 'cache'), id: 'web-db' }],
    }
    const { previews } = await entry.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ idsRegenerated: 1, nodes: { create: 1 }, edges: { create: 1 }, errors: [] }])
    const { nodes, edges } = await topologyOf(entry, 'shop')
    expect(nodes.map(({ label }) => label)).toEqual(['Shop', 'Production', 'web', 'db', 'cache', 'queue'])
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(6)
    expect(nodes[4]).toMatchObject({ id: 'cache', label: 'cache' })
    expect(new Set(edges.map(({ id }) => id)).size).toBe(5)
    expect(edges.find(({ id }) => id === 'web-db')).toMatchObject({ source: 'web', target: 'db' })
    expect(edges.find(({ target }) => target === nodes[5]?.id)).toMatchObject({ source: 'e' })
  })

  it('should match nodes by name, and update their label, icon, params and hierarchyConfig', async () => {
    const twice = twoEnvironments('')
    await entry.import(twice, { mode: 'merge' })
    const before = await topologyOf(entry, 'shop')
    const looks = { icon: 'new', params: { new: [1] }, hierarchyConfig: { disabledSLA: true } }
    const others = twoEnvironments('other-')
    const file = {
      ...others,
      nodes: others.nodes.map((node) => ({ ...node, ...looks, ...(node.kind === 'service' && { label: 'New' }) })),
    }
    const { previews } = await entry.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ nodes: numbers({ update: 5 }), edges: numbers({ unchanged: 4 }), warnings: [] }])
    expect((await topologyOf(entry, 'shop')).nodes).toEqual(
      before.nodes.map((node) => ({ ...node, ...looks, ...(node.kind === 'service' && { label: 'New' }) })),
    )
  })

  it.each([
    ['s', { label: 'New' }],
    ['e', { icon: 'new' }],
    ['db', { params: { new: [1] } }],
    ['db', { hierarchyConfig: { disabledSLA: true } }],
  ])('should update the node %j if only this changes: %j', async (id, change) => {
    await entry.import(shopDocument(), { mode: 'merge' })
    const nodes = shopDocument().nodes.map((node) => (node.id === id ? { ...node, ...change } : node))
    const { previews } = await entry.import({ ...shopDocument(), nodes }, { mode: 'merge' })
    expect(previews).toMatchObject([{ nodes: numbers({ update: 1, unchanged: 4 }) }])
    expect((await topologyOf(entry, 'shop')).nodes.find((node) => node.id === id)).toMatchObject(change)
  })

  it('should keep the ids of matched nodes in merge mode, and use the ids of the file in replace mode', async () => {
    await entry.import(shopDocument(), { mode: 'merge' })
    const file = { ...bankDocument('file-'), topology: { service: 'shop', name: 'Merged' } }
    const ids = async () => (await topologyOf(entry, 'shop')).nodes.map(({ id }) => id)
    await entry.import(file, { mode: 'merge' })
    expect(await ids()).toEqual(['s', 'e', 'web', 'db', 'cache'])
    const { previews } = await entry.import(file, { mode: 'replace' })
    expect(previews).toMatchObject([
      { nodes: numbers({ update: 5 }), edges: numbers({ update: 4 }), idsRegenerated: 0 },
    ])
    expect(await ids()).toEqual(file.nodes.map(({ id }) => id))
  })

  it('should keep the positions of matched nodes, except with positions=file or in replace mode', async () => {
    await entry.import(shopDocument(), { mode: 'merge' })
    const moved = (x: number) => ({
      ...shopDocument(),
      nodes: [
        ...shopDocument().nodes.map((node) => ({ ...node, position: { x, y: 0 } })),
        { ...fullNode('queue', 'resource'), position: { x: 77, y: 78 } },
      ],
      edges: [...shopDocument().edges, joined('e', 'queue')],
    })
    const positions = async () => (await topologyOf(entry, 'shop')).nodes.map(({ position }) => position)
    const unmoved = await entry.import(moved(5), { mode: 'merge', positions: 'keep' })
    expect(unmoved.previews).toMatchObject([
      {
        nodes: numbers({ create: 1, unchanged: 5 }),
        warnings: [{ code: 'positionsKept', row: null, params: { service: 'shop', count: 5 } }],
      },
    ])
    expect(await positions()).toEqual([...Array(5).fill({ x: 1, y: 2 }), { x: 77, y: 78 }])
    expect(await previewOf(entry, moved(5), { mode: 'merge' })).toMatchObject({ warnings: [{ code: 'positionsKept' }] })
    const file = await entry.import(moved(5), { mode: 'merge', positions: 'file' })
    expect(file.previews).toMatchObject([{ nodes: numbers({ update: 5, unchanged: 1 }), warnings: [] }])
    expect(await positions()).toEqual([...Array(5).fill({ x: 5, y: 0 }), { x: 77, y: 78 }])
    const replaced = await entry.import(moved(6), { mode: 'replace', positions: 'keep' })
    expect(replaced.previews).toMatchObject([{ nodes: numbers({ update: 5, unchanged: 1 }), warnings: [] }])
    expect(await positions()).toEqual([...Array(5).fill({ x: 6, y: 0 }), { x: 77, y: 78 }])
  })
}

/**
 * Tests the effects of an import on weight policies and the service catalog (rules.md#imported-weight-policies;
 * rules.md#imported-catalog-entries).
 */
function policiesAndCatalogContract(entry: TopologyEntryPoint): void {
  const withPolicies = (...weightPolicies: readonly object[]) => ({ ...shopDocument(), weightPolicies })

  it('should match all weight policies by name, update them from the file and assign them to the topology', async () => {
    await entry.import(bankDocument(), { mode: 'merge' })
    const topologyId = await idOfService(entry, 'bank')
    await entry.call('POST', `${PATH}_policy`, { name: 'hot', description: 'of the bank', weight: 1, topologyId })
    await entry.call('POST', `${PATH}_policy`, { name: 'cold', description: 'global' })
    await entry.call('POST', `${PATH}_policy`, { name: 'HOT', description: 'another name' })
    const [hot, cold, other] = await policiesOf(entry)
    const [sent] = shopDocument().weightPolicies
    const file = withPolicies({ ...sent, name: 'cold' }, { ...sent }, { ...sent, name: 'new' })
    const { previews, results } = await entry.import(file, { mode: 'merge' })
    expect(previews).toMatchObject([{ weightPolicies: numbers({ create: 1, update: 2 }) }])
    expect(results).toMatchObject([{ counts: { weightPolicies: numbers({ create: 1, update: 2 }) } }])
    const assigned = { topologyId: await idOfService(entry, 'shop') }
    expect(await policiesOf(entry)).toEqual([
      { ...hot, ...sent, ...assigned },
      { ...cold, ...sent, ...assigned, name: 'cold' },
      other,
      { ...sent, ...assigned, name: 'new', id: expect.any(String), createTime: expect.any(String) },
    ])
  })

  it('should remove, in replace mode, exactly the policies of the topology that are not in the file', async () => {
    await entry.import(withPolicies({ name: 'stays', description: '' }, { name: 'goes', description: '' }), {
      mode: 'merge',
    })
    await entry.import(
      { ...bankDocument(), weightPolicies: [{ name: 'of the bank', description: '' }] },
      { mode: 'merge' },
    )
    await entry.call('POST', `${PATH}_policy`, { name: 'global', description: '' })
    const file = withPolicies({ name: 'stays', description: '' })
    const names = async () => (await policiesOf(entry)).map(({ name }) => name)
    const merged = await entry.import({ ...file, topology: { ...file.topology, name: 'S' } }, { mode: 'merge' })
    expect(merged.previews).toMatchObject([{ weightPolicies: numbers({ unchanged: 1 }) }])
    expect(await names()).toEqual(['stays', 'goes', 'of the bank', 'global'])
    const replaced = await entry.import(file, { mode: 'replace' })
    expect(replaced.previews).toMatchObject([{ weightPolicies: numbers({ unchanged: 1, remove: 1 }) }])
    expect(await names()).toEqual(['stays', 'of the bank', 'global'])
  })

  it('should create policies in the order of the file, which is the order of their application', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `policy ${9 - index}`)
    await entry.import(withPolicies(...names.map((name) => ({ name, description: '' }))), { mode: 'replace' })
    expect((await policiesOf(entry)).map(({ name }) => name)).toEqual(names)
  })

  it('should create a missing catalog service with the fields of the file', async () => {
    const { previews } = await entry.import(shopDocument(), { mode: 'replace' })
    expect(previews).toMatchObject([{ catalogService: { action: 'create', fields: CATALOG_FIELDS } }])
    expect(await servicesOf(entry)).toEqual([
      {
        ...{ serviceId: 'shop', name: 'shop', description: 'sells', icon: 'cart', owner: '', runbook: '', links: [] },
        alertImpact: { severities: ['critical'], statuses: [], whitelist: {}, blacklist: {} },
      },
    ])
  })

  it('should skip the catalog if the file has no catalog service', async () => {
    for (const mode of ['merge', 'replace'] as const) {
      const { catalogService: _, ...file } = shopDocument()
      const { previews } = await entry.plan({ ...file, ...(mode === 'replace' && { catalogService: null }) }, { mode })
      expect(previews).toMatchObject([{ catalogService: { action: 'skip', fields: [] } }])
      await entry.import({ ...file, topology: { ...file.topology, description: mode } }, { mode })
    }
    expect(await servicesOf(entry)).toEqual([])
  })

  const SENT = { description: 'sells', icon: 'cart', alertImpact: { severities: ['critical'] } }
  const EMPTY = { description: '', icon: 'server', alertImpact: {} }
  const STORED = { description: 'stored', icon: 'stored', alertImpact: { statuses: ['open'] } }
  const LINKS = [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }]
  const TOLD = { ...SENT, owner: 'Team A', runbook: 'https://wiki.example.com/shop', links: LINKS }
  const OWNED = { ...STORED, owner: 'Team B', runbook: 'mailto:b@example.com', links: [{ ...LINKS[0], title: 'Old' }] }
  const UNTOLD = { ...EMPTY, icon: '', owner: '', runbook: '', links: [] }
  const CONTACT = ['owner', 'runbook', 'links']
  const LISTED = { blacklist: { operator: 'AND', clauses: [{ key: 'event', op: '=', value: 'Test' }] } }

  it.each([
    ['merge', 'fill empty fields', EMPTY, SENT, ['description', 'icon', 'alertImpact'], SENT],
    ['merge', 'fill one empty field', { ...STORED, icon: 'server' }, SENT, ['icon'], { ...STORED, icon: 'cart' }],
    ['merge', 'keep fields that are not empty', STORED, SENT, [], STORED],
    ['merge', 'fill the empty owner, runbook and links', SENT, TOLD, CONTACT, TOLD],
    ['merge', 'fill one of them', { ...OWNED, links: [] }, TOLD, ['links'], { ...OWNED, links: LINKS }],
    ['merge', 'keep the owner, runbook and links', OWNED, TOLD, [], OWNED],
    ['replace', 'overwrite the owner, runbook and links', { ...OWNED, ...SENT }, TOLD, CONTACT, TOLD],
    ['replace', 'keep the owner, runbook and links if they are empty in the file', OWNED, UNTOLD, [], OWNED],
    [
      'merge',
      'keep an alertImpact with only a blacklist',
      { ...STORED, alertImpact: LISTED },
      SENT,
      [],
      { ...STORED, alertImpact: LISTED },
    ],
    ['replace', 'overwrite with fields that are not empty', STORED, SENT, ['description', 'icon', 'alertImpact'], SENT],
    ['replace', 'keep fields that are empty in the file', STORED, { ...EMPTY, icon: '' }, [], STORED],
    ['replace', 'keep fields that the file omits', STORED, { icon: 'cart' }, ['icon'], { ...STORED, icon: 'cart' }],
    ['replace', 'keep the name', STORED, { ...STORED, name: 'Another' }, [], STORED],
  ] as const)('should in mode %s %s of the catalog service', async (mode, _, stored, sent, fields, expected) => {
    await entry.call('PUT', '/api/service_catalog/shop', stored)
    const { previews } = await entry.import({ ...shopDocument(), catalogService: sent }, { mode })
    const action = fields.length > 0 ? 'update' : 'unchanged'
    expect(previews).toMatchObject([{ catalogService: { action, fields } }])
    expect(await servicesOf(entry)).toMatchObject([{ serviceId: 'shop', name: 'shop', ...expected }])
  })

  it('should create a policy of several topologies in a bundle once, as a global policy', async () => {
    const shared = { id: '00000000-0000-4000-8000-000000000001', name: 'shared', description: '' }
    const file = bundleOf(withPolicies(shared), { ...bankDocument(), weightPolicies: [shared] })
    const { previews } = await entry.import(file, { mode: 'merge' })
    expect(previews?.map(({ weightPolicies }) => weightPolicies.create)).toEqual([1, 0])
    expect(await policiesOf(entry)).toMatchObject([{ ...shared, topologyId: null }])
  })
}

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
