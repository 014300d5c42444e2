import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { naivePolicies } from '../../test/naive-alert-policies.js'
import { present, shown } from '../../test/shown-alert.js'
import type { ArrivingAlert } from '../alert/arriving-alert.js'
import type { JsonValue } from '../json-value.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import type { AlertAction } from './alert-action.js'
import { ALERT_POLICY, type AlertPolicy } from './alert-policy.js'
import { compileAlertPolicies } from './compile-alert-policies.js'
import { type AlertPolicyRun, type AppliedPolicies, runAlertPolicies } from './run-alert-policies.js'

describe('runAlertPolicies', () => {
  it('should run no action and no policy after a drop', () => {
    const first = policy('a', { actions: [{ set: 'text', value: 'x' }, { drop: true }, { set: 'text', value: 'y' }] })
    const policies = compileAlertPolicies([first, policy('b', {})])
    expect(runOn({ policies, webhookId: null }, arriving({}))).toEqual({ droppedBy: first })
  })

  it('should run policies by order, then createTime, then id', () => {
    const appends = (id: string, order: number, createTime: string) =>
      policy(id, { order, createTime, actions: [{ add: 'tags', value: [id] }] })
    const policies = [
      appends('d', 2, '1'),
      appends('c', 1, '2'),
      appends('b', 1, '1'),
      appends('a', 1, '2'),
      appends('e', -1, '9'),
    ]
    expect(run(policies, {}).tags).toEqual(['e', 'b', 'a', 'c', 'd'])
  })

  it('should let filters see what the policies before left', () => {
    const major = { clauses: [{ key: 'severity', op: '=', value: 'major' }] }
    const policies = [
      policy('a', { actions: [{ translate: 'severity', values: { p2: 'major' } }] }),
      policy('b', { filters: major, actions: [{ set: 'group', value: 'seen' }] }),
    ]
    expect(run(policies, { severity: 'P2' })).toEqual({ severity: 'major', group: 'seen' })
    expect(
      run(
        [...policies].reverse().map((each, order) => ({ ...each, order })),
        { severity: 'P2' },
      ).group,
    ).toBeUndefined()
  })

  it('should run policies of a webhook only for its alerts, between those for every origin', () => {
    const policies = ['x', null, 'y', null].map((webhookId, order) =>
      policy(String(order), { webhookId, order, actions: [{ add: 'tags', value: [String(order)] }] }),
    )
    expect(['x', 'y', 'z', null].map((webhookId) => run(policies, {}, webhookId).tags)).toEqual([
      ['0', '1', '3'],
      ['1', '2', '3'],
      ['1', '3'],
      ['1', '3'],
    ])
  })

  it('should not change the arriving alert', () => {
    const alert = arriving({ tags: ['a'], attributes: { a: 1 } })
    const actions: readonly AlertAction[] = [
      { add: 'tags', value: ['b'] },
      { set: 'attributes.a', value: 2 },
    ]
    runOn({ policies: compileAlertPolicies([policy('a', { actions })]), webhookId: null }, alert)
    expect(alert).toEqual(arriving({ tags: ['a'], attributes: { a: 1 } }))
  })

  it('should return the arriving alert itself if no policy matches', () => {
    const filters = { clauses: [{ key: 'resource', op: '=', value: 'other' }] }
    const alert = arriving({ resource: 'db' })
    const result = runOn({ policies: compileAlertPolicies([policy('a', { filters })]), webhookId: null }, alert)
    expect('alert' in result && result.alert).toBe(alert)
  })

  it('should say what each policy did, and why another did not run', () => {
    const policies = [
      policy('a', {
        actions: [
          { set: 'text', value: 'x' },
          { set: 'text', value: 'y' },
          { set: 'tags', value: 'a' },
        ],
      }),
      policy('b', { filters: { clauses: [{ key: 'text', op: '=', value: 'x' }] } }),
      policy('c', { webhookId: 'other' }),
      policy('d', { actions: [{ set: 'text', value: 'y' }, { set: 'group', value: 'g' }, { drop: true }] }),
      policy('e', {}),
    ]
    const trace: AlertPolicyRun[] = []
    runOn({ policies: compileAlertPolicies(policies), webhookId: 'w' }, arriving({}), trace)
    const idle = { matched: false, changes: [], dropped: false }
    expect(trace).toEqual([
      {
        policyId: 'a',
        name: 'policy a',
        matched: true,
        reason: null,
        changes: [
          { field: 'text', from: null, to: 'y' },
          { field: 'tags', from: null, to: ['a'] },
        ],
        dropped: false,
      },
      { policyId: 'b', name: 'policy b', ...idle, reason: 'not text = x: text is y' },
      { policyId: 'c', name: 'policy c', ...idle, reason: 'it applies only to the webhook other' },
      {
        policyId: 'd',
        name: 'policy d',
        matched: true,
        reason: null,
        changes: [{ field: 'group', from: null, to: 'g' }],
        dropped: true,
      },
      { policyId: 'e', name: 'policy e', ...idle, reason: 'the policy policy d dropped the alert' },
    ])
  })

  it('should do what a naive implementation does', () => {
    fc.assert(
      fc.property(anyPolicies(), anyAlert(), fc.constantFrom('w', 'v', null), (policies, alert, webhookId) => {
        const result = runOn({ policies: compileAlertPolicies(policies), webhookId }, arriving(alert))
        const expected = naivePolicies(alert, policies, webhookId)
        expect('droppedBy' in result ? result.droppedBy.id : shown(result.alert)).toEqual(expected)
      }),
      propertyRuns(2000),
    )
  })

  it('should trace exactly the difference of before and after', () => {
    fc.assert(
      fc.property(anyPolicies(), anyAlert(), fc.constantFrom('w', null), (policies, alert, webhookId) => {
        const { result, changes } = traced(policies, alert, webhookId)
        const state = applied(fieldsOf(alert), changes)
        if ('alert' in result)
          expect(present(Object.fromEntries(state))).toEqual(present(Object.fromEntries(fieldsOf(result.alert))))
      }),
      propertyRuns(1000),
    )
  })

  it('should give the same result with a trace, which names every policy and changes only for those that ran', () => {
    fc.assert(
      fc.property(anyPolicies(), anyAlert(), fc.constantFrom('w', null), (policies, alert, webhookId) => {
        const { compiled, result, trace } = traced(policies, alert, webhookId)
        expect(result).toEqual(runOn({ policies: compiled, webhookId }, arriving(alert)))
        expect(trace.map(({ policyId }) => policyId)).toEqual(compiled.all.map(({ policy: { id } }) => id))
        expect(trace.map(({ reason }) => reason === null)).toEqual(trace.map(({ matched }) => matched))
        expect(trace.filter(({ matched, changes, dropped }) => !matched && (dropped || changes.length > 0))).toEqual([])
        const droppers = trace.filter(({ dropped }) => dropped).map(({ policyId }) => policyId)
        expect(droppers).toEqual('droppedBy' in result ? [result.droppedBy.id] : [])
      }),
      propertyRuns(1000),
    )
  })

  it('should run policies that match only after the policy before, 100 in a row, among 5,000 that do not', () => {
    const where = (id: string, key: string, value: string, actions?: readonly AlertAction[]) =>
      policy(id, { filters: { clauses: [{ key, op: '=', value }] }, ...(actions === undefined ? {} : { actions }) })
    const others = Array.from({ length: 50 }, (_, number) => where(`other ${number}`, 'resource', `other ${number}`))
    const chain = Array.from({ length: 100 }, (_, step) => [
      where(`step ${step}`, 'group', `step ${step}`, [{ set: 'group', value: `step ${step + 1}` }]),
      ...others,
    ])
    const policies = chain.flat().map((each, order) => ({ ...each, order }))
    expect(run(policies, { group: 'step 0' }).group).toBe('step 100')
  })

  it('should behave the same when policies are compiled again after a change', () => {
    const before = compileAlertPolicies([policy('a', {}), policy('b', { actions: [{ lowercase: 'text' }] })])
    const changed = [policy('a', { order: 300 }), policy('b', { actions: [{ lowercase: 'group' }] })]
    const again = compileAlertPolicies(changed, before)
    expect(again.all.map(({ policy: each }) => each)).toEqual([changed[1], changed[0]])
    expect(again.all[1]?.test).toBe(before.all[0]?.test)
    const result = runOn({ policies: again, webhookId: null }, arriving({ text: 'A', group: 'B' }))
    expect('alert' in result && shown(result.alert)).toEqual({ text: 'A', group: 'b' })
  })
})

