import type { Topology } from '@opsgraph/core'
import type { Store } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { byId } from './row-order.js'
import { at, graphOf, resourceNode, sampleEdge, sampleTopology, serviceNode } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `TopologyStore` for saving several topologies in one call. */
export function topologySetContract(harness: StoreHarness): void {
  describe('save of several', () => {
    it('should add and replace each topology with its graph, and not change others', async () => {
      const { store, peek } = await harness.open()
      const [changed, kept, other] = [0, 1, 2].map(sampleOf) as [Topology, Topology, Topology]
      await store.topologies.save([changed, kept, other])
      const replaced: Topology = {
        ...changed,
        ...graphOf('Test', [['b', 'c']]),
        name: 'Renamed',
        updateTime: at(7),
      }
      const pruned: Topology = { ...kept, nodes: kept.nodes.toReversed(), edges: kept.edges.slice(1) }
      const added = sampleOf(3)
      await store.topologies.save([added, replaced, pruned])
      const expected = byId([replaced, pruned, other, added])
      expect(byId(await readAll(store))).toEqual(expected)
      expect(byId(await peek('topology')).map(({ nodes, edges }) => [nodes, edges])).toEqual(
        expected.map(({ nodes, edges }) => [
          nodes.map(({ id }) => id),
          edges.map(({ source, target }) => [source, target]),
        ]),
      )
    })

    it('should change nothing if all are stored already, and nothing for an empty list', async () => {
      const { store } = await harness.open()
      const topologies = [0, 1, 2].map(sampleOf)
      await store.topologies.save(topologies)
      await store.topologies.save(structuredClone(topologies))
      await store.topologies.save([])
      expect(byId(await readAll(store))).toEqual(byId(topologies))
    })

    it('should let a node id move from one topology to another in one call, in any order', async () => {
      const { store } = await harness.open()
      for (const giverFirst of [true, false]) {
        const [giver, taker] = [sampleOf(0), sampleOf(1)]
        await store.topologies.save([giver, taker])
        const moving = giver.nodes.slice(3)
        const after = [
          { ...giver, nodes: giver.nodes.slice(0, 3), edges: [] },
          { ...taker, nodes: [...taker.nodes, ...moving] },
        ]
        await store.topologies.save(giverFirst ? after : after.toReversed())
        for (const topology of after) expect(await store.topologies.read(topology.id)).toEqual(topology)
      }
    })

    it('should refuse all topologies if two share a service, and change nothing', async () => {
      const { store, peek } = await harness.open()
      const stored = sampleTopology({ service: 'shop' })
      await store.topologies.save([stored])
      const harmless = { ...stored, name: 'changed' }
      const twins = [sampleTopology({ service: 'bank' }), sampleTopology({ service: 'bank' })]
      await expect(store.topologies.save([harmless, ...twins])).rejects.toMatchObject(CONFLICT)
      const rival = [sampleOf(1), sampleTopology({ service: 'shop' })]
      await expect(store.topologies.save(rival)).rejects.toMatchObject(CONFLICT)
      expect(await readAll(store)).toEqual([stored])
      expect(await peek('topology')).toHaveLength(1)
    })

    it('should refuse all topologies if two share a node id, and change nothing', async () => {
      const { store, peek } = await harness.open()
      const [first, second] = [sampleOf(0), sampleOf(1)]
      await store.topologies.save([first, second])
      const thief = (stolen: string) => sampleTopology({ nodes: [serviceNode('s', { id: stolen })] })
      const nodeId = first.nodes[2]?.id ?? ''
      const renamed = { ...second, name: 'changed' }
      for (const given of [
        [renamed, thief(nodeId)],
        [thief(nodeId), first],
        [first, thief(nodeId)],
        [renamed, thief('new'), thief('new')],
      ]) {
        await expect(store.topologies.save(given)).rejects.toMatchObject(CONFLICT)
      }
      expect(byId(await readAll(store))).toEqual(byId([first, second]))
      expect(await peek('topology')).toHaveLength(2)
    })

    it('should not be changed by callers who change given or returned values', async () => {
      const { store } = await harness.open()
      const given = [0, 1].map(sampleOf).map((topology) => structuredClone(topology))
      const original = structuredClone(given)
      await store.topologies.save(given)
      tamper(given)
      tamper(await store.topologies.readByServices(original.map(({ service }) => service)))
      expect(byId(await readAll(store))).toEqual(byId(original))
    })

    it('should save and read more rows than fit into one batch', async () => {
      const { store } = await harness.open()
      const links = Array.from({ length: 1_700 }, (_, index): [string, string] => [`child-${index}`, `parent-${index}`])
      const topologies = ['a', 'b', 'c'].map((environment) => sampleTopology(graphOf(environment, links)))
      await store.topologies.save(topologies)
      const moved = topologies.map(({ nodes, edges, ...rest }) => ({ ...rest, nodes: nodes.toReversed(), edges }))
      await store.topologies.save(moved)
      expect(byId(await readAll(store))).toEqual(byId(moved))
      await store.topologies.save(moved.map((topology) => ({ ...topology, nodes: [], edges: [] })))
      expect((await readAll(store)).map(({ nodes, edges }) => [nodes, edges])).toEqual(moved.map(() => [[], []]))
    })

    it('should let many callers save overlapping lists at once, and keep the whole list of one of them', async () => {
      const { store } = await harness.open()
      const topologies = Array.from({ length: 12 }, (_, index) => sampleOf(index))
      for (let round = 0; round < 3; round++) {
        const writers = Array.from({ length: 8 }, (_, writer) =>
          topologies.map((topology): Topology => {
            const nodes = [...topology.nodes, resourceNode('Production', `of ${writer}`)]
            return { ...topology, nodes, description: `${round} ${writer}` }
          }),
        )
        await Promise.all(
          writers.map((list, writer) => store.topologies.save(writer % 2 === 0 ? list : list.toReversed())),
        )
        const kept = byId(await readAll(store))
        const last = writers.find((list) => list[0]?.description === kept[0]?.description)
        expect(kept).toEqual(byId(last ?? []))
      }
    })

    it('should give each service one topology if many callers add them at once', async () => {
      const { store } = await harness.open()
      const services = Array.from({ length: 12 }, (_, index) => `service ${index}`)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, writer) => {
          const list = services.map((service) => sampleTopology({ service, description: `${writer}` }))
          return store.topologies.save(writer % 2 === 0 ? list : list.toReversed())
        }),
      )
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refusals).toHaveLength(7)
      for (const refusal of refusals) expect(refusal).toMatchObject(CONFLICT)
      const kept = await readAll(store)
      expect(kept.map(({ service }) => service).toSorted()).toEqual(services.toSorted())
      expect(new Set(kept.map(({ description }) => description)).size).toBe(1)
    })
  })
}

// Helpers

const CONFLICT = { name: 'OpsgraphError', kind: 'conflict' }

/** Creates a topology with a few nodes and edges, a different one for each number. */
function sampleOf(number: number): Topology {
  const { nodes, edges } = graphOf('Production', [
    ['a', `b-${number}`],
    ['c', 'a'],
  ])
  const extra = resourceNode('Production', `extra-${number}`)
  return sampleTopology({
    nodes: [extra, ...nodes],
    edges: [...edges, ...nodes.slice(0, 1).map((node) => sampleEdge(node, extra))],
    createTime: at(number),
  })
}

async function readAll(store: Store): Promise<readonly Topology[]> {
  return (await store.topologies.list({ filters: {}, sort: undefined, page: 1, pageSize: 1_000 })).items
}
