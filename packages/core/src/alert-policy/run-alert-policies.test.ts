import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { naivePolicies } from '../../test/naive-alert-policies.js'
import type { ArrivingAlert } from '../alert/arriving-alert.js'
import type { JsonValue } from '../json-value.js'
import { isObject, isSameJson } from '../json-value.js'
import type { AlertAction, AlertPolicy } from './alert-policy.js'
import { compileAlertPolicies } from './compile-alert-policies.js'
import { readNewAlertPolicy } from './read-alert-policy.js'
import { type AlertPolicyRun, runAlertPolicies } from './run-alert-policies.js'

describe('translate', () => {
  const severities = { translate: 'severity', values: { ' High ': 'major', '5': 'minor', true: 'ok' } } as const

  it.each([
    [{ severity: 'High' }, 'major'],
    [{ severity: ' hIGH\n' }, 'major'],
    [{ severity: 5 }, 'minor'],
    [{ severity: true }, 'ok'],
    [{ severity: 'Higher' }, 'Higher'],
    [{ severity: 5.5 }, 5.5],
    [{}, undefined],
  ])('should compare the text of %j trimmed and without case', (alert, severity) => {
    expect(after(alert, severities).severity).toBe(severity)
  })

  it.each([
    ['severity', '', 'major'],
    ['severity', null, 'major'],
    ['severity', ' ', 'major'],
    ['severity', { a: 1 }, 'major'],
    ['severity', 'P1', 'critical'],
    ['tags', [], ['major']],
    ['tags', ['p1', 'x', 'p1'], ['critical', 'major', 'critical']],
  ] as const)(
    'should set %s %j to `otherwise` if nothing matches, and if the field is empty',
    (field, value, expected) => {
      const action = { translate: field, values: { P1: 'critical' }, otherwise: 'major' }
      expect(after({ [field]: value }, action)[field]).toEqual(expected)
    },
  )

  it('should translate an empty field by the empty text', () => {
    const action = { translate: 'severity', values: { '': 'warning' }, otherwise: 'major' }
    expect([after({}, action), after({ severity: ' ' }, action)].map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
    ])
  })

  it.each([
    [89.9, undefined],
    [90, 'warning'],
    ['90', 'warning'],
    [' 94.999 ', 'warning'],
    ['95', 'critical'],
    [1e21, 'critical'],
    ['99', 'exact'],
    ['9e1', undefined],
    ['high', undefined],
    ['', undefined],
    [true, undefined],
    ['94.99999999999999999999', 'warning'],
  ])('should find %j in the ranges, which include `from` and exclude `below`, after the values', (value, expected) => {
    const ranges = [
      { from: 90, below: 95, to: 'warning' },
      { from: 95, to: 'critical' },
    ]
    const action = { translate: 'value', values: { 99: 'exact' }, ranges }
    expect(after({ value }, action).value).toBe(expected ?? value)
  })

  it('should take the first range that holds, which may have no lower bound', () => {
    const ranges = [{ below: 0, to: 'negative' }, { below: 10, to: 'small' }, { to: 'any' }]
    const results = ['-5', '5', '10'].map((value) => after({ value }, { translate: 'value', ranges }).value)
    expect(results).toEqual(['negative', 'small', 'any'])
  })

  it('should translate each element of a list; null removes one, and a list becomes its elements', () => {
    const action = { translate: 'service', values: { a: 'shop', b: null, c: ['x', 'y'] } }
    expect(after({ service: ['A', 'b', 'c', 'd', 7] }, action).service).toEqual(['shop', 'x', 'y', 'd', 7])
  })

  it('should empty a field by null', () => {
    expect(after({ status: 'firing' }, { translate: 'status', values: { firing: null } }).status).toBeUndefined()
  })

  it('should take keys such as constructor and __proto__ as ordinary texts', () => {
    const values = JSON.parse('{"__proto__":"major"}')
    expect(after({ severity: '__PROTO__' }, { translate: 'severity', values }).severity).toBe('major')
    expect(after({ severity: 'constructor' }, { translate: 'severity', values }).severity).toBe('constructor')
  })
})

