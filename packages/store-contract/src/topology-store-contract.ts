import { type Graph, LIST_COLUMNS, type Topology } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { compareCreation } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { anyJson, anyName, longestName, NAMES_IN_ORDER, ODD_JSON, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { byId } from './row-order.js'
import {
  at,
  environmentNode,
  graphOf,
  nextId,
  resourceNode,
  sampleEdge,
  sampleTopology,
  serviceNode,
} from './sample.js'
import type { KeptRows, StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `TopologyStore` for saving, reading, deleting, counting and listing topologies. */
export function topologyStoreContract(harness: StoreHarness): void {
  describe('save and read', () => {
    it('should keep a whole topology, with nodes and edges in the saved order', async () => {
      const { store, peek } = await harness.open()
      const topology = sampleTopology({ ...shuffled(), serviceKpi: 'kpi-1', orientation: 'CI', updateTime: at(5) })
      await store.topologies.save([topology])
      expect(await store.topologies.read(topology.id)).toEqual(topology)
      expect(await store.topologies.readByService(topology.service)).toEqual(topology)
      expect(await peek('topology')).toEqual([kept(topology)])
    })

    it('should not find ids and services that were not saved', async () => {
      const { store } = await harness.open()
      const topology = sampleTopology()
      await store.topologies.save([topology])
      for (const name of [nextId(), 'no such id', '', '\u0000', '\ud800', topology.service.toUpperCase()]) {
        expect(await store.topologies.read(name)).toBeUndefined()
        expect(await store.topologies.readByService(name)).toBeUndefined()
      }
      expect(await store.topologies.read(topology.service)).toBeUndefined()
      expect(await store.topologies.readByService(topology.id)).toBeUndefined()
    })

    it('should replace the topology with the same id, including its graph', async () => {
      const { store, peek } = await harness.open()
      const other = sampleTopology(graphOf('Production', [['a', 'b']]))
      const before = sampleTopology(shuffled())
      const [first, ...rest] = before.nodes
      const nodes = [...rest.slice(3), resourceNode('Production', 'new'), ...(first === undefined ? [] : [first])]
      const after: Topology = {
        ...before,
        name: 'Renamed',
        description: 'with less in it',
        serviceKpi: 'kpi-2',
        orientation: 'LR',
        nodes: nodes.map((node, index) => ({
          ...node,
          label: `${node.label} ${index}`,
          position: { x: index, y: -1 },
        })),
        edges: before.edges.slice(2, 3),
        createTime: at(1),
        updateTime: at(9),
      }
      for (const topology of [other, before, after]) await store.topologies.save([topology])
      expect(await store.topologies.read(before.id)).toEqual(after)
      expect(await store.topologies.read(other.id)).toEqual(other)
      expect(await store.topologies.count()).toBe(2)
      expect(await store.topologies.lastUpdateTime()).toBe(at(9))
      expect(byId(await peek('topology'))).toEqual(byId([kept(other), kept(after)]))
    })

    it('should keep a topology without nodes, and remove a stored graph', async () => {
      const { store } = await harness.open()
      const topology = sampleTopology({ ...graphOf('', [['a', 'b']]), schemaVersion: 1 })
      const bare = { ...topology, nodes: [], edges: [] }
      await store.topologies.save([topology])
      await store.topologies.save([bare])
      expect(await store.topologies.read(topology.id)).toEqual(bare)
    })

    it('should keep odd names and odd JSON exactly', async () => {
      const { store, peek } = await harness.open()
      const service = serviceNode('odd')
      const odd = ODD_NAMES.map((name) =>
        resourceNode(name, name, { id: name, icon: name, params: ODD_JSON, hierarchyConfig: { hereditary: ODD_JSON } }),
      )
      const positions = [-0.1, 1e21, 5e-324, -1.7976931348623157e308, 0.30000000000000004, 1234567.891]
      const placed = positions.map((x) => resourceNode('', `at ${x}`, { position: { x, y: -x } }))
      const nodes = [service, ...odd, ...placed]
      const edges = odd.map((node) => ({ id: node.id, source: service.id, target: node.id }))
      const topology = sampleTopology({ service: longestName(7), name: longestName(8), nodes, edges })
      await store.topologies.save([topology])
      expect(await store.topologies.readByService(topology.service)).toEqual(topology)
      expect(await peek('topology')).toEqual([kept(topology)])
    })

    it('should keep every odd name as a separate service', async () => {
      const { store } = await harness.open()
      for (const name of ODD_NAMES)
        await store.topologies.save([sampleTopology({ service: name, name, serviceKpi: name })])
      expect(await store.topologies.count()).toBe(ODD_NAMES.length)
      for (const name of ODD_NAMES) expect((await store.topologies.readByService(name))?.name).toBe(name)
    })

    it('should keep any names and any free JSON', async () => {
      const { store } = await harness.open()
      const node = fc
        .record({ label: anyName(), params: anyJson(), x: fc.double({ noNaN: true, noDefaultInfinity: true }) })
        .map(({ label, params, x }) => resourceNode(label, label, { params: { params }, position: { x: x + 0, y: 0 } }))
      await fc.assert(
        fc.asyncProperty(fc.array(node, { maxLength: 10 }), async (nodes) => {
          const topology = sampleTopology({ nodes })
          await store.topologies.save([topology])
          expect(await store.topologies.read(topology.id)).toEqual(topology)
        }),
        propertyRuns(harness, 40),
      )
    })

    it('should keep 5,000 nodes and more edges', async () => {
      const { store } = await harness.open()
      const names = Array.from({ length: 2_499 }, (_, index): [string, string] => [`child-${index}`, `parent-${index}`])
      const topology = sampleTopology(graphOf('Production', names))
      expect(topology.nodes).toHaveLength(5_000)
      const moved = { ...topology, nodes: topology.nodes.toReversed(), edges: topology.edges.toReversed() }
      await store.topologies.save([topology])
      await store.topologies.save([moved])
      expect(await store.topologies.read(topology.id)).toEqual(moved)
    })

    it('should allow equal edge ids in different topologies, and within one topology', async () => {
      const { store } = await harness.open()
      const twice = [0, 1].map(() => {
        const nodes = [serviceNode('s'), environmentNode('e'), environmentNode('f')] as const
        const edges = [sampleEdge(nodes[0], nodes[1]), sampleEdge(nodes[0], nodes[2])]
        return sampleTopology({ nodes, edges: edges.map((edge) => ({ ...edge, id: 'edge' })) })
      })
      for (const topology of twice) await store.topologies.save([topology])
      for (const topology of twice) expect(await store.topologies.read(topology.id)).toEqual(topology)
    })

    it('should not be changed by callers who change given or returned values', async () => {
      const { store } = await harness.open()
      const given = structuredClone(
        sampleTopology({ ...shuffled(), nodes: [serviceNode('s', { params: { list: [{ a: 1 }] } })] }),
      )
      const original = structuredClone(given)
      await store.topologies.save([given])
      tamper(given)
      tamper(await store.topologies.read(original.id))
      tamper(await store.topologies.readByService(original.service))
      tamper(await store.topologies.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 }))
      expect(await store.topologies.read(original.id)).toEqual(original)
    })
  })

  describe('conflicts', () => {
    it('should refuse a service that another topology has, and change nothing', async () => {
      const { store, peek } = await harness.open()
      const first = sampleTopology({ service: 'shop' })
      await store.topologies.save([first])
      const second = sampleTopology({ ...graphOf('Production', [['a', 'b']]), service: 'shop' })
      await expect(store.topologies.save([second])).rejects.toMatchObject(CONFLICT)
      expect(await peek('topology')).toEqual([kept(first)])
      expect(
        await store.topologies.takenNodeIds(
          second.nodes.map(({ id }) => id),
          null,
        ),
      ).toEqual(new Set())
    })

    it('should refuse a node id that another topology uses, and change nothing', async () => {
      const { store, peek } = await harness.open()
      const first = sampleTopology(shuffled())
      const second = sampleTopology(graphOf('Production', [['a', 'b']]))
      await store.topologies.save([first])
      await store.topologies.save([second])
      const stolen = { ...serviceNode('thief'), id: first.nodes[3]?.id ?? '' }
      const replacing: Topology = { ...second, name: 'changed', nodes: [serviceNode('new'), stolen], edges: [] }
      await expect(store.topologies.save([replacing])).rejects.toMatchObject(CONFLICT)
      await expect(store.topologies.save([sampleTopology({ nodes: replacing.nodes })])).rejects.toMatchObject(CONFLICT)
      expect(await store.topologies.read(first.id)).toEqual(first)
      expect(await store.topologies.read(second.id)).toEqual(second)
      expect(byId(await peek('topology'))).toEqual(byId([kept(first), kept(second)]))
    })

    it('should allow a service and node ids to be used again once they are free', async () => {
      const { store } = await harness.open()
      const first = sampleTopology(graphOf('Production', [['a', 'b']]))
      await store.topologies.save([first])
      await store.topologies.save([{ ...first, nodes: first.nodes.slice(0, 2), edges: [] }])
      const second = sampleTopology({ nodes: first.nodes.slice(2), edges: [] })
      await store.topologies.save([second])
      await store.topologies.delete([first.id])
      const third = sampleTopology({ service: first.service, nodes: first.nodes.slice(0, 2) })
      await store.topologies.save([third])
      expect(await store.topologies.read(second.id)).toEqual(second)
      expect(await store.topologies.readByService(first.service)).toEqual(third)
    })
  })

  describe('delete and count', () => {
    it('should remove the given topologies with their graphs, and return the ids that existed, each once', async () => {
      const { store, peek } = await harness.open()
      const all = [0, 1, 2].map(() => sampleTopology(graphOf('Production', [['a', 'b']])))
      const [first, second, left] = all as [Topology, Topology, Topology]
      for (const topology of all) await store.topologies.save([topology])
      expect(await store.topologies.count()).toBe(3)
      const removed = await store.topologies.delete([second.id, 'no such id', first.id, second.id, '\u0000'])
      expect(removed.toSorted()).toEqual([first.id, second.id].toSorted())
      expect(await store.topologies.delete([first.id])).toEqual([])
      expect(await store.topologies.delete([])).toEqual([])
      expect(await store.topologies.count()).toBe(1)
      expect(await peek('topology')).toEqual([kept(left)])
      expect(await store.topologies.read(first.id)).toBeUndefined()
      expect(await store.topologies.readByService(second.service)).toBeUndefined()
      const nodeIds = all.flatMap(({ nodes }) => nodes.map(({ id }) => id))
      expect(await store.topologies.takenNodeIds(nodeIds, null)).toEqual(new Set(left.nodes.map(({ id }) => id)))
    })
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: async (store, rows) => {
        for (const row of rows) await store.topologies.save([row])
      },
      list: (store, query) => store.topologies.list(query),
      filters: LIST_COLUMNS.topologies.filters,
      sorts: LIST_COLUMNS.topologies.filters,
      show: {
        id: (row) => row.id,
        name: (row) => row.name,
        description: (row) => row.description,
        service: (row) => row.service,
        service_kpi: (row) => row.serviceKpi,
        orientation: (row) => row.orientation,
        schemaVersion: (row) => row.schemaVersion,
        createTime: (row) => row.createTime,
        updateTime: (row) => row.updateTime,
      },
      compareByDefault: compareCreation,
      nullsLast: false,
    })

    it('should have the same pages as summaries, without nodes and edges', async () => {
      const { store } = await harness.open()
      for (const row of LISTED) await store.topologies.save([row])
      const sort = { column: 'name', descending: true } as const
      for (const query of [
        { filters: {}, sort: undefined, page: 2, pageSize: 2 },
        { filters: {}, sort, page: 1, pageSize: 3 },
        { filters: { id: LISTED.slice(1).map(({ id }) => id) }, sort, page: 1, pageSize: 100 },
        { filters: { id: [] }, sort, page: 1, pageSize: 100 },
      ]) {
        const { items, total } = await store.topologies.list(query)
        const without = items.map(({ nodes, edges, ...summary }) => summary)
        expect(await store.topologies.summaries(query)).toEqual({ items: without, total })
      }
    })

    it('should sort names by code point', async () => {
      const { store } = await harness.open()
      for (const name of NAMES_IN_ORDER.toReversed()) await store.topologies.save([sampleTopology({ name })])
      const sort = { column: 'name', descending: false } as const
      const { items } = await store.topologies.list({ filters: {}, sort, page: 1, pageSize: 100 })
      expect(items.map(({ name }) => name)).toEqual(NAMES_IN_ORDER)
    })
  })
}

