import { type RelationKey, relationKey } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { at, relationBetween } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `RelationStore` for more relations than fit into one SQL statement. */
export function relationSetContract(harness: StoreHarness): void {
  it('should write, find, change and remove more than ten thousand at once, many with the same parent', async () => {
    const { store, peek } = await harness.open()
    const relations = Array.from({ length: 10_100 }, (_, index) => {
      const parent = index % 2 === 0 ? 'hub' : `parent-${index}`
      return { ...relationBetween(`child-${index}`, parent, 'topology'), sourceRef: `ref-${index % 1_600}` }
    })
    const refs = Array.from({ length: 1_600 }, (_, index) => `ref-${index}`)
    expect(await store.relations.upsert(relations)).toEqual({ inserted: 10_100, updated: 0 })
    expect(await store.relations.upsert(relations.slice(1))).toEqual({ inserted: 0, updated: 10_099 })
    expect(keysOf(await store.relations.find(relations))).toEqual(keysOf(relations))
    expect(keysOf(await store.relations.claimsBy('topology', refs))).toEqual(keysOf(relations))
    const others = relations.slice(1)
    const weaker = others.slice(1).map((relation) => ({ ...relation, source: 'policy' as const }))
    expect(await store.relations.upsert(weaker)).toEqual({ inserted: 0, updated: 10_098 })
    expect(await store.relations.claims(relations)).toHaveLength(20_198)
    expect(await store.relations.withdraw(others, at(1))).toEqual({ removed: 1, updated: 10_098 })
    expect(await store.relations.claimsBy('topology', refs)).toHaveLength(1)
    expect(await store.relations.withdraw(weaker, at(2))).toEqual({ removed: 10_098, updated: 0 })
    expect(await peek('relationClaim')).toHaveLength(1)
    expect((await peek('relation')).map(({ resource }) => resource)).toEqual(['child-0'])
  })

  it('should find only the given pairs of resource and parent, not combinations of names from two keys', async () => {
    const { store } = await harness.open()
    const relations = ['a', 'b'].flatMap((child) => ['p', 'q', 'r'].map((parent) => relationBetween(child, parent)))
    await store.relations.upsert(relations)
    const asked = [
      relationBetween('a', 'p'),
      relationBetween('b', 'q'),
      relationBetween('b', 'none'),
      { ...relationBetween('a', 'r'), environment: 'Test' },
    ]
    expect(keysOf(await store.relations.find(asked))).toEqual(keysOf(asked.slice(0, 2)))
  })
}

// Helpers

function keysOf(relations: readonly RelationKey[]): readonly string[] {
  return relations.map(relationKey).toSorted()
}