describe('copy', () => {
  it.each([
    [{ group: 'g', attributes: { a: 'x' } }, 'g'],
    [{ group: ' ', attributes: { a: 'x' } }, 'x'],
    [{ group: null, tags: [], text: ' ', value: 0 }, 0],
    [{ text: ' t ' }, ' t '],
    [{ attributes: { a: false } }, false],
    [{ group: '', text: '' }, ''],
  ])('should fill an empty field of %j by the first source that is not empty', (alert, group) => {
    const action = { copy: 'group', from: ['attributes.a', 'tags', 'text', 'value'] }
    expect(after(alert, action).group).toEqual(group)
  })

  it('should replace any value with `always`, but leave the field if all sources are empty', () => {
    const action = { copy: 'group', from: ['attributes.a', 'text'], when: 'always' }
    expect(after({ group: 'g', text: 't' }, action).group).toBe('t')
    expect(after({ group: 'g', text: ' ' }, action).group).toBe('g')
  })

  it('should make a text that is copied into a list its one element', () => {
    const action = { copy: 'service', from: ['group'] }
    expect(after({ service: [], group: 'shop' }, action).service).toEqual(['shop'])
    expect(after({ tags: ['a', 'b'] }, { copy: 'service', from: ['tags'] }).service).toEqual(['a', 'b'])
  })

  it('should find the attribute whose name has dots', () => {
    const alert = { attributes: { 'a.b': 'dotted', a: { b: 'nested' } } }
    expect(after(alert, { copy: 'text', from: ['attributes.a.b'] }).text).toBe('dotted')
    expect(
      after({ attributes: { a: { b: 'nested' } } }, { copy: 'text', from: ['attributes.a.b'] }).text,
    ).toBeUndefined()
  })
})

describe('extract', () => {
  const action = { extract: 'resource', from: 'text', pattern: 'host=(\\w*)' }

  it.each([
    [{ text: 'on host=db1 now' }, 'db1'],
    [{ text: 'nothing', resource: 'r' }, 'r'],
    [{ resource: 'r' }, 'r'],
    [{ text: 'host= ', resource: 'r' }, ''],
    [{ text: ['x', 'host=a', 'host=b'] }, 'a'],
    [{ text: { host: 'host=a' } }, undefined],
  ])('should set the part of %j that the group matches, or leave the field', (alert, resource) => {
    expect(after(alert, action).resource).toBe(resource)
  })

  it('should read numbers as texts, and make the part the one element of a list', () => {
    expect(after({ value: 1234 }, { extract: 'tags', from: 'value', pattern: '^(..)' }).tags).toEqual(['12'])
  })

  it('should set the timeout to the number in a text of digits, and leave other texts as they are', () => {
    const action = { extract: 'timeout', from: 'text', pattern: 'for (.*)$' } as const
    expect(after({ text: 'firing for 300' }, action).timeout).toBe(300)
    expect(after({ text: 'firing for 5m' }, action).timeout).toBe('5m')
  })

  it('should leave the field if the group takes no part in the match', () => {
    expect(after({ text: 'b', group: 'g' }, { extract: 'group', from: 'text', pattern: '(a)|b' }).group).toBe('g')
  })
})

describe('set, add and lowercase', () => {
  it('should set any value, and empty a field by null', () => {
    expect(after({}, { set: 'timeout', value: 60 })).toEqual({ timeout: 60 })
    expect(after({ status: 'firing' }, { set: 'status', value: null }).status).toBeUndefined()
    expect(after({}, { set: 'tags', value: 'a' })).toEqual({ tags: ['a'] })
  })

  it('should set and remove attributes, also one named __proto__', () => {
    const set = (field: `attributes.${string}`, value: JsonValue) => ({ set: field, value })
    const alert = { attributes: { a: 1, 'b.c': 2 } }
    expect(after(alert, set('attributes.b.c', { d: 3 }), set('attributes.a', null)).attributes).toEqual({
      'b.c': { d: 3 },
    })
    expect(after({}, set('attributes.a', 1)).attributes).toEqual({ a: 1 })
    expect(JSON.stringify(after({}, set('attributes.__proto__', 1)).attributes)).toBe('{"__proto__":1}')
  })

  it('should leave attributes that are not an object, so that the alert is rejected later', () => {
    expect(after({ attributes: 'x' }, { set: 'attributes.a', value: 1 }, { lowercase: 'attributes.b' })).toEqual({
      attributes: 'x',
    })
  })

  it('should add texts that a list does not have yet', () => {
    const action = { add: 'tags', value: ['b', '5', 'c'] }
    expect(after({ tags: ['a', 'b', 'a', 5] }, action).tags).toEqual(['a', 'b', 'a', 5, 'c'])
    expect(after({}, action).tags).toEqual(['b', '5', 'c'])
    expect(after({ tags: ' ' }, action).tags).toEqual(['b', '5', 'c'])
    expect(after({ tags: 'a' }, action).tags).toEqual(['a', 'b', '5', 'c'])
    expect(after({ tags: { a: 1 } }, action).tags).toEqual({ a: 1 })
  })

  it('should lower the case of a text, and of each text of a list', () => {
    expect(after({ severity: 'CRITICAL' }, { lowercase: 'severity' }).severity).toBe('critical')
    expect(after({ tags: ['A', 5, null] }, { lowercase: 'tags' }).tags).toEqual(['a', 5, null])
    expect(after({ value: 5 }, { lowercase: 'value' })).toEqual({ value: 5 })
    expect(after({}, { lowercase: 'text' })).toEqual({})
  })
})

