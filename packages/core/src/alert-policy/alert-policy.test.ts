import { expect, it } from 'vitest'
import type { Filter } from '../filter/filter.js'
import { type AlertPolicy, policyWarnings } from './alert-policy.js'

const CLAUSE = { key: 'resource', op: '=', value: 'db-1' } as const
const EVERY: Filter = { operator: 'AND', clauses: [] }

it.each<[string, Filter, boolean]>([
  ['no clause', EVERY, true],
  ['an empty group', { operator: 'AND', clauses: [{ operator: 'OR', clauses: [] }] }, true],
  ['a clause', { operator: 'AND', clauses: [CLAUSE] }, false],
  ['a clause and an empty group', { operator: 'AND', clauses: [CLAUSE, EVERY] }, false],
  ['a clause or an empty group', { operator: 'OR', clauses: [CLAUSE, EVERY] }, true],
  ['a clause in a group', { operator: 'OR', clauses: [{ operator: 'AND', clauses: [CLAUSE] }] }, false],
])('should warn of a policy that drops, if its filter has %s', (_, filters, isWarned) => {
  expect(policyWarnings(dropping({ filters })).length > 0).toBe(isWarned)
})

it('should warn only of an active policy that drops, and say which alerts are gone', () => {
  expect(policyWarnings(dropping({}))).toEqual([
    'the filters have no clause, so the policy drops every alert of this installation',
  ])
  expect(policyWarnings(dropping({ webhookId: 'w' }))).toEqual([
    'the filters have no clause, so the policy drops every alert of the webhook w',
  ])
  const quiet = [dropping({ status: 'inactive' }), dropping({ actions: [{ lowercase: 'resource' }] })]
  for (const policy of quiet) expect(policyWarnings(policy)).toEqual([])
})

// Helpers

function dropping(fields: Partial<AlertPolicy>): AlertPolicy {
  return {
    ...{ id: 'p', name: 'p', description: '', status: 'active', order: 100, webhookId: null, filters: EVERY },
    ...{ actions: [{ set: 'environment', value: 'Production' }, { drop: true }] },
    ...{ createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z', ...fields },
  }
}
