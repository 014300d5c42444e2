import { LIST_COLUMNS } from '@opsgraph/core'
import { compareNames, type Store } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { longestName, ODD_NAMES } from './odd-text.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

type ResourceAlias = Parameters<Store['aliases']['save']>[0][number]

/** Tests the guarantees of `AliasStore`, except how aliases change the revision (see `policyRevisionContract`). */
export function aliasStoreContract(harness: StoreHarness): void {
  it('should keep every field of an alias, and replace the alias with the same id', async () => {
    const { store, peek } = await harness.open()
    const aliases = [FIRST, ...ODD]
    await store.aliases.save(aliases)
    expect(byId(await store.aliases.find(aliases))).toEqual(byId(aliases))
    expect(byId(await peek('resourceAlias'))).toEqual(byId(aliases).map(kept))
    const changed = { ...FIRST, alias: 'other', resource: 'another', updateTime: at(9) }
    await store.aliases.save([changed])
    expect(await store.aliases.find([FIRST])).toEqual([])
    expect(await store.aliases.find([changed])).toEqual([changed])
    expect(await peek('resourceAlias')).toHaveLength(aliases.length)
  })

  it('should find aliases by both names, each once, and the aliases of resources', async () => {
    const { store } = await harness.open()
    const named = (alias: string, resource: string, environment = 'e') => sampleAlias({ alias, resource, environment })
    await store.aliases.save([named('a', 'x'), named('b', 'x'), named('c', 'y'), named('a', 'z', 'f')])
    const find = async (...keys: (readonly [string, string])[]) =>
      (await store.aliases.find(keys.map(([environment, alias]) => ({ environment, alias })))).map(textOf).toSorted()
    expect(await find(['e', 'b'], ['e', 'a'], ['e', 'b'], ['e', 'A'])).toEqual(['e a = x', 'e b = x'])
    expect(await find(['f', 'a'])).toEqual(['f a = z'])
    expect(await find()).toEqual([])
    expect(await find(['', 'a'], ['a', 'e'], ['e', ''], ['e', '\u0000'], ['\ud800', 'a'], ['e', 'x'])).toEqual([])
    const of = async (...keys: (readonly [string, string])[]) =>
      (await store.aliases.of(keys.map(([environment, resource]) => ({ environment, resource }))))
        .map(textOf)
        .toSorted()
    expect(await of(['e', 'x'], ['e', 'x'], ['e', 'z'])).toEqual(['e a = x', 'e b = x'])
    expect(await of(['f', 'z'], ['e', 'y'])).toEqual(['e c = y', 'f a = z'])
    expect(await of()).toEqual([])
    expect(await of(['e', 'a'], ['e', '\u0000'], ['\ud800', 'x'])).toEqual([])
  })

  it('should delete the aliases with the given ids, count them, and say whether any are left', async () => {
    const { store, peek } = await harness.open()
    expect(await store.aliases.any()).toBe(false)
    const [first, second] = [sampleAlias(), sampleAlias()]
    await store.aliases.save([first, second, FIRST])
    expect(await store.aliases.any()).toBe(true)
    expect(await store.aliases.count()).toBe(3)
    expect(await store.aliases.delete([nextId(), '', '\u0000', '\ud800', FIRST.alias])).toBe(0)
    expect(await store.aliases.delete([first.id, second.id, nextId()])).toBe(2)
    expect(await peek('resourceAlias')).toEqual([kept(FIRST)])
    await store.aliases.delete([FIRST.id])
    expect([await store.aliases.any(), await store.aliases.count()]).toEqual([false, 0])
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { store } = await harness.open()
    const given = structuredClone(FIRST)
    await store.aliases.save([given])
    tamper(given)
    tamper(await store.aliases.find([FIRST]))
    tamper(await store.aliases.of([FIRST]))
    expect(await store.aliases.find([FIRST])).toEqual([FIRST])
  })

  it('should save 1,000 aliases at once, and replace them', async () => {
    const { store, peek } = await harness.open()
    const aliases = Array.from({ length: 1_000 }, () => sampleAlias())
    await store.aliases.save(aliases)
    await store.aliases.save(aliases.map((alias) => ({ ...alias, resource: 'one' })).toReversed())
    expect((await peek('resourceAlias')).filter(({ resource }) => resource === 'one')).toHaveLength(1_000)
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: (store, rows) => store.aliases.save(rows),
      list: (store, query) => store.aliases.list(query),
      filters: LIST_COLUMNS.aliases.filters,
      sorts: LIST_COLUMNS.aliases.sorts,
      show: { environment: (row) => row.environment, alias: (row) => row.alias, resource: (row) => row.resource },
      compareByDefault: (left, right) =>
        compareNames(left.environment, right.environment) || compareNames(left.alias, right.alias),
      nullsLast: true,
    })
  })
}

export function sampleAlias(fields: Partial<ResourceAlias> = {}): ResourceAlias {
  const id = nextId()
  return {
    ...{ id, environment: 'Production', alias: `alias ${id}`, resource: `resource of ${id}` },
    ...{ createTime: at(0), updateTime: at(0) },
    ...fields,
  }
}

// Helpers

const FIRST = sampleAlias({ environment: '', alias: 'db1.example.com', resource: 'database', createTime: at(7) })

const ODD = [
  ...ODD_NAMES.map((name) => sampleAlias({ environment: name, alias: name, resource: name })),
  sampleAlias({ environment: longestName(1), alias: longestName(2), resource: longestName(3) }),
]

const LISTED = Array.from({ length: 13 }, (_, index) =>
  sampleAlias({
    environment: ['', 'Production', '\u{1f600}', '\ue000'][index % 4] ?? '',
    alias: ['db', 'Db', 'web'][(index >> 2) % 3] + (index > 11 ? '2' : ''),
    resource: index % 3 === 1 ? 'x' : `resource ${index % 2}`,
  }),
)

function textOf({ environment, alias, resource }: ResourceAlias): string {
  return `${environment} ${alias} = ${resource}`
}

function kept({ id, environment, alias, resource }: ResourceAlias) {
  return { id, environment, alias, resource }
}
