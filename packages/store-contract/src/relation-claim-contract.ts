import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { claimKey, claimOf, type RelationClaim, rankOf, relationKey, type StoreParts } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { longestName, ODD_NAMES } from './odd-text.js'
import { inOrder } from './relation-model.js'
import { at, nextId, relationBetween, sampleRelation } from './sample.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

/** Tests the guarantees of `RelationStore` for claims (rules.md#relation-claims). */
export function relationClaimContract(harness: StoreHarness): void {
  const cmdb = (sourceRef: string | null, minute = 0) => ({
    ...sampleRelation({ source: 'cmdb', sourceRef, createTime: at(minute) }),
    updateTime: at(minute),
  })
  const KEY = { environment: 'Production', resource: 'web-1', parent: 'vm-1' }

  it('should keep a claim for each source and sourceRef, also for hidden ones, and confirm it', async () => {
    const { store, peek } = await harness.open()
    const arriving = [cmdb('itop', 1), cmdb(null, 2), cmdb('', 3), { ...cmdb('itop', 4), source: 'policy' as const }]
    for (const one of arriving) await store.relations.upsert([one])
    await store.relations.upsert([cmdb('itop', 5)])
    const [first, ...others] = arriving.map((one) => claimOf(one))
    const expected = [{ ...first, lastTime: at(5) } as RelationClaim, ...others]
    expect(inOrder(await store.relations.claims([KEY]))).toEqual(inOrder(expected))
    expect(inOrder(await peek('relationClaim'))).toEqual(inOrder(expected))
    expect(await store.relations.claimsBy('cmdb', ['itop', ''])).toHaveLength(2)
    expect(await store.relations.claims([{ ...KEY, parent: 'other' }])).toEqual([])
  })

  it('should show what arrived last of equal ranks, unless it yields', async () => {
    const { store } = await harness.open()
    const shown = async () => (await store.relations.find([KEY]))[0]
    await store.relations.upsert([cmdb('itop', 1)], { yields: true })
    await store.relations.upsert([cmdb('glpi', 2)], { yields: true })
    expect(await shown()).toMatchObject({ sourceRef: 'itop', updateTime: at(2) })
    await store.relations.upsert([cmdb('glpi', 3)])
    expect(await shown()).toMatchObject({ sourceRef: 'glpi', updateTime: at(3) })
    await store.relations.upsert([{ ...cmdb('agent', 4), source: 'event' }], { yields: true })
    expect(await shown()).toMatchObject({ source: 'event', updateTime: at(4) })
  })

  it('should let several claims of one relation arrive in one call, and count the relation once', async () => {
    const { store } = await harness.open()
    const claims = [cmdb('itop'), { ...cmdb('T'), source: 'topology' as const }, cmdb('glpi')]
    const other = relationBetween('a', 'b')
    expect(await store.relations.upsert([...claims, other])).toEqual({ inserted: 2, updated: 0 })
    expect(await store.relations.find([KEY])).toMatchObject([{ id: claims[0]?.id, source: 'cmdb', sourceRef: 'glpi' }])
    expect(await store.relations.claims([KEY])).toHaveLength(3)
    expect(await store.relations.upsert(claims, { yields: true })).toEqual({ inserted: 0, updated: 1 })
  })

  it('should find the relations that it locks, and say which ids relations have', async () => {
    const { store } = await harness.open()
    const stored = cmdb('itop')
    await store.relations.upsert([stored])
    const keys = [KEY, { ...KEY, parent: 'other' }, KEY]
    expect(await store.transaction((parts) => parts.relations.lock(keys))).toEqual([stored])
    expect(await store.relations.lock([])).toEqual([])
    expect(await store.relations.takenIds([stored.id, 'another', stored.id, '\u0000'])).toEqual([stored.id])
    expect(await store.relations.takenIds([])).toEqual([])
  })

  it('should let nobody change a locked relation or its claims until the transaction ends', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([cmdb('itop')])
    const change = async () => {
      await store.relations.upsert([{ ...cmdb('agent', 5), source: 'event' as const }])
      await store.relations.withdraw([cmdb('itop')], at(6))
    }
    const { changing, seen } = await store.transaction(async (parts) => {
      const before = await parts.relations.lock([KEY])
      const others = change()
      await waitBriefly(others)
      const after = await parts.relations.find([KEY])
      return { changing: [others], seen: { before, after, claims: await parts.relations.claims([KEY]) } }
    })
    await Promise.all(changing)
    expect(seen.after).toEqual(seen.before)
    expect(seen.claims).toHaveLength(1)
    expect(await store.relations.find([KEY])).toMatchObject([{ source: 'event' }])
  })

  describe('withdraw', () => {
    it('should uncover the strongest claim: by rank, then the newest, then by sourceRef', async () => {
      const { store } = await harness.open()
      const order = [
        cmdb('shown', 1),
        cmdb('newest', 9),
        ...[cmdb(null, 5), cmdb('', 5), cmdb('a', 5), cmdb('\ue000', 5), cmdb('\u{1f600}', 5)],
        { ...cmdb('T', 10), source: 'topology' as const },
      ]
      for (const one of order) await store.relations.upsert([one], { yields: true })
      const [stored] = await store.relations.find([KEY])
      for (const [index, next] of order.slice(1).entries()) {
        const gone = order.slice(index, index + 1)
        expect(await store.relations.withdraw(gone, at(20 + index))).toEqual({ removed: 0, updated: 1 })
        const { source, sourceRef } = next
        const expected = { ...stored, source, sourceRef, updateTime: at(20 + index) }
        expect(await store.relations.find([KEY])).toEqual([expected])
      }
      expect(await store.relations.withdraw(order.slice(-1), at(30))).toEqual({ removed: 1, updated: 0 })
      expect(await store.relations.find([KEY])).toEqual([])
    })

    it('should only drop a hidden claim, and ignore unknown claims and unknown relations', async () => {
      const { store } = await harness.open()
      const [shown, hidden] = [cmdb('itop', 1), { ...cmdb('T', 2), source: 'topology' as const }]
      await store.relations.upsert([shown])
      await store.relations.upsert([hidden])
      const before = await store.relations.find([KEY])
      const none = { removed: 0, updated: 0 }
      expect(await store.relations.withdraw([hidden], at(3))).toEqual(none)
      expect(await store.relations.find([KEY])).toEqual(before)
      expect(await store.relations.claims([KEY])).toEqual([claimOf(shown)])
      const unknown = [cmdb('glpi'), cmdb(null), relationBetween('x', 'y'), cmdb('\u0000'), cmdb('\ud800'.repeat(60))]
      expect(await store.relations.withdraw(unknown, at(4))).toEqual(none)
      expect(await store.relations.withdraw([], at(4))).toEqual(none)
      expect(await store.relations.claims([KEY])).toEqual([claimOf(shown)])
    })

    it('should remove a relation of which all claims are withdrawn at once', async () => {
      const { store, peek } = await harness.open()
      const claims = [cmdb('itop'), cmdb('glpi'), { ...cmdb('T'), source: 'topology' as const }]
      await store.relations.upsert(claims)
      expect(await store.relations.withdraw([...claims, ...claims], at(1))).toEqual({ removed: 1, updated: 0 })
      expect([await peek('relation'), await peek('relationClaim')]).toEqual([[], []])
    })
  })

  it('should find the replaceable claims of an origin to other parents', async () => {
    const { store } = await harness.open()
    const event = { source: 'event', sourceRef: 'zabbix', resource: 'disk' } as const
    const replaceable = sampleRelation({ ...event, parent: 'vm-1' })
    const others = [
      sampleRelation({ ...event, parent: 'vm-2' }),
      sampleRelation({ ...event, parent: 'vm-3', sourceRef: 'nagios' }),
      sampleRelation({ ...event, parent: 'vm-4', source: 'cmdb' }),
      sampleRelation({ ...event, parent: 'vm-5', environment: '' }),
    ]
    await store.relations.upsert([{ ...replaceable, isReplaceable: true }])
    await store.relations.upsert(others.map((one) => ({ ...one, isReplaceable: one !== others[0] })))
    const named = (parent: string) => ({ environment: 'Production', resource: 'disk', parent, sourceRef: 'zabbix' })
    const expected = [claimOf({ ...replaceable, isReplaceable: true })]
    expect(await store.relations.replacedBy([named('vm-9'), named('vm-8')])).toEqual(expected)
    expect(await store.relations.replacedBy([named('vm-1')])).toEqual([])
    expect(await store.relations.replacedBy([])).toEqual([])
    await store.relations.upsert([replaceable])
    expect(await store.relations.replacedBy([named('vm-9')])).toEqual([])
    await store.relations.upsert([{ ...replaceable, isReplaceable: true }])
    expect(await store.relations.replacedBy([named('vm-9')])).toEqual([])
  })

  it('should list relations that were not confirmed for long, unless a lasting source claims them', async () => {
    const { store } = await harness.open()
    const old = RELATION_SOURCES.map((source) => relationBetween('old', source, source, 1))
    const hidden = [
      relationBetween('old', 'drawn', 'cmdb', 1),
      { ...relationBetween('old', 'drawn', 'topology', 1), sourceRef: 'T' },
    ]
    const confirmed = [
      relationBetween('new', 'a', 'cmdb', 5),
      relationBetween('new', 'b', 'cmdb', 1),
      relationBetween('new', 'b', 'policy', 5),
    ]
    for (const one of [...old, ...hidden, ...confirmed]) await store.relations.upsert([one])
    const list = async (before: string | undefined, filters = {}, pageSize = 50) => {
      const query = { filters, sort: { column: 'parent', descending: false }, page: 1, pageSize } as const
      const stale = before === undefined ? undefined : ({ before, lasting: ['manual', 'topology'] } as const)
      const { items, total } = await store.relations.list(query, stale)
      const inOrder = await store.relations.list({ ...query, sort: undefined }, stale)
      expect(await store.relations.after(undefined, pageSize, { filters, stale })).toEqual(inOrder.items)
      return [total, ...items.map(({ resource, parent }) => `${resource} ${parent}`)]
    }
    expect(await list(at(5))).toEqual([3, 'old cmdb', 'old event', 'old policy'])
    expect(await list(at(5), { source: ['cmdb', 'event'] }, 1)).toEqual([2, 'old cmdb'])
    expect(await list(at(5), { resource: ['new'] })).toEqual([0])
    expect(await list(at(1))).toEqual([0])
    expect((await list(at(6)))[0]).toBe(5)
    expect((await list(undefined))[0]).toBe(8)
  })

  it('should read a relation by its id', async () => {
    const { store } = await harness.open()
    const [stored, other] = [relationBetween('a', 'b'), relationBetween('a', 'c')]
    await store.relations.upsert([stored, other])
    expect(await store.relations.read(stored.id)).toEqual(stored)
    for (const id of ['unknown', '', '\u0000']) expect(await store.relations.read(id)).toBeUndefined()
  })

  it('should keep claims exactly as they are', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([cmdb('itop', 5)])
    const times = { firstTime: at(1), lastTime: at(2), isReplaceable: true }
    const kept = [
      { ...claimOf(cmdb('itop')), ...times },
      { ...claimOf(cmdb('glpi')), ...times },
    ]
    await store.relations.keepClaims(kept)
    expect(inOrder(await store.relations.claims([KEY]))).toEqual(inOrder(kept))
    expect(await store.relations.find([KEY])).toMatchObject([{ sourceRef: 'itop', updateTime: at(5) }])
  })

  it('should distinguish odd and long sourceRefs', async () => {
    const { store } = await harness.open()
    const long = longestName(3)
    const [environment, resource, parent] = [longestName(4), longestName(5), longestName(6)]
    const refs = [...ODD_NAMES, long, `${long.slice(0, -1)}x`, 'x'.repeat(100), 'x'.repeat(101), 'topology:T']
    const stated = refs.map((sourceRef) => ({ ...cmdb(sourceRef), environment, resource, parent }))
    await store.relations.upsert(stated)
    const expected = inOrder(stated.map((one) => claimOf(one)))
    expect(inOrder(await store.relations.claims(stated.slice(0, 1)))).toEqual(expected)
    for (const one of stated) {
      expect(await store.relations.claimsBy('cmdb', [one.sourceRef ?? ''])).toEqual([claimOf(one)])
    }
    expect(await store.relations.withdraw(stated.slice(1), at(1))).toEqual({ removed: 0, updated: 1 })
  })

  describe('concurrent callers', () => {
    it('should leave a relation with its strongest claim while one is withdrawn and others arrive', async () => {
      const { store, peek } = await harness.open()
      for (let round = 0; round < 12; round++) {
        const resource = `web-${round}`
        const shown = sampleRelation({ resource, source: 'cmdb', sourceRef: 'shown' })
        const arriving = RELATION_SOURCES.slice(2).flatMap((source) => [
          { ...shown, id: nextId(), source, sourceRef: 'a' },
          { ...shown, id: nextId(), source, sourceRef: 'b' },
        ])
        await store.relations.upsert([shown])
        await Promise.all([
          ...arriving.slice(0, 3).map((one) => store.relations.upsert([one])),
          store.relations.withdraw([shown], at(1)),
          ...arriving.slice(3).map((one) => store.relations.upsert([one], { yields: true })),
        ])
      }
      await expectExplained(peek)
      expect((await peek('relation')).map(({ source }) => source)).toEqual(Array.from({ length: 12 }, () => 'cmdb'))
    })

    it('should leave no claim without a relation while all is withdrawn, deleted and stated again', async () => {
      const { store, peek } = await harness.open()
      const claims = ['itop', 'glpi', 'netbox'].map((sourceRef) => cmdb(sourceRef))
      for (let round = 0; round < 12; round++) {
        await store.relations.upsert(claims)
        const [stored] = await store.relations.find([KEY])
        await Promise.all([
          ...claims.map((claim) => store.relations.withdraw([claim], at(1))),
          store.relations.upsert(claims.slice(1, 2).map((claim) => ({ ...claim, id: nextId() }))),
          round % 2 === 0 ? store.relations.delete(stored?.id ?? '') : store.relations.deleteOf(KEY),
          store.relations.upsert([{ ...cmdb('late'), id: nextId(), source: 'policy' }]),
        ])
        await expectExplained(peek)
      }
    })

    it('should let transactions withdraw and state the same claims in any order', async () => {
      const { store, peek } = await harness.open()
      const parents = ['b', 'c', 'd', 'e']
      await store.relations.upsert(parents.map((parent) => relationBetween('a', parent, 'cmdb')))
      await Promise.all(
        Array.from({ length: 12 }, (_, writer) =>
          store.transaction((parts) => writeInOrder(parts, writer % 2 === 0 ? parents : parents.toReversed(), writer)),
        ),
      )
      await expectExplained(peek)
      expect(await peek('relation')).toHaveLength(parents.length)
    })
  })
}

// Helpers

/** For each parent, one relation after another, withdraws a claim or states another one. */
async function writeInOrder({ relations }: StoreParts, parents: readonly string[], writer: number): Promise<void> {
  for (const parent of parents) {
    if (writer % 3 === 0) await relations.withdraw([relationBetween('a', parent, 'cmdb')], at(writer))
    else await relations.upsert([{ ...relationBetween('a', parent, 'topology', writer), sourceRef: `T${writer}` }])
  }
}

/** Expects that every relation shows its strongest claim, and that every claim has a relation. */
async function expectExplained(peek: OpenedStore['peek']): Promise<void> {
  const [relations, claims] = [await peek('relation'), await peek('relationClaim')]
  const keys = new Set(relations.map(relationKey))
  expect(claims.filter((claim) => !keys.has(relationKey(claim)))).toEqual([])
  const known = new Set(claims.map(claimKey))
  expect(relations.filter((relation) => !known.has(claimKey(relation)))).toEqual([])
  for (const relation of relations) {
    const own = claims.filter((claim) => relationKey(claim) === relationKey(relation))
    expect(rankOf(relation.source)).toBe(Math.min(...own.map(({ source }) => rankOf(source))))
  }
}
