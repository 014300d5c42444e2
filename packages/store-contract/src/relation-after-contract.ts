import type { Relation } from '@opsgraph/core'
import { compareKeys, type RelationKey, type RelationStore, relationKey } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyName, NAMES_IN_ORDER, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { byKey } from './relation-rows.js'
import { at, relationBetween, sampleRelation } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `RelationStore.after`. */
export function relationAfterContract(harness: StoreHarness): void {
  describe('after', () => {
    it('should find nothing in an empty store', async () => {
      const { store } = await harness.open()
      expect(await store.relations.after(undefined, 10)).toEqual([])
      expect(await store.relations.after(relationBetween('a', 'b'), 10)).toEqual([])
    })

    it('should return at most `limit` relations, also after an unknown key', async () => {
      const { store } = await harness.open()
      const [first, second, third] = [relationBetween('a', 'b'), relationBetween('a', 'd'), relationBetween('c', 'a')]
      await store.relations.upsert([third, first, second])
      expect(await store.relations.after(undefined, 2)).toEqual([first, second])
      expect(await store.relations.after(second, 2)).toEqual([third])
      expect(await store.relations.after(third, 2)).toEqual([])
      expect(await store.relations.after(relationBetween('a', 'c'), 1)).toEqual([second])
      expect(await store.relations.after({ environment: '', resource: 'z', parent: 'z' }, 1)).toEqual([first])
    })

    it('should read every relation once, in the order of their code points', async () => {
      const { store } = await harness.open()
      const relations = [...NAMES_IN_ORDER, ...ODD_NAMES].flatMap((name) => [
        sampleRelation({ environment: name }),
        sampleRelation({ resource: name, parent: 'odd parent' }),
        sampleRelation({ resource: 'odd child', parent: name }),
      ])
      const distinct = [...new Map(relations.map((relation) => [relationKey(relation), relation])).values()]
      await store.relations.upsert(distinct)
      for (const limit of [1, 7, 1_000]) expect(await readAll(store.relations, limit)).toEqual(byKey(distinct))
    })

    it('should reflect every change', async () => {
      const { store } = await harness.open()
      const [first, second, third] = [relationBetween('a', 'b'), relationBetween('b', 'c'), relationBetween('c', 'd')]
      await store.relations.upsert([first, third])
      expect(await readAll(store.relations, 1)).toEqual([first, third])
      await store.relations.upsert([second])
      expect(await readAll(store.relations, 1)).toEqual([first, second, third])
      await store.relations.delete(first.id)
      await store.relations.upsert([{ ...third, updateTime: at(7) }])
      expect(await readAll(store.relations, 1)).toEqual([second, { ...third, updateTime: at(7) }])
      const failing = store.transaction(async (parts) => {
        await parts.relations.upsert([first])
        expect(await readAll(parts.relations, 2)).toEqual([first, second, { ...third, updateTime: at(7) }])
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      expect(await readAll(store.relations, 2)).toEqual([second, { ...third, updateTime: at(7) }])
    })

    it('should start at any key, for any names', async () => {
      const { store } = await harness.open()
      const anyKey = fc.record({ environment: anyName(), resource: anyName(), parent: anyName() })
      await fc.assert(
        fc.asyncProperty(fc.array(anyKey, { maxLength: 10 }), anyKey, async (keys, last) => {
          await store.relations.upsert([
            ...new Map(keys.map((key) => [relationKey(key), sampleRelation(key)])).values(),
          ])
          const all = await readAll(store.relations, 1_000)
          const behind = all.filter((relation) => compareKeys(relation, last) > 0)
          expect(await store.relations.after(last, 3)).toEqual(behind.slice(0, 3))
        }),
        propertyRuns(harness, 20),
      )
    })

    it('should not be changed by callers who change its answers', async () => {
      const { store } = await harness.open()
      const relation = relationBetween('a', 'b')
      await store.relations.upsert([relation])
      tamper(await store.relations.after(undefined, 1))
      expect(await store.relations.after(undefined, 1)).toEqual([relation])
    })
  })

  it('should read thousands page by page, each once and in order', async () => {
    const { store } = await harness.open()
    await store.relations.upsert(Array.from({ length: 2_000 }, (_, index) => relationBetween(`child-${index}`, 'hub')))
    const read = await store.snapshot((parts) => readAll(parts.relations, 300))
    expect(read).toHaveLength(2_000)
    expect(read.every((relation, index) => index === 0 || compareKeys(read[index - 1] ?? relation, relation) < 0)).toBe(
      true,
    )
  })
}

// Helpers

async function readAll(relations: RelationStore, limit: number): Promise<readonly Relation[]> {
  const all: Relation[] = []
  let last: RelationKey | undefined
  for (;;) {
    const page = await relations.after(last, limit)
    all.push(...page)
    if (page.length < limit) return all
    last = page.at(-1)
  }
}
