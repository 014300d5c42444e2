import { claimOf, type RelationsOf } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { byKey, keptRelation } from './relation-rows.js'
import { nextId, relationBetween, sampleRelation } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `RelationStore` for removing relations. */
export function relationRemovalContract(harness: StoreHarness): void {
  describe('delete', () => {
    it('should return the removed relation, or undefined if there was none', async () => {
      const { store, peek } = await harness.open()
      const [removed, left] = [relationBetween('a', 'b', 'event', 3), relationBetween('b', 'c')]
      await store.relations.upsert([removed, left])
      expect(await store.relations.delete(removed.id)).toEqual(removed)
      for (const id of [removed.id, nextId(), 'no such id', '', '\u0000']) {
        expect(await store.relations.delete(id)).toBeUndefined()
      }
      expect(await peek('relation')).toEqual([keptRelation(left)])
      expect(await peek('relationClaim')).toEqual([claimOf(left)])
      expect(await store.relations.around('Production', 'b')).toEqual({ parents: [left], children: [] })
    })

    it('should allow a removed relation to be added again, by any source', async () => {
      const { store } = await harness.open()
      const [removed, anew] = [relationBetween('a', 'b', 'manual'), relationBetween('a', 'b', 'policy', 5)]
      await store.relations.upsert([removed])
      await store.relations.delete(removed.id)
      expect(await store.relations.upsert([anew])).toEqual({ inserted: 1, updated: 0 })
      expect(await store.relations.find([anew])).toEqual([anew])
      expect(await store.relations.claims([anew])).toEqual([claimOf(anew)])
    })
  })

  describe('deleteOf', () => {
    const child = { environment: 'Production', resource: 'web-1' }
    const ofChild = [
      sampleRelation({ ...child, parent: 'vm-1', source: 'cmdb', sourceRef: 'itop' }),
      sampleRelation({ ...child, parent: 'vm-2', source: 'cmdb', sourceRef: 'glpi' }),
      sampleRelation({ ...child, parent: 'vm-3', source: 'event', sourceRef: 'itop' }),
      sampleRelation({ ...child, parent: 'vm-4', source: 'manual' }),
    ]
    const others = [
      sampleRelation({ environment: '', resource: 'web-1', parent: 'vm-1', source: 'cmdb', sourceRef: 'itop' }),
      sampleRelation({ resource: 'web-2', parent: 'vm-1', source: 'cmdb', sourceRef: 'itop' }),
      sampleRelation({ resource: 'vm-0', parent: 'web-1', source: 'cmdb', sourceRef: 'itop' }),
    ]

    it.each<{ narrowing: Partial<RelationsOf>; removed: string[] }>([
      { narrowing: {}, removed: ['vm-1', 'vm-2', 'vm-3', 'vm-4'] },
      {
        narrowing: { parent: undefined, source: undefined, sourceRef: undefined },
        removed: ['vm-1', 'vm-2', 'vm-3', 'vm-4'],
      },
      { narrowing: { parent: 'vm-2' }, removed: ['vm-2'] },
      { narrowing: { source: 'cmdb' }, removed: ['vm-1', 'vm-2'] },
      { narrowing: { sourceRef: 'itop' }, removed: ['vm-1', 'vm-3'] },
      { narrowing: { source: 'cmdb', sourceRef: 'itop' }, removed: ['vm-1'] },
      { narrowing: { parent: 'vm-1', source: 'event' }, removed: [] },
      { narrowing: { parent: 'vm-1', source: 'cmdb', sourceRef: 'itop' }, removed: ['vm-1'] },
      { narrowing: { parent: '' }, removed: [] },
      { narrowing: { sourceRef: '' }, removed: [] },
    ])('should remove the relations of the child that match $narrowing', async ({ narrowing, removed }) => {
      const { store, peek } = await harness.open()
      await store.relations.upsert([...ofChild, ...others])
      await store.relations.upsert([...ofChild, ...others].map((one) => ({ ...one, source: 'policy' })))
      expect(await store.relations.deleteOf({ ...child, ...narrowing })).toBe(removed.length)
      const left = [...ofChild.filter(({ parent }) => !removed.includes(parent)), ...others]
      expect(byKey(await peek('relation'))).toEqual(byKey(left.map(keptRelation)))
      const claims = await peek('relationClaim')
      expect(byKey(claims.filter(({ source }) => source !== 'policy'))).toEqual(byKey(left.map((one) => claimOf(one))))
      expect(claims).toHaveLength(2 * left.length)
    })

    it('should return 0 for an unknown child', async () => {
      const { store, peek } = await harness.open()
      await store.relations.upsert(others)
      expect(await store.relations.deleteOf({ environment: 'Production', resource: 'nobody' })).toBe(0)
      expect(await peek('relation')).toHaveLength(others.length)
    })
  })
}
