import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { clause, filter, subject } from '../../test/arbitrary/filter.js'
import { naiveMatches } from '../../test/naive-filter.js'
import { compileFilter } from './compile-filter.js'
import type { Clause } from './filter.js'
import { readFilter } from './read-filter.js'

const alert = {
  severity: 'major',
  service: ['shop', 'checkout'],
  tags: [],
  value: '98.5',
  duplicateCount: 3,
  repeat: false,
  customer: null,
  text: 'Disk /var is 98 % full',
  correlate: ['10', '9'],
  attributes: { region: 'eu-west', weight: 7, 'app.kubernetes.io/name': 'shop', note: '', nested: [[1], [2, [3]]] },
  history: [{ type: 'new' }, { type: 'severity' }],
}

describe('compileFilter', () => {
  it.each<[string, Clause['op'], unknown, boolean]>([
    ['severity', '=', 'major', true],
    ['severity', '=', 'Major', false],
    ['severity', '!=', 'minor', true],
    ['severity', '!=', 'major', false],
    ['attributes.region', '=', 'eu-west', true],
    ['attributes.note', '=', '', true],
    // Two values are compared as numbers if each is a number, or a string that counts as a number. Otherwise both
    // values are compared as strings.
    ['duplicateCount', '=', 3, true],
    ['duplicateCount', '=', '3.0', true],
    ['duplicateCount', '<', 10, true],
    ['value', '=', '98.50', true],
    ['value', '<', '100', true],
    ['value', '<=', 98.5, true],
    ['value', '<', 98.5, false],
    ['value', '>', '9', true],
    ['value', '>=', 98.5, true],
    ['value', '>=', 98.6, false],
    ['value', '>', 98.5, false],
    ['value', '<=', 98.4, false],
    ['value', '<', '9a', true],
    ['severity', '<', 'minor', true],
    ['severity', '>', 'Z', true],
    // A boolean is compared as the text `true` or `false`.
    ['repeat', '=', false, true],
    ['repeat', '=', 'false', true],
    ['repeat', '=', 0, false],
    // `LIKE` matches the whole text, as in SQL. `~` finds a match anywhere in the text. Both operators are
    // case-sensitive.
    ['text', 'LIKE', 'Disk%', true],
    ['text', 'LIKE', 'disk%', false],
    ['text', 'LIKE', 'Disk', false],
    ['text', 'LIKE', '%98 \\% _ull', true],
    ['text', 'NOT LIKE', '%/home%', true],
    ['duplicateCount', 'LIKE', '_', true],
    ['text', '~', '/var is \\d+', true],
    ['text', '~', 'disk', false],
    ['text', '~', '(?i)disk', true],
    ['text', '!~', '^/var', true],
    ['duplicateCount', '~', '^3$', true],
    // The value of `IN` is a list or a comma-separated string.
    ['severity', 'IN', ['critical', 'major'], true],
    ['severity', 'IN', 'critical , major', true],
    ['severity', 'IN', ['critical , major'], false],
    ['value', 'IN', [1, 98.5], true],
    ['duplicateCount', 'IN', '1,2,03', true],
    ['severity', 'NOT IN', 'critical,minor', true],
    ['severity', 'NOT IN', ['major'], false],
    // CONTAINS looks for an element in a list, and for a substring in a text.
    ['service', 'CONTAINS', 'shop', true],
    ['service', 'CONTAINS', 'sho', false],
    ['correlate', 'CONTAINS', 9, true],
    ['text', 'CONTAINS', '/var', true],
    ['text', 'CONTAINS', 98, true],
    ['text', 'CONTAINS', '/VAR', false],
    ['text', 'NOT CONTAINS', '/home', true],
    ['service', 'NOT CONTAINS', 'shop', false],
    // A list matches `=` if any element matches `=`, and matches `!=` if no element matches `=`. The other operators
    // and their negations work in the same way.
    ['service', '=', 'checkout', true],
    ['service', '!=', 'checkout', false],
    ['service', '!=', 'basket', true],
    ['service', 'LIKE', 'check%', true],
    ['service', '!~', '^s', false],
    ['correlate', '>', 9, true],
    ['correlate', '>', 10, false],
    ['attributes.nested', '=', 3, true],
    ['history.type', '=', 'severity', true],
    ['history.type', '=', 'status', false],
    // Names of properties may contain dots.
    ['attributes.app.kubernetes.io/name', '=', 'shop', true],
  ])('should find that %s %s %j is %s', (key, op, value, expected) => {
    expect(matches(alert, { key, op, value })).toBe(expected)
  })

  const opposites = [
    ['=', '!=', 'x'],
    ['LIKE', 'NOT LIKE', '%'],
    ['~', '!~', ''],
    ['IN', 'NOT IN', ['x', '']],
    ['CONTAINS', 'NOT CONTAINS', ''],
  ] as const

  it.each(opposites)('should match a missing field with %s never, and with %s always', (op, negation, value) => {
    for (const key of ['missing', 'customer', 'tags', 'attributes', 'severity.major', 'toString', '__proto__']) {
      expect(matches(alert, { key, op, value })).toBe(false)
      expect(matches(alert, { key, op: negation, value })).toBe(true)
    }
  })

  it.each(['<', '<=', '>', '>='])('should not match a missing field with %s', (op) => {
    expect(matches(alert, { key: 'missing', op, value: '' })).toBe(false)
  })

  it('should give a negated operator exactly the opposite result, for any alert', () => {
    const negationOf = new Map<string, string>(opposites.map(([op, negation]) => [op, negation]))
    const negatable = clause().filter(({ op }) => negationOf.has(op))
    check(negatable, subject(), (plain, fields) => {
      expect(matches(fields, { ...plain, op: negationOf.get(plain.op) })).toBe(!matches(fields, plain))
    })
  })

  it('should match AND if all clauses match, OR if any does, and everything if there are no clauses', () => {
    check(fc.array(clause(), { minLength: 1, maxLength: 4 }), subject(), (clauses, fields) => {
      const results = clauses.map((each) => matches(fields, each))
      expect(compileFilter({ operator: 'AND', clauses })(fields)).toBe(results.every(Boolean))
      expect(compileFilter({ operator: 'OR', clauses })(fields)).toBe(results.some(Boolean))
      for (const operator of ['AND', 'OR'] as const) {
        expect(compileFilter({ operator, clauses: [] })(fields)).toBe(true)
      }
    })
  })

  it('should match the same alerts as a naive interpreter of the rules', () => {
    check(filter(), subject(), (any, fields) => {
      expect(compileFilter(any)(fields)).toBe(naiveMatches(fields, any))
    })
  })

  it('should agree with the naive interpreter on each single clause', () => {
    check(clause(), subject(), (each, fields) => {
      expect(matches(fields, each)).toBe(naiveMatches(fields, { operator: 'AND', clauses: [each] }))
    })
  })

  it('should handle lists nested as deep as an alert allows', () => {
    const nested = JSON.parse(`${'['.repeat(100)}"x"${']'.repeat(100)}`)
    expect(matches({ rawData: nested }, { key: 'rawData', op: '=', value: 'x' })).toBe(true)
  })
})

function matches(fields: object, each: object): boolean {
  return compileFilter(readFilter({ clauses: [each] }, 'filters'))(fields)
}

function check<A, B>(first: fc.Arbitrary<A>, second: fc.Arbitrary<B>, holds: (a: A, b: B) => void): void {
  fc.assert(fc.property(first, second, holds), propertyRuns(2_000))
}
