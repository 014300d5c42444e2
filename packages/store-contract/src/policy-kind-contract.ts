import type { Filters, Policy } from '@opsgraph/core'
import type { ListQuery, PolicyStore } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { anyName, longestName, NAMES_IN_ORDER, ODD_NAMES } from './odd-text.js'
import type { PolicySubject } from './policy-subject.js'
import { propertyRuns } from './property-runs.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import { anyFilter, LONG_TEXT, ODD_FILTER } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `PolicyStore` for one kind of policy. */
export function policyKindContract<Kind extends Policy, Column extends string>(
  harness: StoreHarness,
  subject: PolicySubject<Kind, Column>,
): void {
  const { sample, elaborate, kept, table } = subject
  const everything: ListQuery<Column, Column> = {
    filters: {} as Filters<Column>,
    sort: undefined,
    page: 1,
    pageSize: 100,
  }

  describe('save, read and find', () => {
    it('should keep every field of a policy', async () => {
      const { policies, peek } = await openPolicies()
      const saved = [elaborate, sample()]
      await policies.save(saved)
      for (const policy of saved) expect(await policies.read(policy.id)).toEqual(policy)
      expect(byId(await peek(table))).toEqual(byId(saved).map(kept))
    })

    it('should not find ids that were not saved', async () => {
      const { policies, peek } = await openPolicies()
      await policies.save([])
      expect(await peek(table)).toEqual([])
      await policies.save([elaborate])
      const strangers = [nextId(), 'no such id', '', '\u0000', '\ud800', elaborate.name]
      for (const id of strangers) expect(await policies.read(id)).toBeUndefined()
      expect(await policies.find(strangers)).toEqual([])
    })

    it('should find the stored policies among the ids, each once', async () => {
      const { policies } = await openPolicies()
      const [first, second, other] = three()
      await policies.save([first, second, other])
      expect(await policies.find([])).toEqual([])
      const found = await policies.find([second.id, 'no such id', first.id, second.id, '\u0000'])
      expect(byId(found)).toEqual([first, second])
    })

    it('should replace the policies with the same ids, and add the others', async () => {
      const { policies, peek } = await openPolicies()
      const [first, second, left] = three()
      await policies.save([first, second, left])
      const expected = [{ ...elaborate, id: second.id }, sample(), { ...elaborate, id: first.id, name: 'first' }]
      await policies.save(expected)
      for (const policy of [...expected, left]) expect(await policies.read(policy.id)).toEqual(policy)
      expect(byId(await peek(table))).toEqual(byId([...expected, left]).map(kept))
      const back = { ...sample(), id: first.id }
      await policies.save([back])
      expect(await policies.read(first.id)).toEqual(back)
    })

    it('should keep odd names, filters and times exactly', async () => {
      const { policies, peek } = await openPolicies()
      const names = ODD_NAMES.map((name) => sample({ id: `id ${name}`, name, description: name, filters: ODD_FILTER }))
      const long = sample({ id: longestName(3), description: LONG_TEXT })
      const times = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((time) => sample({ createTime: time }))
      const odd = [...names, long, ...times, ...subject.odd]
      await policies.save(odd)
      expect(byId(await policies.find(odd.map(({ id }) => id)))).toEqual(byId(odd))
      expect(byId(await peek(table))).toEqual(byId(odd).map(kept))
    })

    it('should keep any names and filters', async () => {
      const { policies } = await openPolicies()
      const policy = fc.record({ name: anyName(), description: anyName(), filters: anyFilter() })
      await fc.assert(
        fc.asyncProperty(fc.array(policy, { minLength: 1, maxLength: 8 }), async (drawn) => {
          const saved = drawn.map((fields) => sample(fields))
          await policies.save(saved)
          expect(byId(await policies.find(saved.map(({ id }) => id)))).toEqual(byId(saved))
        }),
        propertyRuns(harness, 30),
      )
    })

    it('should save 1,000 policies at once, and replace them', async () => {
      const { policies, peek } = await openPolicies()
      const saved = Array.from({ length: 1_000 }, () => sample())
      await policies.save(saved)
      await policies.save(saved.map((policy) => ({ ...policy, name: 'again' })).toReversed())
      expect((await peek(table)).filter(({ name }) => name === 'again')).toHaveLength(1_000)
      expect(await policies.delete(saved.map(({ id }) => id))).toBe(1_000)
    })

    it('should not be changed by callers who change given or returned values', async () => {
      const { policies } = await openPolicies()
      const original = { ...elaborate, status: 'active' as const }
      const given = structuredClone(original)
      await policies.save([given])
      tamper(given)
      tamper(await policies.read(original.id))
      tamper(await policies.find([original.id]))
      tamper(await policies.active())
      tamper(await policies.list(everything))
      expect(await policies.read(original.id)).toEqual(original)
    })
  })

  describe('active and lastCreateTime', () => {
    it('should return every active policy in the order of application: by createTime, ties by id', async () => {
      const { policies } = await openPolicies()
      const active = [3, 1, 2, 1, 0].map((created) => sample({ createTime: at(created) }))
      await policies.save([...active, sample({ status: 'inactive', createTime: at(1) })].toReversed())
      expect(await policies.active()).toEqual(active.toSorted(subject.compare))
    })

    it('should reflect policies that are switched on and off, and removed', async () => {
      const { policies } = await openPolicies()
      const [first, second] = three()
      await policies.save([first, { ...second, status: 'inactive' }])
      expect(await policies.active()).toEqual([first])
      await policies.save([second, { ...first, status: 'inactive' }])
      expect(await policies.active()).toEqual([second])
      await policies.delete([second.id])
      expect(await policies.active()).toEqual([])
    })

    it('should return the latest createTime of active and inactive policies', async () => {
      const { policies } = await openPolicies()
      expect(await policies.lastCreateTime()).toBeUndefined()
      const latest = sample({ createTime: at(5_000), status: 'inactive' })
      await policies.save([sample({ createTime: at(20) }), latest, sample({ createTime: at(900) })])
      expect(await policies.lastCreateTime()).toBe(at(5_000))
      await policies.delete([latest.id])
      expect(await policies.lastCreateTime()).toBe(at(900))
      await policies.save([sample({ createTime: '0000-01-01T00:00:00.000Z' })])
      expect(await policies.lastCreateTime()).toBe(at(900))
    })
  })

  describe('delete', () => {
    it('should remove the given policies, ignore unknown ids, and return the number of removed ones', async () => {
      const { policies, peek } = await openPolicies()
      const [first, second, left] = three()
      await policies.save([first, second, left])
      expect(await policies.delete([])).toBe(0)
      expect(await policies.delete([second.id, 'no such id', first.id, second.id, '\u0000'])).toBe(2)
      expect(await policies.delete([first.id])).toBe(0)
      expect(await peek(table)).toEqual([kept(left)])
      expect(await policies.read(first.id)).toBeUndefined()
      await policies.save([first])
      expect(byId(await policies.active())).toEqual(byId([first, left]))
    })
  })

  describe('list', () => {
    listContract(harness, {
      rows: subject.listed,
      save: (store, rows) => subject.storeOf(store).save(rows),
      list: (store, query) => subject.storeOf(store).list(query),
      filters: subject.columns,
      sorts: subject.columns,
      show: subject.show,
      compareByDefault: subject.compare,
      nullsLast: true,
    })

    it('should sort ids by code point', async () => {
      const { policies } = await openPolicies()
      await policies.save(NAMES_IN_ORDER.toReversed().map((id) => sample({ id })))
      const { items } = await policies.list(everything)
      expect(items.map(({ id }) => id)).toEqual(NAMES_IN_ORDER)
      expect((await policies.active()).map(({ id }) => id)).toEqual(NAMES_IN_ORDER)
    })
  })

  // Helpers

  async function openPolicies() {
    const { store, peek } = await harness.open()
    const policies: PolicyStore<Kind, Column> = subject.storeOf(store)
    return { policies, peek }
  }

  function three(): [Kind, Kind, Kind] {
    return [sample(), sample(), sample()]
  }
}
