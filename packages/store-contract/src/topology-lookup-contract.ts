import { describe, expect, it } from 'vitest'
import { ODD_NAMES } from './odd-text.js'
import { at, sampleTopology, serviceNode } from './sample.js'
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
}
