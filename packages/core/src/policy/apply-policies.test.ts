import { describe, expect, it } from 'vitest'
import type { Alert } from '../alert/alert.js'
import { readAlert } from '../alert/read-alert.js'
import { StoredAlert } from '../alert/stored-alert.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import { relationsFromPolicies, weighAlert } from './apply-policies.js'
import { compilePolicies } from './compile-policies.js'
import { RELATION_POLICY, WEIGHT_POLICY, type WeightPolicy } from './policy.js'

const least = { environment: 'Production', resource: 'db-1', event: 'Down', severity: 'major' }

describe('weighAlert', () => {
  it('should take the first matching policy, and name it in the history', () => {
    const policies = [weighs('a', 1, 'web-%'), weighs('b', 2, 'db-%'), weighs('c', 3, '%')]
    const alert = arrive(undefined, {}, policies)
    expect(alert.attributes).toEqual({ weight: 2 })
    expect(alert.history.map(({ type, actor }) => [type, actor])).toEqual([
      ['new', 'sender'],
      ['policy', 'b'],
    ])
    expect(alert.history.at(-1)?.text).toBe('weight 2 by the policy b')
  })

  it('should not change an alert that no policy matches', () => {
    const alert = arrive(undefined, {}, [weighs('a', 1, 'web-%')])
    expect(alert.attributes).toEqual({})
    expect(alert.history).toHaveLength(1)
  })

  it.each([[9], [0], ['heavy'], [null]])('should not change an alert that was sent with the weight %j', (weight) => {
    const alert = arrive(undefined, { attributes: { weight } }, [weighs('a', 1, '%')])
    expect(alert.attributes).toEqual({ weight })
    expect(alert.history).toHaveLength(1)
  })

  it('should keep the other attributes', () => {
    expect(arrive(undefined, { attributes: { region: 'eu' } }, [weighs('a', 1, '%')]).attributes).toEqual({
      region: 'eu',
      weight: 1,
    })
  })

  it('should add a history entry to a duplicate only if its weight changes', () => {
    const first = arrive(undefined, {}, [weighs('a', 1, '%')])
    const again = arrive(first, {}, [weighs('a', 1, '%')])
    expect(again.history).toEqual(first.history)
    const heavier = arrive(again, {}, [weighs('b', 5, '%')])
    expect(heavier.attributes).toEqual({ weight: 5 })
    expect(heavier.history.map((entry) => entry.actor)).toEqual(['sender', 'a', 'b'])
  })

  it('should name the policy again if the severity changes', () => {
    const first = arrive(undefined, {}, [weighs('a', 1, '%')])
    const worse = arrive(first, { severity: 'critical' }, [weighs('a', 1, '%')])
    expect(worse.history.map((entry) => entry.type)).toEqual(['new', 'policy', 'severity', 'policy'])
  })

  it('should match the alert in its stored form', () => {
    const eu = { key: 'attributes.region', op: '=', value: 'eu' }
    const policy = weightPolicy('a', 1, [eu, { key: 'duplicateCount', op: '>', value: 0 }])
    const first = arrive(undefined, { attributes: { region: 'eu' } }, [])
    expect(arrive(first, {}, [policy]).attributes).toEqual({ region: 'eu', weight: 1 })
  })
})

describe('relationsFromPolicies', () => {
  it('should create a relation for every matching policy, but never make a resource its own parent', () => {
    const compiling = compilePolicies(
      [
        ['a', 'vm', 'db-%'],
        ['b', 'rack', 'db-%'],
        ['c', 'farm', 'web-%'],
        ['d', 'db-1', '%'],
      ].map(([id = '', parent, like]) => ({
        ...RELATION_POLICY.readNew({ name: id, description: '', parent, filters: resourceLike(like) }),
        id,
        createTime: '',
      })),
    )
    const policies = runWithoutPauses(compiling)
    const common = { environment: 'Production', resource: 'db-1', source: 'policy' }
    expect(runWithoutPauses(relationsFromPolicies(arrive(undefined, {}, []), policies, new WorkMeter()))).toEqual([
      { ...common, parent: 'vm', sourceRef: 'a' },
      { ...common, parent: 'rack', sourceRef: 'b' },
    ])
  })
})

// Helpers

function arrive(stored: Alert | undefined, fields: object, weighing: readonly WeightPolicy[]): Alert {
  const policies = runWithoutPauses(compilePolicies(weighing))
  const draft = readAlert({ ...least, ...fields })
  const arrival = { now: '2026-01-01T00:00:00.000Z', newId: () => 'id', actor: 'sender', source: 'origin:' }
  const meter = new WorkMeter()
  const received = new StoredAlert(stored).receive(draft, arrival) as Alert
  return runWithoutPauses(weighAlert(received, draft, { policies, arrival, meter }))
}

function weightPolicy(id: string, weight: number, clauses: readonly object[]): WeightPolicy {
  return { ...WEIGHT_POLICY.readNew({ name: id, description: '', weight, filters: { clauses } }), id, createTime: '' }
}

function weighs(id: string, weight: number, like: string): WeightPolicy {
  return weightPolicy(id, weight, resourceLike(like).clauses)
}

function resourceLike(value: string | undefined) {
  return { clauses: [{ key: 'resource', op: 'LIKE', value }] }
}
