import { expect, it } from 'vitest'
import { isEveryAlert } from './is-every-alert.js'
import type { SentFilter } from './sent-filter.js'

const CLAUSE = { key: 'resource', op: '=', value: 'db-1' } as const

it.each<[string, SentFilter, boolean]>([
  ['nothing', {}, true],
  ['an empty group', { clauses: [{ operator: 'OR', clauses: [] }] }, true],
  ['a clause', { clauses: [CLAUSE] }, false],
  ['a clause and an empty group', { clauses: [CLAUSE, { clauses: [] }] }, false],
  ['a clause or an empty group', { operator: 'OR', clauses: [CLAUSE, { clauses: [] }] }, true],
  ['a clause in a group', { operator: 'OR', clauses: [{ clauses: [CLAUSE] }] }, false],
])('should find out whether a filter with %s matches every alert', (_, filter, isEvery) => {
  expect(isEveryAlert(filter)).toBe(isEvery)
})
