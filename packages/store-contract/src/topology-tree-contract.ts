import type { Topology } from '@opsgraph/core'
import type { Store } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { ODD_NAMES } from './odd-text.js'
import { byId } from './row-order.js'
import { at, nextId, resourceNode, sampleTopology } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `TopologyStore` for topologies of schemaVersion 1, the trees of earlier releases. */
export function topologyTreeContract(harness: StoreHarness): void {
  describe('several topologies of one service', () => {
    it('should keep any number of schemaVersion 1, and one of schemaVersion 2', async () => {
      const { store, peek } = await harness.open()
      const [first, second, upgraded] = [tree({}), tree({}), tree({ schemaVersion: 2 })]
      await store.topologies.save([first, second])
      await store.topologies.save([upgraded])
      for (const topology of [first, second, upgraded]) {
        expect(await store.topologies.read(topology.id)).toEqual(topology)
      }
      expect(await store.topologies.count()).toBe(3)
      const rivals = [tree({ schemaVersion: 2 }), { ...second, schemaVersion: 2 as const }]
      for (const rival of rivals) await expect(store.topologies.save([rival])).rejects.toMatchObject(CONFLICT)
      const both = [first, second].map((topology) => ({ ...topology, schemaVersion: 2 as const }))
      await store.topologies.delete([upgraded.id])
      await expect(store.topologies.save(both)).rejects.toMatchObject(CONFLICT)
      await store.topologies.save(both.slice(1))
      expect(byId(await readAll(store))).toEqual(byId([first, { ...second, schemaVersion: 2 }]))
      expect(await peek('topology')).toHaveLength(2)
    })

    it('should return the topology of schemaVersion 2 of a service, otherwise the oldest, ties by id', async () => {
      const { store } = await harness.open()
      const known = async () => {
        const topology = await store.topologies.readByService(SERVICE)
        expect(await store.topologies.readByServices([SERVICE, 'other', SERVICE])).toEqual(topology ? [topology] : [])
        return topology?.id
      }
      const [early, earlyToo] = [tree({ createTime: at(2) }), tree({ createTime: at(2) })]
      const [late, upgraded] = [tree({ createTime: at(3) }), tree({ createTime: at(9), schemaVersion: 2 })]
      await store.topologies.save([late])
      expect(await known()).toBe(late.id)
      await store.topologies.save([earlyToo, early])
      expect(await known()).toBe(early.id)
      await store.topologies.save([upgraded])
      expect(await known()).toBe(upgraded.id)
      await store.topologies.delete([upgraded.id, early.id])
      expect(await known()).toBe(earlyToo.id)
      await store.topologies.save([{ ...late, schemaVersion: 2 }])
      expect(await known()).toBe(late.id)
      await store.topologies.delete([late.id, earlyToo.id])
      expect(await known()).toBeUndefined()
    })

    it('should return a service once, even if several of its topologies have nodes of a source', async () => {
      const { store } = await harness.open()
      const nodes = () => [resourceNode('P', 'a', { params: { cmdbSource: 'itop' } })]
      await store.topologies.save([tree({ nodes: nodes() }), tree({ nodes: nodes() })])
      expect(await store.topologies.servicesHoldingNodesOf('itop')).toEqual([SERVICE])
    })

    it('should upgrade one of many topologies of a service to schemaVersion 2 if all are saved at once', async () => {
      const { store } = await harness.open()
      const all = Array.from({ length: 20 }, () => tree({}))
      await store.topologies.save(all)
      const outcomes = await Promise.allSettled(
        all.map((topology) => store.topologies.save([{ ...topology, schemaVersion: 2 }])),
      )
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refusals).toHaveLength(19)
      for (const refusal of refusals) expect(refusal).toMatchObject(CONFLICT)
      const upgraded = (await readAll(store)).filter(({ schemaVersion }) => schemaVersion === 2)
      expect(upgraded).toHaveLength(1)
      expect(await store.topologies.readByService(SERVICE)).toEqual(upgraded[0])
    })

    it('should let many callers add topologies to one service at once, in lists of any order', async () => {
      const { store } = await harness.open()
      const lists = Array.from({ length: 8 }, () => [tree({}), tree({}), tree({})])
      await Promise.all(lists.map((list, writer) => store.topologies.save(writer % 2 === 0 ? list : list.toReversed())))
      expect(byId(await readAll(store))).toEqual(byId(lists.flat()))
    })
  })

  describe('keepTrees', () => {
    it('should keep the text of each tree exactly, and the last tree of a topology', async () => {
      const { store, peek } = await harness.open()
      const topologies = Array.from({ length: 3 }, () => tree({}))
      const deep = `${'[{"a":'.repeat(20_000)}null${'}]'.repeat(20_000)}`
      const texts = [deep, JSON.stringify([...ODD_NAMES, '\u0000', '\ud800']), '{ "__proto__" : 1.50 }']
      const kept = topologies.map(({ id }, index) => ({ topologyId: id, tree: texts[index] ?? '' }))
      await store.topologies.save(topologies)
      await store.topologies.keepTrees(kept)
      await store.topologies.keepTrees([])
      expect(sorted(await peek('tree'))).toEqual(sorted(kept))
      const [first, ...others] = kept
      const again = [{ topologyId: first?.topologyId ?? '', tree: 'null' }]
      await store.topologies.keepTrees(again)
      expect(sorted(await peek('tree'))).toEqual(sorted([...again, ...others]))
    })

    it('should keep a tree if its topology is saved, and remove it if that is deleted', async () => {
      const { store, peek } = await harness.open()
      const [left, gone] = [tree({}), tree({})]
      await store.topologies.save([left, gone])
      await store.topologies.keepTrees([left, gone].map(({ id }) => ({ topologyId: id, tree: `"${id}"` })))
      await store.topologies.save([{ ...left, name: 'changed', schemaVersion: 2 }])
      await store.topologies.delete([gone.id, 'no such id'])
      expect(await peek('tree')).toEqual([{ topologyId: left.id, tree: `"${left.id}"` }])
    })

    it('should store nothing of a transaction that fails', async () => {
      const { store, peek } = await harness.open()
      const [known, added] = [tree({}), tree({})]
      const before = { topologyId: known.id, tree: '1' }
      await store.topologies.save([known])
      await store.topologies.keepTrees([before])
      const failing = store.transaction(async ({ topologies }) => {
        await topologies.save([added])
        await topologies.keepTrees([
          { topologyId: added.id, tree: '2' },
          { topologyId: known.id, tree: '3' },
        ])
        await topologies.delete([known.id])
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      expect(await peek('tree')).toEqual([before])
    })

    it('should keep more trees than fit into one statement, and return none in any answer', async () => {
      const { store, peek } = await harness.open()
      const topologies = Array.from({ length: 3 }, () => tree({}))
      await store.topologies.save(topologies)
      const text = JSON.stringify('x'.repeat(9 * 1024 * 1024))
      await store.topologies.keepTrees(topologies.map(({ id }) => ({ topologyId: id, tree: text })))
      expect((await peek('tree')).map((kept) => kept.tree.length)).toEqual(topologies.map(() => text.length))
      expect(byId(await readAll(store))).toEqual(byId(topologies))
    })
  })
}

// Helpers

const SERVICE = 'shop'
const CONFLICT = { name: 'OpsgraphError', kind: 'conflict' }

/** Creates a topology of schemaVersion 1 for the service `SERVICE`. */
function tree(fields: Partial<Topology>): Topology {
  return sampleTopology({ id: nextId(), service: SERVICE, schemaVersion: 1, ...fields })
}

async function readAll(store: Store): Promise<readonly Topology[]> {
  return (await store.topologies.list({ filters: {}, sort: undefined, page: 1, pageSize: 1_000 })).items
}

function sorted<T extends { readonly topologyId: string }>(kept: readonly T[]): readonly T[] {
  return kept.toSorted((left, right) => (left.topologyId < right.topologyId ? -1 : 1))
}
