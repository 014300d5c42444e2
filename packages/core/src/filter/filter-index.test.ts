import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { filter, scalar, subject } from '../../test/arbitrary/filter.js'
import { naiveMatches } from '../../test/naive-filter.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import { compileForIndex } from './compile-filter.js'
import type { Clause, Filter } from './filter.js'
import { FilterIndex } from './filter-index.js'
import { readFilter } from './read-filter.js'

describe('FilterIndex', () => {
  it('should find every filter that matches, in order', () => {
    fc.assert(
      fc.property(fc.array(filter(), { maxLength: 6 }), subject(), (filters, fields) => {
        const found = candidates(filters, fields)
        expect(filters.filter((each) => found.includes(each))).toEqual(found)
        expect(filters.filter((each) => naiveMatches(fields, each) && !found.includes(each))).toEqual([])
      }),
      propertyRuns(5_000),
    )
  })

  it('should find every comparison that holds, however numbers are written, also in lists', () => {
    const clause = fc.record({
      key: fc.constant('a'),
      op: fc.constantFrom(...ORDERS, '=', 'CONTAINS'),
      value: scalar(),
    })
    const field = fc.oneof(scalar(), fc.array(fc.oneof(scalar(), fc.array(scalar())), { maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(clause, { minLength: 1, maxLength: 6 }), field, (clauses, a) => {
        const filters = clauses.map((each): Filter => ({ operator: 'AND', clauses: [each] }))
        const found = candidates(filters, { a })
        expect(filters.filter((each) => naiveMatches({ a }, each) && !found.includes(each))).toEqual([])
      }),
      propertyRuns(5_000),
    )
  })

  it.each<[Clause['op'], unknown, unknown, unknown]>([
    ['=', 'db-1', 'db-1', 'db-2'],
    ['=', '5.0', 5, '5.5'],
    ['=', 'db-1', ['x', ['db-1']], ['x', ['y']]],
    ['IN', ['db-1', 7], '7.0', 'db-7'],
    ['CONTAINS', 'is full', 'disk is full', 'disk full'],
    ['CONTAINS', 'eu', ['us', 'eu'], ['us', 'asia']],
    ['CONTAINS', '5.0', [5], [6]],
    ['LIKE', '%disk\\_1%', 'on disk_1', 'on disk-1'],
    ['LIKE', 'd_sk', 'disk', 'dusty'],
    ['LIKE', 'x%-rack7-%', 'x-rack7-y', 'x-rack71-y'],
    ['~', '^(timeout|refused) .*code 7$', 'timeout, code 7', 'timeout, code 6'],
    ['>', 90, '90.5', '89'],
    ['>=', '90', '90', 89.9],
    ['>', 90, 'n/a', undefined],
    ['<', -5, '-6', '-4'],
    ['<=', 90, [95, 80], [95, 96]],
    ['<', 5, true, undefined],
  ])('should find a %j %j for %j, and not for %j', (op, value, field, other) => {
    const one = readFilter({ clauses: [{ key: 'a', op, value }] }, 'filters')
    expect([candidates([one], { a: field }), candidates([one], { a: other })]).toEqual([[one], []])
  })

  it.each([
    ['an AND group by the rarest of its clauses', { clauses: [is('a', 1), is('b', 2)] }, [2]],
    ['an OR group by each of its clauses', { operator: 'OR', clauses: [is('a', 1), is('b', 2)] }, [1, 2]],
    ['an OR group with a negation always', { operator: 'OR', clauses: [is('a', 1), not('b')] }, [1, 2, 3]],
    ['an AND group with a negation by its other clause', { clauses: [not('b'), is('a', 1)] }, [1]],
    ['a negation always', { clauses: [not('b')] }, [1, 2, 3]],
    ['a filter without clauses always', { operator: 'OR', clauses: [] }, [1, 2, 3]],
  ])('should find %s', (_, filters, expected) => {
    const one = readFilter(filters, 'filters')
    const frequent = readFilter({ clauses: [is('a', 1)] }, 'filters')
    const subjects = [
      { id: 1, a: 1, b: 9 },
      { id: 2, a: 9, b: 2 },
      { id: 3, a: 9, b: 9 },
    ]
    const found = subjects.filter((each) => candidates([one, frequent, frequent], each).includes(one))
    expect(found.map(({ id }) => id)).toEqual(expected)
  })

  it('should not choose a long text that many filters need, but a short one that few need', () => {
    const filters = ['a1', 'b2', 'c3'].map((code) =>
      readFilter({ clauses: [{ key: 'text', op: 'LIKE', value: `%the disk is full%${code}%` }] }, 'filters'),
    )
    expect(candidates(filters, { text: 'the disk is full, code b2' })).toEqual([filters[1]])
  })

  it('should find literals longer than an index keeps', () => {
    const long = 'x'.repeat(100)
    const one = readFilter({ clauses: [{ key: 'a', op: 'CONTAINS', value: `${long}y` }] }, 'filters')
    expect(candidates([one], { a: `${long}y` })).toEqual([one])
  })

  it('should take no more time for a field with many elements than their number demands', () => {
    const filters = Array.from({ length: 1_000 }, () =>
      readFilter({ clauses: [{ key: 'tags', op: 'CONTAINS', value: 'a' }] }, 'filters'),
    )
    const index = new FilterIndex(filters.map(compileForIndex))
    const tags = Array.from({ length: 50_000 }, (_, number) => `a${number}`)
    const started = performance.now()
    expect(runWithoutPauses(index.candidates({ tags }, new WorkMeter()))).toHaveLength(1_000)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

// Helpers

const ORDERS = ['<', '<=', '>', '>='] as const

/** An index of the filters and of so many others, which match nothing, that it is worth an index. */
function candidates(filters: readonly Filter[], fields: object): readonly Filter[] {
  const others = Array.from({ length: 20 }, (_, number) =>
    readFilter({ clauses: [is('none', `none ${number}`)] }, 'filters'),
  )
  const items = [...filters, ...others].map((each) => ({ filter: each, ...compileForIndex(each) }))
  return runWithoutPauses(new FilterIndex(items).candidates(fields, new WorkMeter())).map((item) => item.filter)
}

function is(key: string, value: unknown) {
  return { key, op: '=', value }
}

function not(key: string) {
  return { key, op: '!=', value: 5 }
}