describe('runAlertPolicies', () => {
  it('should run no action and no policy after a drop', () => {
    const first = policy('a', { actions: [{ set: 'text', value: 'x' }, { drop: true }, { set: 'text', value: 'y' }] })
    const policies = compileAlertPolicies([first, policy('b', {})])
    expect(runAlertPolicies({ policies, webhookId: null }, arriving({}))).toEqual({ droppedBy: first })
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
    runAlertPolicies({ policies: compileAlertPolicies([policy('a', { actions })]), webhookId: null }, alert)
    expect(alert).toEqual(arriving({ tags: ['a'], attributes: { a: 1 } }))
  })

  it('should return the arriving alert itself if no policy matches', () => {
    const filters = { clauses: [{ key: 'resource', op: '=', value: 'other' }] }
    const alert = arriving({ resource: 'db' })
    const result = runAlertPolicies(
      { policies: compileAlertPolicies([policy('a', { filters })]), webhookId: null },
      alert,
    )
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
    runAlertPolicies({ policies: compileAlertPolicies(policies), webhookId: 'w' }, arriving({}), trace)
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
        const result = runAlertPolicies({ policies: compileAlertPolicies(policies), webhookId }, arriving(alert))
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
        expect(result).toEqual(runAlertPolicies({ policies: compiled, webhookId }, arriving(alert)))
        expect(trace.map(({ policyId }) => policyId)).toEqual(compiled.all.map(({ policy: { id } }) => id))
        expect(trace.map(({ reason }) => reason === null)).toEqual(trace.map(({ matched }) => matched))
        expect(trace.filter(({ matched, changes, dropped }) => !matched && (dropped || changes.length > 0))).toEqual([])
        const droppers = trace.filter(({ dropped }) => dropped).map(({ policyId }) => policyId)
        expect(droppers).toEqual('droppedBy' in result ? [result.droppedBy.id] : [])
      }),
      propertyRuns(1000),
    )
  })

  it('should behave the same when policies are compiled again after a change', () => {
    const before = compileAlertPolicies([policy('a', {}), policy('b', { actions: [{ lowercase: 'text' }] })])
    const changed = [policy('a', { order: 300 }), policy('b', { actions: [{ lowercase: 'group' }] })]
    const again = compileAlertPolicies(changed, before)
    expect(again.all.map(({ policy: each }) => each)).toEqual([changed[1], changed[0]])
    expect(again.all[1]?.matches).toBe(before.all[0]?.matches)
    const result = runAlertPolicies({ policies: again, webhookId: null }, arriving({ text: 'A', group: 'B' }))
    expect('alert' in result && shown(result.alert)).toEqual({ text: 'A', group: 'b' })
  })
})

// Helpers

function policy(id: string, fields: object): AlertPolicy {
  const actions = [{ lowercase: 'severity' }]
  const { createTime = '', ...sent } = { createTime: '', ...fields }
  return {
    ...readNewAlertPolicy({ name: `policy ${id}`, description: '', actions, ...sent }),
    id,
    createTime,
    updateTime: '',
  }
}

/** Runs one policy with these actions on an alert. Returns the fields that the alert then has. */
function after(alert: object, ...actions: readonly object[]): Record<string, JsonValue> {
  return run([policy('a', { actions })], alert)
}

function run(policies: readonly AlertPolicy[], alert: object, webhookId: string | null = null) {
  const result = runAlertPolicies({ policies: compileAlertPolicies(policies), webhookId }, arriving(alert))
  if ('droppedBy' in result) throw new Error('the alert was dropped')
  return shown(result.alert)
}

function arriving(alert: object): ArrivingAlert {
  return alert as ArrivingAlert
}

/** The fields and attributes that the alert has. */
function shown({ attributes, ...fields }: ArrivingAlert): Record<string, JsonValue> {
  const named = isObject(attributes) ? present(attributes) : attributes
  return present({ ...fields, attributes: isSameJson(named ?? {}, {}) ? undefined : named })
}

function present(fields: object): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
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
  const result = runAlertPolicies({ policies: compiled, webhookId }, arriving(alert), trace)
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
  const clause = fc.record({
    key: anyField(),
    op: fc.constantFrom('=', '!=', 'CONTAINS', '>'),
    value: fc.constantFrom('a', '5', 0, 'b'),
  })
  const fields = fc.record({
    order: fc.integer({ min: -2, max: 2 }),
    createTime: fc.constantFrom('1', '2'),
    webhookId: fc.constantFrom('w', null, null),
    filters: fc.record({ clauses: fc.array(clause, { maxLength: 2 }) }),
    actions: fc.array(anyAction(), { minLength: 1, maxLength: 4 }),
  })
  return fc.array(fields, { maxLength: 5 }).map((sent) => sent.map((each, id) => policy(String(id), each)))
}
