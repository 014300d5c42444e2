import { expect, it } from 'vitest'
import type { StoreHarness } from '../store-harness.js'
import { shopBody } from './shop.js'
import { bundleOf, edge, node, renamed, SHOP } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { identitiesOf, importing, pairsOf, worldOf } from './transfer-scene.js'

const replace = { mode: 'replace' } as const
const merge = { mode: 'merge' } as const

/** What an import does to topologies (api.md, POST /api/service_topology/import; decisions.md 9). */
export function topologyImportContract(harness: StoreHarness): void {
  it('should create the topology of a service that has none, with all that goes with it', async () => {
    const stage = await setStage(harness)
    const report = await importing(stage.opsgraph, SHOP, replace)
    const created = { create: 5, update: 0, remove: 0, unchanged: 0 }
    const counts = {
      nodes: created,
      edges: { ...created, create: 4 },
      weightPolicies: { ...created, create: 1 },
    }
    const catalogService = { action: 'create', fields: ['name', 'description', 'icon', 'alertImpact'] }
    const preview = {
      topology: { service: 'shop', action: 'create', id: null },
      ...counts,
      catalogService,
      idsRegenerated: 0,
      warnings: [],
      errors: [],
    }
    const [topology] = (await worldOf(stage.opsgraph)).topologies
    const result = { service: 'shop', topologyId: topology?.id, action: 'created', counts, catalogService }
    expect(report).toEqual({ dryRun: false, previews: [preview], results: [result] })
    expect(topology).toMatchObject({
      ...SHOP.topology,
      ...{ schemaVersion: 2, edges: SHOP.edges },
      nodes: SHOP.nodes.map((node) => ({ ...node, environment: node.kind === 'service' ? null : 'Production' })),
    })
    const world = await worldOf(stage.opsgraph)
    expect(world.policies).toMatchObject([{ ...SHOP.weightPolicies[0], topologyId: topology?.id }])
    expect(world.services).toMatchObject([{ serviceId: 'shop', ...SHOP.catalogService }])
    expect(world.relations).toMatchObject([
      { resource: 'db', parent: 'web', source: 'topology', sourceRef: topology?.id },
    ])
    const { items: trail } = await stage.opsgraph.listAuditEntries({})
    expect(trail).toMatchObject([
      {
        ...{ event: 'service-topology-imported', type: 'service-topology', user: 'ann', resourceId: topology?.id },
        text: expect.stringMatching(/created.*replace/),
        attributes: { mode: 'replace', action: 'created' },
      },
    ])
  })

  it('should find the topology by its service, whatever id the file has', async () => {
    const stage = await setStage(harness)
    const { id } = await stage.opsgraph.createTopology(admin, shopBody())
    const other = await stage.opsgraph.createTopology(admin, { name: 'B', description: '', service: 'bank' })
    await importing(stage.opsgraph, { ...SHOP, topology: { ...SHOP.topology, id: other.id } }, replace)
    expect((await stage.opsgraph.readTopologyBy('service_name', 'shop')).id).toBe(id)
    await importing(stage.opsgraph, { ...SHOP, topology: { ...SHOP.topology, id: other.id, service: 'mail' } }, replace)
    const mail = await stage.opsgraph.readTopologyBy('service_name', 'mail')
    expect([id, other.id]).not.toContain(mail.id)
    expect(await stage.opsgraph.readTopologyBy('id', other.id)).toEqual(other)
  })

  it('should take the id of a file for a new topology where it is free, and no other text for one', async () => {
    const stage = await setStage(harness)
    const id = '11111111-2222-4333-8444-555555555555'
    await importing(stage.opsgraph, { ...SHOP, topology: { ...SHOP.topology, id } }, replace)
    expect((await stage.opsgraph.readTopologyBy('service_name', 'shop')).id).toBe(id)
    const bank = { ...SHOP, topology: { ...SHOP.topology, id: 'export', service: 'bank' } }
    await importing(stage.opsgraph, bank, replace)
    expect((await stage.opsgraph.readTopologyBy('service_name', 'bank')).id).not.toBe('export')
    const free = '11111111-2222-4333-8444-666666666666'
    const document = (service: string, of: string) => ({
      ...renamed(SHOP, service),
      topology: { service, id: of },
    })
    await importing(stage.opsgraph, bundleOf(document('a', id), document('b', free), document('c', free), SHOP), merge)
    const ids = (await worldOf(stage.opsgraph)).topologies.map((topology) => topology.id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    expect((await stage.opsgraph.readTopologyBy('service_name', 'b')).id).toBe(free)
  })

  it('should give new ids to nodes whose id another topology uses, edges remapped', async () => {
    const stage = await setStage(harness)
    await stage.opsgraph.createTopology(admin, shopBody())
    const bank = { ...SHOP, topology: { service: 'bank' }, nodes: [...SHOP.nodes.slice(0, 4), node('free', 'cache')] }
    const document = {
      ...bank,
      edges: SHOP.edges.map((edge) => ({ ...edge, target: edge.target.replace('cache', 'free') })),
    }
    const { previews } = await importing(stage.opsgraph, document, merge)
    expect(previews).toMatchObject([
      { idsRegenerated: 4, warnings: [{ code: 'idsRegenerated', row: null, params: { service: 'bank', count: 4 } }] },
    ])
    const stored = await stage.opsgraph.readTopologyBy('service_name', 'bank')
    expect(pairsOf(stored)).toEqual(pairsOf(await stage.opsgraph.readTopologyBy('service_name', 'shop')))
    expect(stored.nodes.map(({ id }) => id)).toContain('free')
    const again = await importing(stage.opsgraph, document, merge)
    expect(again.previews).toMatchObject([{ idsRegenerated: 0, nodes: { unchanged: 5 }, warnings: [] }])
  })

  it('should give a new id to an edge whose id another one of the topology has', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, merge)
    const document = {
      ...{ topology: { service: 'shop' }, nodes: [...SHOP.nodes.slice(0, 2), node('queue', 'queue')] },
      edges: [edge('s', 'e'), { id: 'e-web', source: 'e', target: 'queue' }],
    }
    await importing(stage.opsgraph, document, merge)
    const { edges } = await stage.opsgraph.readTopologyBy('service_name', 'shop')
    expect(edges).toEqual([...SHOP.edges, { id: expect.any(String), source: 'e', target: 'queue' }])
    expect(new Set(edges.map(({ id }) => id)).size).toBe(5)
    expect((await importing(stage.opsgraph, document, merge)).previews).toMatchObject([{ edges: { unchanged: 5 } }])
  })

  it('should match nodes by what they stand for, and take their looks from the file', async () => {
    const stage = await setStage(harness)
    const created = await stage.opsgraph.createTopology(admin, shopBody())
    const { nodes: before } = created
    const others = renamed(SHOP, 'other-')
    const looks = { icon: 'new', params: { new: true }, hierarchyConfig: { disabledSLA: 1 } }
    const nodes = others.nodes.map((each) => ({ ...each, ...looks, position: { x: 7, y: 7 } }))
    const document = {
      ...others,
      nodes: nodes.map((each) => (each.kind === 'service' ? { ...each, label: 'New' } : each)),
    }
    const { previews } = await importing(stage.opsgraph, document, merge)
    expect(previews).toMatchObject([
      {
        nodes: { create: 0, update: 5, remove: 0, unchanged: 0 },
        edges: { create: 0, update: 0, remove: 0, unchanged: 4 },
        warnings: [{ code: 'positionsKept', params: { count: 5 } }],
      },
    ])
    const merged = await stage.opsgraph.readTopologyBy('service_name', 'shop')
    expect([merged.id, merged.createTime]).toEqual([created.id, created.createTime])
    expect(merged.updateTime > created.updateTime).toBe(true)
    expect(merged.nodes).toEqual(
      before.map((each) => ({ ...each, ...looks, label: each.kind === 'service' ? 'New' : each.label })),
    )
    await importing(stage.opsgraph, document, { ...merge, positions: 'file' })
    const moved = await stage.opsgraph.readTopologyBy('service_name', 'shop')
    expect(moved.nodes).toEqual(merged.nodes.map((each) => ({ ...each, position: { x: 7, y: 7 } })))
    await importing(stage.opsgraph, document, replace)
    const replaced = await stage.opsgraph.readTopologyBy('service_name', 'shop')
    expect(replaced.nodes.map(({ id }) => id)).toEqual(document.nodes.map(({ id }) => id))
  })

  it('should leave what a file is silent about as it is when it merges', async () => {
    const stage = await setStage(harness)
    const { nodes } = await stage.opsgraph.createTopology(admin, shopBody('', { serviceKpi: 'kpi', orientation: 'LR' }))
    const bare = SHOP.nodes.map(({ id, kind, label }) => ({ id, kind, label }))
    const document = { topology: { service: 'shop', description: '' }, nodes: bare, edges: SHOP.edges }
    const { previews } = await importing(stage.opsgraph, document, merge)
    expect(previews).toMatchObject([
      { nodes: { update: 0, unchanged: 5 }, catalogService: { action: 'skip', fields: [] }, warnings: [] },
    ])
    expect(await stage.opsgraph.readTopologyBy('service_name', 'shop')).toMatchObject({
      ...{ name: 'Shop', description: 'The shop', serviceKpi: 'kpi', orientation: 'LR', nodes },
    })
  })

  it('should make the topology exactly the file, or add to it', async () => {
    const stage = await setStage(harness)
    const { id } = await stage.opsgraph.createTopology(admin, shopBody())
    await stage.opsgraph.createWeightPolicy(admin, { name: 'tied', description: '', topologyId: id })
    await stage.opsgraph.createWeightPolicy(admin, { name: 'global', description: '' })
    const document = {
      ...SHOP,
      nodes: [...SHOP.nodes.slice(0, 3), node('queue', 'queue')],
      edges: [...SHOP.edges.slice(0, 2), { id: 'q', source: 'web', target: 'queue' }],
    }
    await importing(stage.opsgraph, document, merge)
    const merged = await stage.opsgraph.readTopologyBy('id', id)
    expect([...identitiesOf(merged).keys()]).toEqual(['s', 'e', 'web', 'db', 'cache', 'queue'])
    expect((await worldOf(stage.opsgraph)).policies.map(({ name }) => name)).toEqual(['tied', 'global', 'hot'])
    const { previews } = await importing(stage.opsgraph, document, replace)
    expect(previews).toMatchObject([
      {
        // Nodes that the file puts elsewhere, and edges that it calls otherwise.
        nodes: { create: 0, update: 2, remove: 2, unchanged: 2 },
        edges: { create: 0, update: 2, remove: 2, unchanged: 1 },
        weightPolicies: { create: 0, update: 0, remove: 1, unchanged: 1 },
      },
    ])
    const world = await worldOf(stage.opsgraph)
    expect(world.topologies.map((each) => [...identitiesOf(each).keys()])).toEqual([['s', 'e', 'web', 'queue']])
    expect(world.policies.map(({ name, topologyId }) => [name, topologyId])).toEqual([
      ['global', null],
      ['hot', id],
    ])
    expect(world.relations).toMatchObject([{ resource: 'queue', parent: 'web', sourceRef: id }])
  })

  it('should bring back relations that were deleted, also when the topology stays as it is', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, replace)
    const { topologies, relations } = await worldOf(stage.opsgraph)
    const [relation] = (await stage.opsgraph.listRelations({})).items
    await stage.opsgraph.deleteRelation(admin, relation?.id ?? '')
    await importing(stage.opsgraph, SHOP, { ...merge, dryRun: true })
    expect((await worldOf(stage.opsgraph)).relations).toEqual([])
    await importing(stage.opsgraph, SHOP, merge)
    const world = await worldOf(stage.opsgraph)
    const again = { id: expect.any(String), createTime: expect.any(String), updateTime: expect.any(String) }
    expect(world.relations).toEqual([{ ...relation, ...again }])
    expect(world.relations).toHaveLength(relations.length)
    expect(world.topologies).toEqual(topologies)
  })

  it('should take a node for another one when it stands for something else, whatever its id', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, replace)
    const nodes = SHOP.nodes.map((each) => (each.id === 'db' ? { ...each, label: 'db2' } : each))
    const { previews } = await importing(stage.opsgraph, { ...SHOP, nodes }, { ...replace, dryRun: true })
    expect(previews).toMatchObject([
      {
        nodes: { create: 1, update: 0, remove: 1, unchanged: 4 },
        edges: { create: 1, update: 0, remove: 1, unchanged: 3 },
        idsRegenerated: 0,
      },
    ])
    const merged = await importing(stage.opsgraph, { ...SHOP, nodes }, merge)
    expect(merged.previews).toMatchObject([
      { nodes: { create: 1, update: 0, unchanged: 5 }, edges: { create: 1, unchanged: 4 }, idsRegenerated: 1 },
    ])
  })

  it('should merge no more nodes than a topology may have', async () => {
    const stage = await setStage(harness)
    const [top, environment] = [SHOP.nodes[0], SHOP.nodes[1]]
    const withResources = (prefix: string, count: number) => {
      const ids = Array.from({ length: count }, (_, index) => prefix + index)
      const nodes = [top, environment, ...ids.map((id) => node(id, id))]
      return { topology: { service: 'shop' }, nodes, edges: [edge('s', 'e'), ...ids.map((id) => edge('e', id))] }
    }
    await importing(stage.opsgraph, withResources('a', 2_500), merge)
    await expect(importing(stage.opsgraph, withResources('b', 2_499), merge)).rejects.toMatchObject({
      issues: [
        { code: 'tooLarge', path: 'after merge: nodes', message: expect.stringMatching(/^after merge: .*5001$/) },
      ],
    })
    await importing(stage.opsgraph, withResources('b', 2_498), merge)
  })

  it('should write nothing when the graph is not valid after merging', async () => {
    const stage = await setStage(harness)
    await stage.opsgraph.createTopology(admin, shopBody())
    const world = await worldOf(stage.opsgraph)
    const turned = {
      ...SHOP,
      edges: [...SHOP.edges.slice(0, 2), edge('e', 'db'), edge('db', 'web'), edge('e', 'cache')],
    }
    const bundle = bundleOf({ ...SHOP, topology: { service: 'bank' } }, turned)
    for (const dryRun of [true, false]) {
      await expect(importing(stage.opsgraph, bundle, { ...merge, dryRun })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'invalid import',
        issues: [
          {
            code: 'cycle',
            path: 'topologies[1].after merge: edges',
            message: expect.stringMatching(/^after merge: /),
          },
        ],
      })
    }
    expect(await worldOf(stage.opsgraph)).toEqual(world)
    expect(await stage.peek('audit')).toHaveLength(1)
  })

  it('should turn a tree of an earlier release into nodes and edges', async () => {
    const stage = await setStage(harness)
    const tree = {
      ...{ type: 'service', name: 'Shop' },
      children: [
        { type: 'environment', label: 'Production', children: [{ type: 'resource', label: 'web', children: [] }] },
      ],
    }
    for (const [document, options] of [
      [{ service: 'one', tree }, merge],
      [{ ...tree, service: 'two' }, merge],
      [tree, { ...merge, service: 'three' }],
    ] as const) {
      const { previews } = await importing(stage.opsgraph, document, options)
      expect(previews).toMatchObject([{ nodes: { create: 3 }, warnings: [{ code: 'legacyConverted' }] }])
    }
    const { topologies } = await worldOf(stage.opsgraph)
    expect(topologies.map(({ service, schemaVersion }) => [service, schemaVersion])).toEqual([
      ['one', 2],
      ['two', 2],
      ['three', 2],
    ])
    for (const topology of topologies) {
      expect([...identitiesOf(topology).values()]).toEqual([
        'service',
        'environment Production Production',
        'resource Production web',
      ])
      expect(new Set(topology.nodes.map(({ position }) => `${position.x} ${position.y}`)).size).toBe(3)
    }
  })

  it('should ask the store as often for 100 topologies as for one', async () => {
    const documents = Array.from({ length: 100 }, (_, index) => ({
      ...renamed(SHOP, `${index}-`),
      topology: { service: `service ${index}` },
      weightPolicies: [{ name: `policy ${index}`, description: '' }],
    }))
    const callsOf = async (file: unknown) => {
      const { opsgraph, calls } = await setStage(harness)
      await importing(opsgraph, file, replace)
      return [...calls]
    }
    expect(await callsOf(bundleOf(...documents))).toEqual(await callsOf(documents[0]))
  })

  it('should leave one topology of each service, and every node id in one of them', async () => {
    const { opsgraph } = await setStage(harness)
    const files = ['shop', 'bank', 'mail'].flatMap((service) =>
      [SHOP, bundleOf({ ...SHOP, topology: { service: 'common' } })].map((document) =>
        'nodes' in document ? { ...document, topology: { service } } : document,
      ),
    )
    const runs = [...files, ...files].map((file, index) => importing(opsgraph, file, index % 2 === 0 ? merge : replace))
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual(runs.map(() => 'fulfilled'))
    const { topologies } = await worldOf(opsgraph)
    expect(topologies.map(({ service }) => service).toSorted()).toEqual(['bank', 'common', 'mail', 'shop'])
    const ids = topologies.flatMap(({ nodes }) => nodes.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4 * SHOP.nodes.length)
  })
}
