import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { naivePolicies } from '../../test/naive-alert-policies.js'
import { type ArrivingAlert, arrivingAlert } from '../alert/arriving-alert.js'
import { isObject } from '../json-value.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import type { AlertPolicy } from './alert-policy.js'
import { ALERT_POLICY } from './alert-policy.js'
import { compileAlertPolicies } from './compile-alert-policies.js'
import { type AlertPolicyRun, type AppliedPolicies, runAlertPolicies } from './run-alert-policies.js'

describe('runAlertPolicies, with so many policies that it looks them up', () => {
  it('should do what a naive implementation does, whatever the policies change', () => {
    fc.assert(
      fc.property(anyPolicies(), anyAlert(), fc.constantFrom('w', 'v', null), (policies, alert, webhookId) => {
        const result = run({ policies: compileAlertPolicies(policies), webhookId }, arrivingAlert(alert))
        const expected = naivePolicies(alert, policies, webhookId)
        expect('droppedBy' in result ? result.droppedBy.id : shown(result.alert)).toEqual(expected)
      }),
      propertyRuns(1_000),
    )
  })

  it('should give the same result with a trace, which looks nothing up', () => {
    fc.assert(
      fc.property(anyPolicies(), anyAlert(), fc.constantFrom('w', null), (policies, alert, webhookId) => {
        const applied = { policies: compileAlertPolicies(policies), webhookId }
        const trace: AlertPolicyRun[] = []
        expect(run(applied, arrivingAlert(alert))).toEqual(run(applied, arrivingAlert(alert), trace))
        expect(trace).toHaveLength(policies.length)
      }),
      propertyRuns(1_000),
    )
  })

  it.each([3, 100])('should run policies that match only after the policy before, %d in a row', (steps) => {
    const others = Array.from({ length: 50 }, (_, number) => where('resource', `other ${number}`))
    const chain = Array.from({ length: steps }, (_, step) => [
      { ...where('group', `step ${step}`), actions: [{ set: 'group', value: `step ${step + 1}` }] },
      ...others,
    ])
    const policies = compileAlertPolicies(chain.flat().map(policy))
    const result = run({ policies, webhookId: null }, arrivingAlert({ group: 'step 0' }))
    expect('alert' in result && result.alert.group).toBe(`step ${steps}`)
  })

  it('should evaluate only policies that the alert can match', () => {
    const policies = compileAlertPolicies(
      Array.from({ length: 1_000 }, (_, number) => policy(ofSixKinds(number), number)),
    )
    const found = (fields: object) => {
      const alert = { resource: 'web-1', severity: 'major', text: 'timeout, code none', value: '7', ...fields }
      return runWithoutPauses(policies.candidates(arrivingAlert(alert), null, { from: 0, meter: new WorkMeter() })).map(
        ({ place }) => place,
      )
    }
    expect(found({})).toEqual([])
    expect(found({ resource: 'host-600', tags: ['zone=4'], attributes: { team: 'team-2' } })).toEqual([2, 4, 600])
    expect(found({ resource: 'web-rack7-1', value: 1_000_011, attributes: { team: 'team-23' } })).toEqual([
      5, 7, 11, 23,
    ])
    expect(found({ text: 'timeout, code 993' })).toEqual([9, 99, 993])
  })

  it('should be fast if an alert matches every policy, and every policy changes it', () => {
    const contains = { clauses: [{ key: 'text', op: 'CONTAINS', value: 'a' }] }
    const bodies = Array.from({ length: 4_000 }, (_, number) => ({
      filters: contains,
      actions: [{ set: 'text', value: `a${number}` }],
    }))
    const policies = compileAlertPolicies(bodies.map(policy))
    const started = performance.now()
    const result = run({ policies, webhookId: null }, arrivingAlert({ text: 'a' }))
    expect('alert' in result && result.alert.text).toBe('a3999')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

// Helpers

function run(applied: AppliedPolicies, alert: ArrivingAlert, trace?: AlertPolicyRun[]) {
  return runWithoutPauses(runAlertPolicies(applied, alert, new WorkMeter(), trace))
}

function policy(body: object, order: number): AlertPolicy {
  const least = { name: String(order), description: '', order, actions: [{ set: 'type', value: 'seen' }] }
  return { ...ALERT_POLICY.readNew({ ...least, ...body }), id: String(order), createTime: '', updateTime: '' }
}

function where(key: string, value: string, op = '=') {
  return { filters: { clauses: [{ key, op, value }] } }
}

function ofSixKinds(number: number): object {
  const team = { key: 'attributes.team', op: '=', value: `team-${number}` }
  const kinds = [
    [{ key: 'resource', op: '=', value: `host-${number}` }],
    [{ key: 'resource', op: 'LIKE', value: `%-rack${number}-%` }],
    [{ key: 'severity', op: 'IN', value: ['critical', 'major'] }, team],
    [{ key: 'text', op: '~', value: `(timeout|refused) .*code ${number}$` }],
    [{ key: 'tags', op: 'CONTAINS', value: `zone=${number}` }],
    [{ operator: 'OR', clauses: [team, { key: 'value', op: '>', value: 1_000_000 + number }] }],
  ]
  return { filters: { clauses: kinds[number % kinds.length] } }
}

/** The fields that are not empty, in the form of `naivePolicies`. */
function shown({ attributes, ...fields }: ArrivingAlert): object {
  const kept = isObject(attributes) ? present(attributes) : {}
  return { ...present(fields), ...(Object.keys(kept).length === 0 ? {} : { attributes: kept }) }
}

function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}

const KEYS = ['severity', 'text', 'value', 'tags', 'attributes.a', 'attributes.a.b'] as const

function anyText(): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'A', 'ab', 'b', '5', '05', '-5.5', '', 'a5', 'xab', '\u{1F525}')
}

function anyAlert(): fc.Arbitrary<object> {
  const value = fc.oneof(
    anyText(),
    fc.constantFrom<(number | boolean)[]>(5, -3, true),
    fc.array(anyText(), { maxLength: 3 }),
  )
  return fc.record(
    {
      severity: anyText(),
      text: value,
      value,
      tags: fc.array(anyText(), { maxLength: 3 }),
      attributes: fc.dictionary(fc.constantFrom('a', 'b', 'a.b'), value, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  )
}

function anyClause(): fc.Arbitrary<object> {
  const key = fc.constantFrom(...KEYS)
  return fc.oneof(
    fc.record({ key, op: fc.constantFrom('=', '=', '!=', 'CONTAINS', '>', '<='), value: anyText() }),
    fc.record({ key, op: fc.constantFrom('LIKE', 'NOT LIKE'), value: fc.constantFrom('a%', '%ab', '_b', '%5%') }),
    fc.record({ key, op: fc.constantFrom('~', '!~'), value: fc.constantFrom('ab|5', '^a', 'b$', '[0-9]') }),
    fc.record({ key, op: fc.constantFrom('IN', 'NOT IN'), value: fc.array(anyText(), { minLength: 1, maxLength: 3 }) }),
  )
}

function anyAction(): fc.Arbitrary<object> {
  const field = fc.constantFrom(...KEYS)
  const part = fc.record({ extract: field, from: field, pattern: fc.constantFrom('(a)', '([0-9]+)', '.(.)') })
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ set: field, value: anyText() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        copy: field,
        from: fc.array(field, { minLength: 1, maxLength: 2 }),
        when: fc.constant('always'),
      }),
    },
    { weight: 4, arbitrary: part },
    { weight: 4, arbitrary: fc.record({ lowercase: field }) },
    { weight: 1, arbitrary: fc.constant({ drop: true }) },
  )
}

/** More policies than the index takes as few. Most have a filter that the alerts sometimes match. */
function anyPolicies(): fc.Arbitrary<readonly AlertPolicy[]> {
  const body = fc.record({
    webhookId: fc.constantFrom('w', null, null),
    filters: fc.record({
      operator: fc.constantFrom('AND', 'AND', 'OR'),
      clauses: fc.array(anyClause(), { minLength: 1, maxLength: 3 }),
    }),
    actions: fc.array(anyAction(), { minLength: 1, maxLength: 2 }),
  })
  return fc.array(body, { minLength: 20, maxLength: 30 }).map((bodies) => bodies.map(policy))
}
