import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { filter } from '../../test/arbitrary/filter.js'
import { CLAUSE_OPERATORS, EMPTY_FILTER, isEmptyFilter, itemsOf } from './filter.js'
import { readFilter } from './read-filter.js'

const clause = { key: 'severity', op: '=', value: 'major' }

describe('readFilter', () => {
  it.each([undefined, null, {}, { operator: null, clauses: null }, { clauses: [] }])(
    'should read %j as the filter that matches everything',
    (body) => {
      const read = readFilter(body, 'filters')
      expect(read).toEqual(EMPTY_FILTER)
      expect(isEmptyFilter(read)).toBe(true)
    },
  )

  it('should keep what was sent and add the default operator to each group', () => {
    const group = { operator: 'OR', clauses: [clause, { key: 'a.b', op: 'IN', value: ' x,  y' }] }
    const read = readFilter({ clauses: [clause, group, { clauses: [] }] }, 'filters')
    expect(read).toEqual({ operator: 'AND', clauses: [clause, group, EMPTY_FILTER] })
    expect(isEmptyFilter(read)).toBe(false)
  })

  it('should read its own result, written as JSON, unchanged', () => {
    fc.assert(
      fc.property(filter(), (any) => {
        const read = readFilter(any, 'filters')
        expect(readFilter(JSON.parse(JSON.stringify(read)), 'filters')).toEqual(read)
      }),
      propertyRuns(1_000),
    )
  })

  it('should read -0 as 0, because JSON has no -0', () => {
    const read = readFilter({ clauses: [{ key: 'a', op: 'IN', value: [-0] }] }, 'filters')
    expect(read).toEqual({ operator: 'AND', clauses: [{ key: 'a', op: 'IN', value: [0] }] })
  })

  it.each(CLAUSE_OPERATORS)('should read a clause with %s', (op) => {
    const read = readFilter({ clauses: [{ key: 'a', op, value: 'x' }] }, 'filters')
    expect(read.clauses).toEqual([{ key: 'a', op, value: 'x' }])
  })

  const operators = '=, !=, <, <=, >, >=, CONTAINS, NOT CONTAINS, LIKE, NOT LIKE, ~, !~, IN, NOT IN (in capitals)'
  it.each([
    ['severity=major', 'filters must be an object'],
    [[], 'filters must be an object'],
    [clause, 'filters.key is not known; known are operator, clauses'],
    [{ clause: [] }, 'filters.clause is not known'],
    [JSON.parse('{"__proto__": []}'), 'filters.__proto__ is not known'],
    [{ clauses: {} }, 'filters.clauses must be a list'],
    [{ operator: 'and' }, 'filters.operator must be one of AND, OR (in capitals), not and'],
    [{ operator: 1 }, 'filters.operator must be one of AND, OR (in capitals), not number'],
    [{ clauses: ['x'] }, 'filters.clauses[0] must be an object'],
    [{ clauses: [null] }, 'filters.clauses[0] must be an object'],
    [{ clauses: [clause, {}] }, 'filters.clauses[1] must be either a clause (key, op, value) or a group'],
    [{ clauses: [{ operator: 'OR' }] }, 'filters.clauses[0] must be either a clause'],
    [{ clauses: [{ clauses: null }] }, 'filters.clauses[0] must be either a clause'],
    [{ clauses: [{ ...clause, clauses: [] }] }, 'filters.clauses[0] must be either a clause'],
    [{ clauses: [{ clauses: [{ ...clause, not: true }] }] }, 'filters.clauses[0].clauses[0].not is not known'],
    [{ clauses: [{ clauses: [], not: true }] }, 'filters.clauses[0].not is not known'],
    [{ clauses: [{ clauses: [], operator: 'XOR' }] }, 'filters.clauses[0].operator must be one of AND, OR'],
    [one({ key: undefined }), 'filters.clauses[0].key is required'],
    [one({ key: '' }), 'filters.clauses[0].key is required'],
    [one({ key: 1 }), 'filters.clauses[0].key must be a string'],
    [one({ key: 'a\u0000' }), 'filters.clauses[0].key contains the character U+0000'],
    [one({ key: 'a\ud800' }), 'filters.clauses[0].key contains half of a surrogate pair'],
    [one({ key: 'a.'.repeat(20) }), 'filters.clauses[0].key has more than 20 names'],
    [one({ op: undefined }), `filters.clauses[0].op must be one of ${operators}, not undefined`],
    [one({ op: 'like' }), `filters.clauses[0].op must be one of ${operators}, not like`],
    [{ clauses: [clause, one({ op: '==' })] }, 'filters.clauses[1].clauses[0].op must be one of'],
    ...['=', '!=', '<', '<=', '>', '>=', 'CONTAINS', 'NOT CONTAINS'].flatMap((op) =>
      [undefined, null, ['x'], {}, Number.POSITIVE_INFINITY, Number.NaN].map(
        (value) =>
          [one({ op, value }), 'filters.clauses[0].value must be a string, a number or a boolean'] as [unknown, string],
      ),
    ),
    ...['LIKE', 'NOT LIKE', '~', '!~'].flatMap((op) =>
      [undefined, null, ['x'], 5, true].map(
        (value) => [one({ op, value }), 'filters.clauses[0].value must be a string'] as [unknown, string],
      ),
    ),
    ...['IN', 'NOT IN'].flatMap((op) =>
      [undefined, null, 5, {}].map(
        (value) => [one({ op, value }), 'filters.clauses[0].value must be a list, or a comma'] as [unknown, string],
      ),
    ),
    [one({ op: 'IN', value: [] }), 'filters.clauses[0].value must hold at least one item'],
    [one({ op: 'NOT IN', value: ' , ' }), 'filters.clauses[0].value must hold at least one item'],
    [one({ op: 'IN', value: ['a', null] }), 'filters.clauses[0].value[1] must be a string, a number or a boolean'],
    [one({ op: 'IN', value: ['a', ['b']] }), 'filters.clauses[0].value[1] must be a string'],
    [one({ op: 'IN', value: ['a\u0000'] }), 'filters.clauses[0].value[0] contains the character U+0000'],
    [one({ op: 'IN', value: 'a,\udc00' }), 'filters.clauses[0].value contains half of a surrogate pair'],
    [one({ value: '\u0000' }), 'filters.clauses[0].value contains the character U+0000'],
    [one({ op: 'LIKE', value: '\u0000' }), 'filters.clauses[0].value contains the character U+0000'],
    [one({ op: 'NOT LIKE', value: 'a\\' }), 'filters.clauses[0].value must not end with a single backslash'],
    [one({ op: 'LIKE', value: 'x'.repeat(1001) }), 'filters.clauses[0].value is longer than 1000 characters'],
    [one({ op: '~', value: 'x'.repeat(1001) }), 'filters.clauses[0].value is longer than 1000 characters'],
    [one({ op: '~', value: '(' }), 'filters.clauses[0].value must be an RE2 regular expression: missing closing )'],
    [one({ op: '!~', value: '(x{100}){100}' }), 'filters.clauses[0].value has counted repetitions that are too large'],
  ])('should refuse %.90j: %s', (body, message) => {
    expect(faultOf(body)).toMatchObject({ kind: 'invalid', message: expect.stringMatching(startsWith(message)) })
  })

  it('should start messages with the given path', () => {
    expect(() => readFilter({ clauses: [1] }, 'alertImpact.whitelist')).toThrow(
      /^alertImpact\.whitelist\.clauses\[0\] /,
    )
  })

  it('should accept a key of 20 names, and patterns of 1,000 characters', () => {
    const clauses = ['LIKE', '~'].map((op) => ({ key: `a${'.a'.repeat(19)}`, op, value: 'x'.repeat(1000) }))
    expect(readFilter({ clauses }, 'filters').clauses).toEqual(clauses)
  })

  it('should accept 10 levels and refuse deeper ones, of any depth', () => {
    expect(faultOf(nested(10))).toBeUndefined()
    const path = `filters${'.clauses[0]'.repeat(10)}`
    for (const levels of [11, 10_000]) {
      expect(faultOf(nested(levels))).toMatchObject({ message: `${path} is nested deeper than 10 levels` })
    }
  })

  it('should accept 1,000 clauses on all levels together, counting groups, and refuse more', () => {
    const clauses = Array.from({ length: 997 }, () => clause)
    const groups = [{ clauses: [clause] }]
    expect(faultOf({ clauses: [...clauses, ...groups, clause] })).toBeUndefined()
    expect(faultOf({ clauses: [...clauses, ...groups, clause, clause] })).toMatchObject({
      message: 'filters.clauses[999] is one too many: a filter has at most 1000 clauses',
    })
    expect(faultOf({ clauses: [...clauses, clause, clause, ...groups] })?.message).toMatch(
      /^filters\.clauses\[999\]\.clauses/,
    )
  })

  it('should bound the cost of all patterns of a filter per character of text', () => {
    const clauses = ['~', '!~', '~', '!~', '~'].map((op) => ({ key: 'a', op, value: 'x{390}' }))
    expect(faultOf({ clauses })).toBeUndefined()
    expect(faultOf({ clauses: [{ clauses }, ...clauses] })).toMatchObject({
      message: 'filters.clauses[1].value makes the patterns of the filter, taken together, too large',
    })
    const like = (value: string) => [1, 2, 3].map(() => ({ key: 'a', op: 'LIKE', value }))
    expect(faultOf({ clauses: like(`%${'a'.repeat(900)}_b`) })?.message).toMatch(/^filters.clauses\[2\].value makes/)
    expect(faultOf({ clauses: like(`%${'a'.repeat(900)}\\_b`) })).toBeUndefined()
  })
})

describe('itemsOf', () => {
  it('should split a string at commas, trim its items and drop empty ones, but not change a list', () => {
    expect(itemsOf(' a ,b,, c d ')).toEqual(['a', 'b', 'c d'])
    expect(itemsOf([' a ', '', 'b,c', 1])).toEqual([' a ', '', 'b,c', 1])
  })
})

// Helpers

function one(change: object) {
  return { clauses: [{ ...clause, ...change }] }
}

function nested(levels: number): object {
  let group: object = { clauses: [clause] }
  for (let level = 1; level < levels; level++) group = { clauses: [group] }
  return group
}

function faultOf(body: unknown): Error | undefined {
  try {
    readFilter(body, 'filters')
    return undefined
  } catch (error) {
    return error as Error
  }
}

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[^\w ]/g, '\\$&')}`)
}
