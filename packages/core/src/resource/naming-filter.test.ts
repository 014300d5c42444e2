import { describe, expect, it } from 'vitest'
import { readFilter } from '../filter/read-filter.js'
import { namesResource } from './naming-filter.js'

const KEY = { environment: 'Production', names: new Set(['db']) }

describe('namesResource', () => {
  it.each([
    ['=', { clauses: [{ key: 'resource', op: '=', value: ' db ' }] }],
    ['IN with a list', { clauses: [{ key: 'resource', op: 'IN', value: ['web', 'db'] }] }],
    ['IN with a text', { clauses: [{ key: 'resourceParent', op: 'IN', value: 'web, db' }] }],
    ['a group', { operator: 'OR', clauses: [{ clauses: [{ key: 'resourceChildren', op: '=', value: 'db' }] }] }],
    [
      'the same environment',
      {
        clauses: [
          { key: 'environment', op: 'IN', value: ['Lab', 'Production'] },
          { key: 'resource', op: '=', value: 'db' },
        ],
      },
    ],
    [
      'another environment in an alternative',
      {
        operator: 'OR',
        clauses: [
          { key: 'environment', op: '=', value: 'Lab' },
          { key: 'resource', op: '=', value: 'db' },
        ],
      },
    ],
  ])('should find a name in %s', (_, filter) => {
    expect(namesResource(readFilter(filter, 'filters'), KEY)).toBe(true)
  })

  it.each([
    ['an empty filter', {}],
    ['another name', { clauses: [{ key: 'resource', op: '=', value: 'DB' }] }],
    ['another field', { clauses: [{ key: 'event', op: '=', value: 'db' }] }],
    ['a pattern', { clauses: [{ key: 'resource', op: 'LIKE', value: 'db' }] }],
    ['a negation', { clauses: [{ key: 'resource', op: 'NOT IN', value: ['db'] }] }],
    [
      'another environment',
      {
        clauses: [
          { key: 'environment', op: '=', value: 'Lab' },
          { operator: 'OR', clauses: [{ key: 'resource', op: '=', value: 'db' }] },
        ],
      },
    ],
  ])('should find no name in %s', (_, filter) => {
    expect(namesResource(readFilter(filter, 'filters'), KEY)).toBe(false)
  })
})
