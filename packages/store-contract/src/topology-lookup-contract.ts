import type { Topology } from '@opsgraph/core'
import { type RelationKey, relationKey } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { ODD_NAMES } from './odd-text.js'
import { at, drawing, environmentNode, resourceNode, sampleEdge, sampleTopology, serviceNode } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/**
 * Tests the guarantees of `TopologyStore` for finding topologies by the content of their graphs, and for their version.
 */
export function topologyLookupContract(harness: StoreHarness): void {
  describe('version', () => {
    it('should change whenever a topology is added, changed or removed', async () => {
      const { store } = await harness.open()
      const { topologies } = store
      if (topologies.version === undefined) return
      const seen: string[] = []
      const look = async () => seen.push((await topologies.version?.()) ?? '')
      const topology = sampleTopology()
      await look()
      await topologies.save([topology])
      await look()
      await look()
      expect(new Set(seen).size).toBe(2)
      await topologies.save([{ ...topology, updateTime: at(7) }])
      await look()
      await topologies.save([sampleTopology()])
      await look()
      await topologies.delete([topology.id])
      await look()
      expect(new Set(seen).size).toBe(5)
    })
  })

  describe('takenNodeIds', () => {
    it('should return the ids that another topology than `exceptId` uses', async () => {
      const { store } = await harness.open()
      const first = sampleTopology({ nodes: [serviceNode('s', { id: 'one' }), serviceNode('t', { id: 'two' })] })
      const second = sampleTopology({ nodes: [serviceNode('u', { id: 'three' })] })
      await store.topologies.save([first])
      await store.topologies.save([second])
      const asked = ['three', 'one', 'free', 'one', '', '\u0000', 'ONE', first.id]
      expect(await store.topologies.takenNodeIds(asked, null)).toEqual(new Set(['one', 'three']))
      expect(await store.topologies.takenNodeIds(asked, first.id)).toEqual(new Set(['three']))
      expect(await store.topologies.takenNodeIds(asked, second.id)).toEqual(new Set(['one']))
      expect(await store.topologies.takenNodeIds(asked, 'no such id')).toEqual(new Set(['one', 'three']))
      expect(await store.topologies.takenNodeIds([], null)).toEqual(new Set())
    })

    it('should find odd ids, thousands at once', async () => {
      const { store } = await harness.open()
      await store.topologies.save([sampleTopology({ nodes: ODD_NAMES.map((id) => serviceNode('s', { id })) })])
      const asked = [...ODD_NAMES, ...Array.from({ length: 5_000 }, (_, index) => `free-${index}`)]
      expect(await store.topologies.takenNodeIds(asked, null)).toEqual(new Set(ODD_NAMES))
    })
  })

  describe('lastDrawnBy', () => {
    const wanted = key('a', 'b')
    const draws = (updated: number) =>
      sampleTopology({ ...drawing('Production', [['a', 'b']]), updateTime: at(updated) })

    it('should return the topology that draws a relation, and nothing for a relation that is not drawn', async () => {
      const { store } = await harness.open()
      const topology = sampleTopology(
        drawing('Production', [
          ['a', 'b'],
          ['b', 'c'],
        ]),
      )
      await store.topologies.save([topology])
      const asked = [
        wanted,
        wanted,
        key('b', 'c'),
        key('b', 'a'),
        key('a', 'c'),
        key('A', 'b'),
        key('a', 'b', ''),
        key('a\u0000', '\ud800'),
      ]
      const expected = new Map([wanted, key('b', 'c')].map((relation) => [relationKey(relation), topology.id]))
      expect(await store.topologies.lastDrawnBy(asked, [])).toEqual(expected)
      expect(await store.topologies.lastDrawnBy([], [])).toEqual(new Map())
    })

    it('should count only edges between two resource nodes of one environment', async () => {
      const { store } = await harness.open()
      const service = serviceNode('a')
      const [east, west] = [environmentNode('East'), environmentNode('West')]
      const [a, b, c] = [resourceNode('East', 'a'), resourceNode('West', 'b'), resourceNode('West', 'c')]
      const nodes = [service, east, west, a, b, c]
      const edges = [
        [service, east],
        [service, west],
        [east, a],
        [west, b],
        [a, b],
        [service, a],
        [b, c],
      ] as const
      const topology = sampleTopology({ nodes, edges: edges.map(([from, to]) => sampleEdge(from, to)) })
      await store.topologies.save([topology])
      const names = ['a', 'b', 'c', 'East', 'West', '']
      const asked = ['East', 'West', ''].flatMap((environment) =>
        names.flatMap((resource) => names.map((parent) => ({ environment, resource, parent }))),
      )
      const drawn = relationKey({ environment: 'West', resource: 'c', parent: 'b' })
      expect(await store.topologies.lastDrawnBy(asked, [])).toEqual(new Map([[drawn, topology.id]]))
    })

    it('should return the topology that was saved last, except `exceptIds`', async () => {
      const { store } = await harness.open()
      const [second, last, first] = [draws(2), draws(3), draws(1)]
      for (const topology of [second, last, first]) await store.topologies.save([topology])
      const drawer = async (...except: readonly Topology[]) =>
        (
          await store.topologies.lastDrawnBy(
            [wanted],
            except.map(({ id }) => id),
          )
        ).get(relationKey(wanted))
      expect(await drawer()).toBe(last.id)
      expect(await drawer(last)).toBe(second.id)
      expect(await drawer(second)).toBe(last.id)
      expect(await drawer(last, second)).toBe(first.id)
      expect(await drawer(first, last, second)).toBeUndefined()
      await store.topologies.save([{ ...first, updateTime: at(4) }])
      expect(await drawer()).toBe(first.id)
    })

    it('should return the same one of two topologies with equal times, in any order of saving', async () => {
      const { store } = await harness.open()
      const [left, right] = [draws(1), draws(1)]
      const drawer = async () => (await store.topologies.lastDrawnBy([wanted], [])).get(relationKey(wanted))
      await store.topologies.save([left])
      await store.topologies.save([right])
      const chosen = await drawer()
      expect([left.id, right.id]).toContain(chosen)
      await store.topologies.delete([left.id, right.id])
      await store.topologies.save([right])
      await store.topologies.save([left])
      expect(await drawer()).toBe(chosen)
    })

    it('should not return a topology that no longer draws the relation', async () => {
      const { store } = await harness.open()
      const [kept, changed] = [draws(1), draws(2)]
      await store.topologies.save([kept])
      await store.topologies.save([changed])
      await store.topologies.save([{ ...changed, edges: changed.edges.slice(0, -1), updateTime: at(3) }])
      const expected = new Map([[relationKey(wanted), kept.id]])
      expect(await store.topologies.lastDrawnBy([wanted], [])).toEqual(expected)
      await store.topologies.delete([kept.id])
      expect(await store.topologies.lastDrawnBy([wanted], [])).toEqual(new Map())
    })

    it('should find odd names, and thousands of relations at once', async () => {
      const { store } = await harness.open()
      const many = Array.from({ length: 2_000 }, (_, index): [string, string] => [`child-${index}`, `parent-${index}`])
      const links = [...ODD_NAMES.map((name): [string, string] => [name, `^${name}`]), ...many]
      const topology = sampleTopology(drawing('__proto__', links))
      await store.topologies.save([topology])
      const asked = links.map(([resource, parent]) => key(resource, parent, '__proto__'))
      const expected = new Map(asked.map((relation) => [relationKey(relation), topology.id]))
      expect(await store.topologies.lastDrawnBy(asked, ['no such id', '\u0000'])).toEqual(expected)
    })
  })
}

// Helpers

function key(resource: string, parent: string, environment = 'Production'): RelationKey {
  return { environment, resource, parent }
}
