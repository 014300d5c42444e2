import { LIST_COLUMNS, type Relation } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { claimOf, compareKeys, relationKey } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { anyName, longestName, NAMES_IN_ORDER, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { byKey, keptRelation } from './relation-rows.js'
import { at, nextId, relationBetween, sampleRelation } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `RelationStore` for saving, finding and listing relations. */
export function relationStoreContract(harness: StoreHarness): void {
  describe('upsert', () => {
    it('should add new relations, and nothing for an empty list', async () => {
      const { store, peek } = await harness.open()
      const [first, second] = [relationBetween('a', 'b'), relationBetween('b', 'a', 'cmdb')]
      expect(await store.relations.upsert([first, second])).toEqual({ inserted: 2, updated: 0 })
      expect(await store.relations.upsert([])).toEqual({ inserted: 0, updated: 0 })
      expect(byKey(await store.relations.find([first, second]))).toEqual(byKey([first, second]))
      expect(byKey(await peek('relation'))).toEqual(byKey([keptRelation(first), keptRelation(second)]))
    })

    it('should count inserted and updated relations separately', async () => {
      const { store } = await harness.open()
      await store.relations.upsert([relationBetween('a', 'b'), relationBetween('a', 'c')])
      const arrivals = [
        relationBetween('a', 'c'),
        relationBetween('a', 'd'),
        relationBetween('a', 'b', 'policy'),
        relationBetween('a', 'e'),
        relationBetween('a', 'f'),
      ]
      expect(await store.relations.upsert(arrivals)).toEqual({ inserted: 3, updated: 2 })
    })

    it('should replace by the same or a stronger source, and only confirm by a weaker one, for every pair', async () => {
      const { store, peek } = await harness.open()
      const pairs = RELATION_SOURCES.flatMap((known, knownRank) =>
        RELATION_SOURCES.map((arriving, rank) => ({ known, arriving, replaces: rank <= knownRank })),
      )
      const stored = pairs.map(({ known, arriving }) => ({
        ...relationBetween(known, arriving, known),
        sourceRef: 'before',
      }))
      const arrived = pairs.map(({ known, arriving }) => ({
        ...relationBetween(known, arriving, arriving, 7),
        sourceRef: 'after',
        createTime: at(7),
      }))
      await store.relations.upsert(stored)
      expect(await store.relations.upsert(arrived)).toEqual({ inserted: 0, updated: pairs.length })
      const expected = stored.map((relation, index) => ({
        ...relation,
        ...(pairs[index]?.replaces ? { source: pairs[index].arriving, sourceRef: 'after' } : {}),
        updateTime: at(7),
      }))
      expect(byKey(await store.relations.find(stored))).toEqual(byKey(expected))
      expect(byKey(await peek('relation'))).toEqual(byKey(expected.map(keptRelation)))
    })

    it('should keep id and createTime, and find nothing by the id that arrived', async () => {
      const { store } = await harness.open()
      const stored = relationBetween('a', 'b', 'cmdb')
      const arrived = { ...relationBetween('a', 'b', 'manual', 9), createTime: at(9) }
      await store.relations.upsert([stored])
      await store.relations.upsert([arrived])
      expect(await store.relations.find([stored])).toEqual([{ ...arrived, id: stored.id, createTime: at(0) }])
      expect(await store.relations.delete(arrived.id)).toBeUndefined()
    })

    it('should replace a sourceRef by null, and accept an earlier updateTime', async () => {
      const { store } = await harness.open()
      const stored = sampleRelation({ source: 'cmdb', sourceRef: 'itop', updateTime: at(9) })
      await store.relations.upsert([stored])
      await store.relations.upsert([{ ...stored, sourceRef: null, updateTime: at(3) }])
      expect(await store.relations.find([stored])).toEqual([{ ...stored, sourceRef: null, updateTime: at(3) }])
      await store.relations.upsert([{ ...stored, source: 'policy', updateTime: at(1) }])
      expect(await store.relations.find([stored])).toEqual([{ ...stored, sourceRef: null, updateTime: at(1) }])
    })

    it('should distinguish relations that differ in one name, or in its case', async () => {
      const { store } = await harness.open()
      const relations = ['', 'Production', 'production'].flatMap((environment) => [
        sampleRelation({ environment, resource: 'a', parent: 'b' }),
        sampleRelation({ environment, resource: 'b', parent: 'a' }),
        sampleRelation({ environment, resource: 'A', parent: 'b' }),
        sampleRelation({ environment, resource: 'a', parent: 'B' }),
      ])
      expect(await store.relations.upsert(relations)).toEqual({ inserted: 12, updated: 0 })
      expect(byKey(await store.relations.find(relations))).toEqual(byKey(relations))
    })

    it('should keep odd names exactly in every field', async () => {
      const { store, peek } = await harness.open()
      const relations = ODD_NAMES.flatMap((name) => [
        sampleRelation({ environment: name, sourceRef: name }),
        sampleRelation({ resource: name, parent: 'odd parent' }),
        sampleRelation({ resource: 'odd child', parent: name }),
      ])
      await store.relations.upsert(relations)
      expect(byKey(await store.relations.find(relations))).toEqual(byKey(relations))
      expect(byKey(await peek('relation'))).toEqual(byKey(relations.map(keptRelation)))
    })

    it('should keep the longest names in all fields at once', async () => {
      const { store } = await harness.open()
      const [environment, resource, parent, sourceRef] = [
        longestName(3),
        longestName(4),
        longestName(5),
        longestName(6),
      ]
      const relation = sampleRelation({ environment, resource, parent, sourceRef, source: 'cmdb' })
      await store.relations.upsert([relation])
      expect(await store.relations.find([relation])).toEqual([relation])
      expect(await store.relations.claimsBy('cmdb', [sourceRef])).toEqual([claimOf(relation)])
    })

    it('should keep any names', async () => {
      const { store } = await harness.open()
      const anyRelation = fc
        .record({ environment: anyName(), resource: anyName(), parent: anyName(), sourceRef: anyName() })
        .map((names) => sampleRelation({ ...names, resource: `-${names.resource}` }))
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(anyRelation, { selector: relationKey, maxLength: 20 }), async (relations) => {
          await store.relations.upsert(relations)
          const found = await store.relations.find(relations)
          expect(byKey(found).map(relationKey)).toEqual(byKey(relations).map(relationKey))
          expect(found.map(({ sourceRef }) => sourceRef).toSorted()).toEqual(
            relations.map(({ sourceRef }) => sourceRef).toSorted(),
          )
        }),
        propertyRuns(harness, 20),
      )
    })

    it('should save 1,000 relations, and save them again', async () => {
      const { store, peek } = await harness.open()
      const relations = Array.from({ length: 1_000 }, (_, index) =>
        relationBetween(`child-${index}`, `parent-${index % 100}`),
      )
      const again = relations.map((relation) => ({ ...relation, id: nextId(), updateTime: at(1) }))
      expect(await store.relations.upsert(relations)).toEqual({ inserted: 1_000, updated: 0 })
      expect(await store.relations.upsert(again)).toEqual({ inserted: 0, updated: 1_000 })
      expect(await peek('relation')).toHaveLength(1_000)
      expect(await store.relations.find(relations)).toHaveLength(1_000)
    })
  })

  describe('find', () => {
    it('should find only the given relations, each once', async () => {
      const { store } = await harness.open()
      const [crossed, wanted, other] = [relationBetween('a', 'b'), relationBetween('a', 'c'), relationBetween('d', 'b')]
      await store.relations.upsert([
        crossed,
        wanted,
        other,
        sampleRelation({ ...wanted, id: nextId(), environment: '' }),
      ])
      expect(await store.relations.find([])).toEqual([])
      expect(await store.relations.find([wanted, wanted])).toEqual([wanted])
      // After this deletion, the pairs (a, c) and (d, b) are stored. A store that compares resources and parents
      // separately would also find (a, b) and (d, c).
      await store.relations.delete(crossed.id)
      expect(byKey(await store.relations.find([wanted, other]))).toEqual(byKey([wanted, other]))
      expect(
        await store.relations.find([
          crossed,
          relationBetween('d', 'c'),
          relationBetween('', ''),
          relationBetween('a\u0000', '\ud800'),
        ]),
      ).toEqual([])
    })
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { store } = await harness.open()
    const given = sampleRelation({ sourceRef: 'itop' })
    const original = { ...given }
    await store.relations.upsert([given])
    tamper(given)
    tamper(await store.relations.find([original]))
    tamper(await store.relations.around(original.environment, original.resource))
    tamper(await store.relations.claims([original]))
    tamper(await store.relations.claimsBy('manual', ['itop']))
    tamper(await store.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 }))
    expect(await store.relations.find([original])).toEqual([original])
    expect(await store.relations.claims([original])).toEqual([claimOf(original)])
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: (store, rows) => store.relations.upsert(rows),
      list: (store, query) => store.relations.list(query),
      after: {
        read: (store, last, limit, filters) => store.relations.after(last, limit, { filters }),
        remove: (store, { id }) => store.relations.delete(id),
      },
      filters: LIST_COLUMNS.relations.filters,
      sorts: LIST_COLUMNS.relations.sorts,
      show: {
        environment: (row) => row.environment,
        resource: (row) => row.resource,
        parent: (row) => row.parent,
        source: (row) => row.source,
        sourceRef: (row) => row.sourceRef,
        createTime: (row) => row.createTime,
        updateTime: (row) => row.updateTime,
      },
      compareByDefault: compareKeys,
      nullsLast: false,
    })

    it.each(['environment', 'resource', 'parent'] as const)('should sort %s by code point', async (field) => {
      const { store } = await harness.open()
      const rows = NAMES_IN_ORDER.map((name) => sampleRelation({ [field]: name }))
      await store.relations.upsert(rows.toReversed())
      const { items } = await store.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 100 })
      expect(items.map((row) => row[field])).toEqual(NAMES_IN_ORDER)
    })
  })
}

