import type { Topology } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { longestName, ODD_JSON, ODD_NAMES } from './odd-text.js'
import { byId } from './row-order.js'
import { at, graphOf, nextId, resourceNode, sampleTopology } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/**
 * Tests the guarantees of `TopologyStore` for finding topologies by id and by service, and for finding services by the
 * content of their topologies.
 */
export function topologyServicesContract(harness: StoreHarness): void {
  describe('find', () => {
    it('should return the topologies with these ids, each once, with their graphs', async () => {
      const { store } = await harness.open()
      const topologies = [0, 1, 2].map(() => sampleTopology(graphOf('P', [['a', 'b']])))
      await store.topologies.save(topologies)
      const [first, second] = topologies.map(({ id }) => id)
      const asked = [String(second), 'no such id', String(first), String(second), '\u0000', '\ud800', '']
      expect(byId(await store.topologies.find(asked))).toEqual(byId(topologies.slice(0, 2)))
      expect(await store.topologies.find(topologies.map(({ service }) => service))).toEqual([])
      expect(await store.topologies.find([])).toEqual([])
    })
  })

  describe('readByServices', () => {
    it('should return the topologies of the services, each once, with their graphs', async () => {
      const { store } = await harness.open()
      const [first, second, third] = [0, 1, 2].map(() => sampleTopology(graphOf('P', [['a', 'b']]))) as [
        Topology,
        Topology,
        Topology,
      ]
      await store.topologies.save([first, second, third])
      const asked = [third.service, 'no such service', first.service, third.service, '\u0000', '\ud800', '']
      expect(byId(await store.topologies.readByServices(asked))).toEqual(byId([first, third]))
      expect(await store.topologies.readByServices([second.service.toUpperCase(), second.id])).toEqual([])
      expect(await store.topologies.readByServices([])).toEqual([])
    })

    it('should find odd names, and a thousand services at once', async () => {
      const { store } = await harness.open()
      const names = [...ODD_NAMES, longestName(3), ...Array.from({ length: 1_000 }, (_, index) => `service ${index}`)]
      await store.topologies.save(names.map((service) => sampleTopology({ service })))
      const found = await store.topologies.readByServices(names)
      expect(found.map(({ service }) => service).toSorted()).toEqual(names.toSorted())
    })
  })

  describe('headings', () => {
    it('should return the fields without the graph of the topologies that match all filters', async () => {
      const { store } = await harness.open()
      const [first, second, third] = ['One', 'Two', 'Two'].map((name) =>
        sampleTopology({ ...graphOf('P', [['a', 'b']]), name }),
      )
      if (!first || !second || !third) throw new Error('three topologies')
      await store.topologies.save([first, second, third])
      const headings = async (filters: Parameters<typeof store.topologies.headings>[0]) =>
        byId(await store.topologies.headings(filters))
      const expected = (...topologies: readonly Topology[]) =>
        byId(topologies.map(({ nodes, edges, description, serviceKpi, orientation, ...heading }) => heading))
      expect(await headings({})).toEqual(expected(first, second, third))
      expect(await headings({ name: ['Two', 'Three'] })).toEqual(expected(second, third))
      expect(await headings({ name: ['Two'], service: [third.service] })).toEqual(expected(third))
      expect(await headings({ name: [] })).toEqual([])
      expect(await headings({ id: ['\u0000'] })).toEqual([])
    })
  })

  describe('servicesHoldingNodesOf', () => {
    it('should return the services whose topology has a node of the source, each once', async () => {
      const { store } = await harness.open()
      const ofSources = (...sources: readonly unknown[]) =>
        sampleTopology({
          nodes: sources.map((cmdbSource) =>
            resourceNode('P', nextId(), { params: JSON.parse(JSON.stringify({ cmdbSource })) }),
          ),
        })
      const [twice, mixed, others] = [ofSources('itop', 'itop'), ofSources('glpi', 'itop', null), ofSources('ITOP', '')]
      const odd = ofSources(7, ['itop'], { itop: 'itop' }, true, undefined)
      await store.topologies.save([twice, mixed, others, odd, sampleTopology()])
      const holding = async (source: string) => (await store.topologies.servicesHoldingNodesOf(source)).toSorted()
      expect(await holding('itop')).toEqual([twice.service, mixed.service].toSorted())
      expect(await holding('glpi')).toEqual([mixed.service])
      expect(await holding('')).toEqual([others.service])
      for (const source of ['7', 'true', 'null', '["itop"]', 'it%', 'unknown', '\ud800']) {
        expect(await holding(source), source).toEqual([])
      }
    })

    it('should find the sources of claims too, and keep the claims as they are', async () => {
      const { store } = await harness.open()
      const claims = [
        { source: 'glpi', type: 'vm', attributes: ODD_JSON },
        { source: 'itop', attributes: {} },
      ]
      const node = resourceNode('P', 'a', { params: { cmdbSource: 'glpi' }, claims })
      const topology = sampleTopology({ nodes: [node, resourceNode('P', 'b', { claims: [] }), resourceNode('P', 'c')] })
      await store.topologies.save([topology])
      const read = await store.topologies.read(topology.id)
      expect(read).toEqual(topology)
      expect(read?.nodes.map((each) => Object.hasOwn(each, 'claims'))).toEqual([true, true, false])
      expect(await store.topologies.servicesHoldingNodesOf('itop')).toEqual([topology.service])
      const changed = { ...topology, nodes: [{ ...node, claims: claims.slice(0, 1) }] }
      await store.topologies.save([changed])
      expect(await store.topologies.read(topology.id)).toEqual(changed)
      const { claims: _, ...bare } = node
      await store.topologies.save([{ ...topology, nodes: [bare] }])
      expect((await store.topologies.read(topology.id))?.nodes).toEqual([bare])
      expect(await store.topologies.servicesHoldingNodesOf('itop')).toEqual([])
    })

    it('should reflect every save and delete', async () => {
      const { store } = await harness.open()
      const node = resourceNode('P', 'a', { params: { cmdbSource: 'itop' } })
      const topology = sampleTopology({ nodes: [node] })
      const holding = () => store.topologies.servicesHoldingNodesOf('itop')
      await store.topologies.save([topology])
      expect(await holding()).toEqual([topology.service])
      await store.topologies.save([{ ...topology, nodes: [{ ...node, params: { cmdbSource: 'glpi' } }] }])
      expect(await holding()).toEqual([])
      await store.topologies.save([{ ...topology, updateTime: at(3) }])
      expect(await holding()).toEqual([topology.service])
      await store.topologies.delete([topology.id])
      expect(await holding()).toEqual([])
    })

    it('should find odd and long sources, with any other params', async () => {
      const { store } = await harness.open()
      const sources = [...ODD_NAMES, longestName(4), 'x'.repeat(10_000)]
      const topologies = sources.map((cmdbSource) =>
        sampleTopology({ nodes: [resourceNode('P', 'a', { params: { ...ODD_JSON, cmdbSource } })] }),
      )
      await store.topologies.save(topologies)
      for (const [index, source] of sources.entries()) {
        expect(await store.topologies.servicesHoldingNodesOf(source)).toEqual([topologies[index]?.service])
      }
    })
  })
}
