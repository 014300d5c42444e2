import { describe, expect, it } from 'vitest'
import { runWithoutPauses } from '../work-meter.js'
import { compilePolicies } from './compile-policies.js'
import { WEIGHT_POLICY } from './policy.js'

describe('compilePolicies', () => {
  it('should compile only filters that have changed', () => {
    const known = runWithoutPauses(compilePolicies([policy('a', 'web'), policy('b', 'db')]))
    const changed = [policy('b', 'cache'), { ...policy('a', 'web'), weight: 5 }, policy('c', 'db')]
    const after = runWithoutPauses(compilePolicies(changed, known))
    expect(after.map((each) => each.policy.id)).toEqual(['b', 'a', 'c'])
    expect(after[0]?.test).not.toBe(known[1]?.test)
    expect(after[1]).toMatchObject({ policy: { weight: 5 }, test: known[0]?.test })
    expect(after[2]?.test).toBe(known[1]?.test)
  })
})

// Helpers

function policy(id: string, resource: string) {
  const filters = { clauses: [{ key: 'resource', op: '=', value: resource }] }
  return { ...WEIGHT_POLICY.readNew({ name: id, description: '', filters }), id, createTime: '' }
}