// Helpers

const CONFLICT = { name: 'OpsgraphError', kind: 'conflict' }

/** Creates a graph whose nodes and edges are in an arbitrary order. */
function shuffled(): Graph {
  const { nodes, edges } = graphOf('Production', [
    ['b', 'a'],
    ['c', 'a'],
    ['d', 'c'],
    ['d', 'b'],
  ])
  return { nodes: oddFirst(nodes), edges: oddFirst(edges) }
}

function oddFirst<T>(items: readonly T[]): readonly T[] {
  return [...items.filter((_, index) => index % 2 === 1), ...items.filter((_, index) => index % 2 === 0).toReversed()]
}

const LISTED: readonly Topology[] = Array.from({ length: 11 }, (_, index) =>
  sampleTopology({
    ...(index % 3 === 0 ? shuffled() : {}),
    name: ['shop', 'Shop', '\u{1f600}', '\ue000'][index % 4] ?? '',
    description: ['', 'of the shop', "o'neil"][index % 3] ?? '',
    service: ['\u{1f600}', '\ue000', 'z', 'Z', 'é', '%', 'ab', 'a-b', 'null', 'A', 'a'][index] ?? '',
    serviceKpi: index % 4 === 0 ? null : `kpi-${index % 3}`,
    orientation: ORIENTATIONS[index % 3] ?? 'TB',
    schemaVersion: index % 5 === 0 ? 1 : 2,
    createTime: at(10 - (index % 4)),
    updateTime: at((index % 6) * 60_000),
  }),
)

function kept({ id, service, nodes, edges }: Topology): KeptRows['topology'] {
  return {
    id,
    service,
    nodes: nodes.map((node) => node.id),
    edges: edges.map(({ source, target }) => [source, target] as const),
  }
}