// Helpers

function runOn(applied: AppliedPolicies, alert: ArrivingAlert, trace?: AlertPolicyRun[]) {
  return runWithoutPauses(runAlertPolicies(applied, alert, new WorkMeter(), trace))
}

function policy(id: string, fields: object): AlertPolicy {
  const actions = [{ lowercase: 'severity' }]
  const { createTime = '', ...sent } = { createTime: '', ...fields }
  return {
    ...ALERT_POLICY.readNew({ name: `policy ${id}`, description: '', actions, ...sent }),
    id,
    createTime,
    updateTime: '',
  }
}

function run(policies: readonly AlertPolicy[], alert: object, webhookId: string | null = null) {
  const result = runOn({ policies: compileAlertPolicies(policies), webhookId }, arriving(alert))
  if ('droppedBy' in result) throw new Error('the alert was dropped')
  return shown(result.alert)
}

function arriving(alert: object): ArrivingAlert {
  return alert as ArrivingAlert
}

function fieldsOf({ attributes, ...fields }: object & { readonly attributes?: unknown }): Map<string, unknown> {
  const named = Object.entries(attributes ?? {}).map(([name, value]): [string, unknown] => [
    `attributes.${name}`,
    value,
  ])
  return new Map([...Object.entries(fields), ...named])
}

