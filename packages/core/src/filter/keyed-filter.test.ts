import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { clause, filter, scalar, subject } from '../../test/arbitrary/filter.js'
import { naiveMatches } from '../../test/naive-filter.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import type { Clause, Filter } from './filter.js'
import { KeyedFilter, possibleTexts } from './keyed-filter.js'

const KEY = 'resource'

describe('a filter that is asked with many values of one field', () => {
  it('should give the same answer as the whole filter, for every value', () => {
    fc.assert(
      fc.property(keyed(), subject(), fc.array(text(), { minLength: 1, maxLength: 4 }), (sought, alert, values) => {
        const tested = new KeyedFilter(sought, KEY)
        const rest = tested.simplify(runWithoutPauses(tested.testOtherClauses(alert, new WorkMeter())))
        for (const resource of values) {
          const expected = naiveMatches({ ...alert, resource }, sought)
          expect(typeof rest === 'boolean' ? rest : naiveMatches({ resource }, rest)).toBe(expected)
        }
      }),
      propertyRuns(1_000),
    )
  })

  it('should leave only clauses with the key, and nothing if the other clauses decide', () => {
    const of = (operator: Filter['operator']) => {
      const tested = new KeyedFilter({ operator, clauses: [clauseOf('event', 'Down'), clauseOf(KEY, 'disk')] }, KEY)
      return ['0', '1'].map((answers) => tested.simplify(answers))
    }
    const left = (operator: Filter['operator']) => ({ operator, clauses: [clauseOf(KEY, 'disk')] })
    expect(of('AND')).toEqual([false, left('AND')])
    expect(of('OR')).toEqual([left('OR'), true])
  })
})

describe('textsNamed', () => {
  it('should contain every text that matches', () => {
    fc.assert(
      fc.property(onKey(), fc.array(text(), { minLength: 1, maxLength: 8 }), (sought, values) => {
        const named = possibleTexts(sought)
        const matching = values.filter((resource) => naiveMatches({ resource }, sought))
        if (named !== undefined) expect([...named]).toEqual(expect.arrayContaining(matching))
      }),
      propertyRuns(1_000),
    )
  })

  it.each<[string, Filter['operator'], readonly (Clause | Filter)[], readonly string[] | undefined]>([
    ['lists', 'AND', [{ key: KEY, op: 'IN', value: 'a, b' }], ['a', 'b']],
    [
      'the shortest list that all must match',
      'AND',
      [{ key: KEY, op: 'IN', value: ['a', 'b'] }, clauseOf(KEY, 'a')],
      ['a'],
    ],
    ['all lists of which one must match', 'OR', [clauseOf(KEY, 'a'), clauseOf(KEY, 'b')], ['a', 'b']],
    ['no list if a pattern may match', 'OR', [clauseOf(KEY, 'a'), { key: KEY, op: '~', value: 'b' }], undefined],
    ['no list for a number, which has several spellings', 'AND', [clauseOf(KEY, '5')], undefined],
    ['no list for a negation', 'AND', [{ key: KEY, op: '!=', value: 'a' }], undefined],
  ])('should find %s', (_, operator, clauses, expected) => {
    expect(possibleTexts({ operator, clauses })).toEqual(expected && new Set(expected))
  })
})

// Helpers

function clauseOf(key: string, value: string): Clause {
  return { key, op: '=', value }
}

function text(): fc.Arbitrary<string> {
  return scalar().map(String)
}

/** A filter in which some clauses have the key. */
function keyed(): fc.Arbitrary<Filter> {
  return fc.tuple(filter(), fc.infiniteStream(fc.boolean())).map(([drawn, isKeyed]) => {
    return withKey(drawn, () => isKeyed.next().value === true)
  })
}

/** A filter in which all clauses have the key. */
function onKey(): fc.Arbitrary<Filter> {
  return fc.oneof(
    filter().map((drawn) => withKey(drawn, () => true)),
    fc.array(clause(), { minLength: 1, maxLength: 2 }).map((clauses) => {
      return withKey({ operator: 'OR', clauses }, () => true)
    }),
  )
}

function withKey({ operator, clauses }: Filter, isKeyed: () => boolean): Filter {
  return {
    operator,
    clauses: clauses.map((part) => {
      if ('clauses' in part) return withKey(part, isKeyed)
      return isKeyed() ? { ...part, key: KEY } : part
    }),
  }
}
