import { describe, expect, it } from 'vitest'
import { EMPTY_FILTER } from '../filter/filter.js'
import type { WeightPolicy } from '../policy/policy.js'
import { matchPolicies, type RequestedPolicy } from './match-policies.js'

describe('matchPolicies', () => {
  it('should match a policy by its name alone', () => {
    expect(matched([wish({ id: 'b' })], [stored('a', { name: 'cold' })])).toEqual([undefined])
    expect(matched([wish({ id: 'a' })], [stored('a', { name: 'cold' })])).toEqual([undefined])
    expect(matched([wish()], [stored('a', { topologyId: 'other' })])).toEqual(['a'])
  })

  it('should prefer the same id, then one of the topology, then a global one', () => {
    const policies = [stored('any', { topologyId: 'other' }), stored('global', { topologyId: null }), stored('own')]
    expect(matched([wish({ id: 'any' })], policies)).toEqual(['any'])
    expect(matched([wish()], policies)).toEqual(['own'])
    expect(matched([wish()], policies.slice(0, 2))).toEqual(['global'])
  })

  it('should assign matches to the wishes in the order of creation, new ones at the end', () => {
    const [old, young] = [
      stored('old', { topologyId: null, createTime: '2025-01-01T00:00:00.000Z' }),
      stored('young', { weight: 7 }),
    ]
    const wishes = [wish({ weight: 7 }), wish(), wish()]
    expect(matched(wishes, [young, old])).toEqual(['old', 'young', undefined])
    // The state after the import, when all policies belong to the topology.
    const after = [stored('new', { createTime: '2027-01-01T00:00:00.000Z' }), young, { ...old, topologyId: 'own' }]
    expect(matched(wishes, after)).toEqual(['old', 'young', 'new'])
  })

  it('should prefer the oldest of equal matches', () => {
    for (const fields of [{}, { weight: 7 }, { topologyId: null }, { topologyId: 'other' }]) {
      expect(matched([wish(), wish()], [stored('a', fields), stored('b', fields), stored('c', fields)])).toEqual([
        'a',
        'b',
      ])
    }
  })
})

// Helpers

const POLICY = { name: 'hot', description: '', filters: EMPTY_FILTER, weight: 1, status: 'active' } as const

function wish(fields: { readonly id?: string; readonly weight?: number } = {}): RequestedPolicy {
  return { policy: { ...POLICY, id: undefined, missingFields: new Set(), ...fields }, topologyId: 'own' }
}

function stored(id: string, fields: Partial<WeightPolicy> = {}): WeightPolicy {
  return { ...POLICY, id, topologyId: 'own', createTime: '2026-01-01T00:00:00.000Z', ...fields }
}

/** The id of the matching policy for each wish; `undefined` if no policy matches. */
function matched(
  wishes: readonly RequestedPolicy[],
  policies: readonly WeightPolicy[],
): readonly (string | undefined)[] {
  const matches = matchPolicies(wishes, policies)
  return wishes.map((each) => matches.get(each)?.id)
}
