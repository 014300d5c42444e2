import { describe, expect, it } from 'vitest'
import { shown } from '../../test/shown-alert.js'
import type { ArrivingAlert } from '../alert/arriving-alert.js'
import type { JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import { AlertInProgress } from './alert-in-progress.js'
import { ALERT_POLICY } from './alert-policy.js'
import { compileAction } from './compile-action.js'

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

describe('join', () => {
  const action = { join: 'fingerprint', from: ['attributes.monitor', 'tags', 'value'], with: '/' } as const

  it.each<[object, JsonValue | undefined]>([
    [{ attributes: { monitor: 4711 }, tags: ['host:a', '', 'disk:/'], value: 'x' }, '4711/host:a/disk://x'],
    [{ attributes: { monitor: ' ' }, tags: [], value: 'x' }, 'x'],
    [{ attributes: { monitor: { a: 1 } }, tags: null, value: '', fingerprint: 'kept' }, 'kept'],
    [{}, undefined],
  ])('should join what is not empty, and change nothing if all is: %j', (alert, fingerprint) => {
    expect(after(alert, action).fingerprint).toEqual(fingerprint)
  })

  it('should write texts of a limited length, also if a field is joined with itself again and again', () => {
    const doubling = { join: 'text', from: ['text', 'text'], with: '-' } as const
    let text: JsonValue | undefined = 'x'.repeat(100)
    for (let times = 0; times < 20; times++) text = after({ text }, doubling).text
    expect(String(text).length).toBe(LIMITS.alertBytes)
    expect(String(after({ text, tags: [text, 'y'] }, { ...doubling, from: ['tags', 'text'] }).text)).toBe(text)
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

// Helpers

/** Applies these actions to an alert. Returns the fields that the alert then has. */
function after(alert: object, ...actions: readonly object[]): Record<string, JsonValue> {
  const policy = ALERT_POLICY.readNew({ name: 'a policy', description: '', actions })
  const changed = new AlertInProgress(alert as ArrivingAlert)
  for (const action of policy.actions) runWithoutPauses(compileAction(action)(changed, new WorkMeter()))
  return shown(changed.alert)
}