function traced(policies: readonly AlertPolicy[], alert: object, webhookId: string | null) {
  const compiled = compileAlertPolicies(policies)
  const trace: AlertPolicyRun[] = []
  const result = runOn({ policies: compiled, webhookId }, arriving(alert), trace)
  return { compiled, result, trace, changes: trace.flatMap(({ changes }) => changes) }
}

/** Applies changes one by one. Checks that `from` of each change is the value that the field has before this change. */
function applied(fields: ReadonlyMap<string, unknown>, changes: AlertPolicyRun['changes']) {
  const state = new Map(fields)
  for (const { field, from, to } of changes) {
    expect(state.get(field) ?? null).toEqual(from)
    expect(to).not.toEqual(from)
    state.set(field, to)
  }
  return state
}

function anyText() {
  return fc.constantFrom('a', 'A', ' a ', 'B', '5', '05', '-5.5', ' 5 ', '', ' ', 'a=b', 'x5', 'true')
}

function anyValue(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    { weight: 4, arbitrary: anyText() },
    fc.constantFrom<JsonValue[]>(5, 5.5, -3, true, false, null, [], { a: 1 }),
    fc.array(fc.oneof(anyText(), fc.constantFrom<JsonValue[]>(5, true)), { maxLength: 3 }),
  )
}

function anyField() {
  return fc.constantFrom('severity', 'text', 'value', 'tags', 'service', 'attributes.a', 'attributes.a.b')
}

function anyAlert(): fc.Arbitrary<object> {
  const lists = fc.array(anyText(), { maxLength: 3 })
  return fc.record(
    {
      severity: anyText(),
      text: anyValue(),
      value: anyValue(),
      tags: lists,
      service: lists,
      attributes: fc.dictionary(fc.constantFrom('a', 'b', 'a.b'), anyValue(), { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  )
}

function anyAction(): fc.Arbitrary<object> {
  const bounds = fc.record({ from: fc.constantFrom(-5.5, 0, 5), below: fc.constantFrom(5.5, 6) }, { requiredKeys: [] })
  const range = fc.tuple(bounds, anyValue()).map(([bound, to]) => ({ ...bound, to }))
  const values = fc
    .uniqueArray(fc.tuple(anyText(), anyValue()), { maxLength: 4, selector: ([text]) => text.trim().toLowerCase() })
    .map((entries) => Object.fromEntries(entries))
  const otherwise = fc.option(
    anyValue().filter((value) => value !== null),
    { nil: undefined },
  )
  const texts = fc.array(fc.constantFrom('a', 'A', '5', 'new'), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    fc.record({ translate: anyField(), values, ranges: fc.array(range, { maxLength: 3 }), otherwise }),
    fc.record({
      copy: anyField(),
      from: fc.array(anyField(), { minLength: 1, maxLength: 3 }),
      when: fc.constantFrom('empty', 'always', undefined),
    }),
    fc.record({ extract: anyField(), from: anyField(), pattern: fc.constantFrom('(a)', '=(.*)', '([0-9]+)', '(A)|5') }),
    fc.record({ set: anyField(), value: anyValue() }),
    fc.record({ add: fc.constantFrom('tags', 'service'), value: texts }),
    fc.record({ lowercase: anyField() }),
    { weight: 1, arbitrary: fc.constant({ drop: true }) },
  )
}

function anyPolicies(): fc.Arbitrary<readonly AlertPolicy[]> {
  const clause = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        key: anyField(),
        op: fc.constantFrom('=', '!=', 'CONTAINS', '>', '<='),
        value: fc.constantFrom('a', '5', 0, 'b'),
      }),
    },
    fc.record({ key: anyField(), op: fc.constantFrom('LIKE', 'NOT LIKE'), value: fc.constantFrom('a%', '_b', '%5%') }),
    fc.record({ key: anyField(), op: fc.constantFrom('~', '!~'), value: fc.constantFrom('a|5', '^a', 'b$', '[0-9]') }),
    fc.record({ key: anyField(), op: fc.constantFrom('IN', 'NOT IN'), value: fc.constantFrom('a,B', '5') }),
  )
  const fields = fc.record({
    order: fc.integer({ min: -2, max: 2 }),
    createTime: fc.constantFrom('1', '2'),
    webhookId: fc.constantFrom('w', null, null),
    filters: fc.record({ operator: fc.constantFrom('AND', 'OR'), clauses: fc.array(clause, { maxLength: 3 }) }),
    actions: fc.array(anyAction(), { minLength: 1, maxLength: 4 }),
  })
  return fc.array(fields, { maxLength: 8 }).map((sent) => sent.map((each, id) => policy(String(id), each)))
}