// Helpers

const LISTED: readonly Relation[] = [
  sampleRelation({ environment: '', resource: 'b', parent: 'a', sourceRef: 'x', createTime: at(3), updateTime: at(5) }),
  sampleRelation({ environment: '', resource: 'a', parent: 'c', source: 'cmdb', sourceRef: 'itop', updateTime: at(1) }),
  sampleRelation({ environment: '', resource: 'a', parent: 'b', source: 'cmdb', sourceRef: 'itop', createTime: at(1) }),
  sampleRelation({ environment: 'production', resource: 'a', parent: 'b', source: 'event', createTime: at(2) }),
  sampleRelation({ environment: 'Production', resource: '\u{1f600}', parent: 'b', source: 'event', sourceRef: 'X' }),
  sampleRelation({ environment: 'Production', resource: '\ue000', parent: 'b', source: 'topology', sourceRef: 'itop' }),
  sampleRelation({
    environment: 'Production',
    resource: 'Z',
    parent: '\u{1f600}',
    source: 'policy',
    updateTime: at(9),
  }),
  sampleRelation({ environment: 'Production', resource: 'Z', parent: '\ue000', source: 'policy', sourceRef: '\ue000' }),
  sampleRelation({
    environment: 'Production',
    resource: 'a',
    parent: 'b',
    createTime: at(-1),
    updateTime: at(86_400_000),
  }),
  sampleRelation({ environment: '\u{1f600}', resource: 'ä', parent: 'é', source: 'manual', sourceRef: '\u{1f600}' }),
  sampleRelation({ environment: '\ue000', resource: 'null', parent: "o'neil", createTime: at(3), sourceRef: '{a,b}' }),
]
