import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody } from './shop.js'
import { bundleOf, edge, node, renamed, SHOP } from './shop-document.js'
import { admin, setStage } from './stage.js'
import { identitiesOf, importing, worldOf } from './transfer-scene.js'

const replace = { mode: 'replace' } as const
const merge = { mode: 'merge' } as const

/**
 * Tests how an import merges a file into a stored topology, and how it replaces a stored topology with a file
 * (rules.md#imported-topologies; rules.md#imported-nodes).
 */
export function topologyMergeContract(harness: StoreHarness): void {
  it('should give a new id to an edge whose id another edge of the topology has', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, merge)
    const document = {
      ...{ topology: { service: 'shop' }, nodes: [...SHOP.nodes.slice(0, 2), node('queue', 'queue')] },
      edges: [edge('s', 'e'), { id: 'e-web', source: 'e', target: 'queue' }],
    }
    await importing(stage.opsgraph, document, merge)
    const { edges } = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    expect(edges).toEqual([...SHOP.edges, { id: expect.any(String), source: 'e', target: 'queue' }])
    expect(new Set(edges.map(({ id }) => id)).size).toBe(5)
    expect((await importing(stage.opsgraph, document, merge)).previews).toMatchObject([{ edges: { unchanged: 5 } }])
  })

  it('should match nodes by kind, environment and label, and take their appearance from the file', async () => {
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
    const merged = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    expect([merged.id, merged.createTime]).toEqual([created.id, created.createTime])
    expect(merged.updateTime > created.updateTime).toBe(true)
    expect(merged.nodes).toEqual(
      before.map((each) => ({ ...each, ...looks, label: each.kind === 'service' ? 'New' : each.label })),
    )
    await importing(stage.opsgraph, document, { ...merge, positions: 'file' })
    const moved = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    expect(moved.nodes).toEqual(merged.nodes.map((each) => ({ ...each, position: { x: 7, y: 7 } })))
    await importing(stage.opsgraph, document, replace)
    const replaced = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    expect(replaced.nodes.map(({ id }) => id)).toEqual(document.nodes.map(({ id }) => id))
  })

  it('should not change fields that a merged file does not contain', async () => {
    const stage = await setStage(harness)
    const { nodes } = await stage.opsgraph.createTopology(admin, shopBody('', { serviceKpi: 'kpi', orientation: 'LR' }))
    const bare = SHOP.nodes.map(({ id, kind, label }) => ({ id, kind, label }))
    const document = { topology: { service: 'shop', description: '' }, nodes: bare, edges: SHOP.edges }
    const { previews } = await importing(stage.opsgraph, document, merge)
    expect(previews).toMatchObject([
      { nodes: { update: 0, unchanged: 5 }, catalogService: { action: 'skip', fields: [] }, warnings: [] },
    ])
    expect(await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')).toMatchObject({
      ...{ name: 'Shop', description: 'The shop', serviceKpi: 'kpi', orientation: 'LR', nodes },
    })
  })

  it('should make the topology equal to the file in replace mode, and add to it in merge mode', async () => {
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
    const merged = await stage.opsgraph.readTopologyBy(admin, 'id', id)
    expect([...identitiesOf(merged).keys()]).toEqual(['s', 'e', 'web', 'db', 'cache', 'queue'])
    expect((await worldOf(stage.opsgraph)).policies.map(({ name }) => name)).toEqual(['tied', 'global', 'hot'])
    const { previews } = await importing(stage.opsgraph, document, replace)
    expect(previews).toMatchObject([
      {
        // The file gives the updated nodes a new position, and the updated edges a new id.
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

  it('should treat a node with the same id but another kind, environment or label as a different node', async () => {
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

  it('should write nothing if the graph is invalid after merging', async () => {
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
}
