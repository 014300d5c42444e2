import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { ALERT_POLICY } from './alert-policy.js'

const least = { name: 'Severities', description: '', actions: [{ drop: true }] }
const filters = { operator: 'OR', clauses: [{ key: 'severity', op: '=', value: 'P1' }] }

describe('ALERT_POLICY', () => {
  it('should by default be active, have order 100, and apply to every alert of every origin', () => {
    expect(ALERT_POLICY.readNew(least)).toEqual({
      ...least,
      filters: { operator: 'AND', clauses: [] },
      status: 'active',
      order: 100,
      webhookId: null,
    })
  })

  it('should read every kind of action', () => {
    const actions = [
      { translate: 'severity', values: { P1: 'critical' }, ranges: [{ from: 1, below: 2, to: 'minor' }], otherwise: 5 },
      { copy: 'environment', from: ['attributes.env', 'group'], when: 'always' },
      { extract: 'resource', from: 'text', pattern: 'host=(\\w+)' },
      { set: 'attributes.a.b', value: null },
      { add: 'tags', value: ['db'] },
      { lowercase: 'service' },
      { drop: true },
    ]
    const sent = { ...least, filters, order: -5, webhookId: 'w', status: 'inactive', actions }
    expect(ALERT_POLICY.readNew({ ...sent, id: 'x', createTime: 'y', updateTime: 'z' })).toEqual(sent)
  })

  it('should leave out what is null in an action', () => {
    const translate = { translate: 'severity', values: { P1: null }, ranges: null, otherwise: null }
    const copy = { copy: 'text', from: ['value'], when: null }
    const range = { translate: 'value', ranges: [{ from: null, below: 5, to: null }] }
    expect(ALERT_POLICY.readNew({ ...least, actions: [translate, copy, range] }).actions).toEqual([
      { translate: 'severity', values: { P1: null } },
      { copy: 'text', from: ['value'] },
      { translate: 'value', ranges: [{ below: 5, to: null }] },
    ])
  })

  it('should take keys such as __proto__ as ordinary texts', () => {
    const actions = JSON.parse('[{"translate":"severity","values":{"__proto__":"major"}}]')
    expect(JSON.stringify(ALERT_POLICY.readNew({ ...least, actions }).actions)).toBe(JSON.stringify(actions))
  })

  it.each([
    [null, 'the body must be an object'],
    [{ ...least, name: ' ' }, 'name is required'],
    [{ ...least, order: 1.5 }, 'order must be a whole number from -1000000 to 1000000'],
    [{ ...least, order: 1_000_001 }, 'order must be a whole number'],
    [{ ...least, order: -1_000_001 }, 'order must be a whole number'],
    [{ ...least, webhookId: 5 }, 'webhookId must be a string'],
    [{ ...least, weight: 5 }, 'unknown fields: weight'],
    [{ ...least, filters: { clauses: [{ key: 'a', op: '==', value: 1 }] } }, 'filters.clauses[0].op'],
    [{ ...least, actions: undefined }, 'actions is required'],
    [{ ...least, actions: null }, 'actions is required'],
    [{ ...least, actions: { drop: true } }, 'actions must be a list'],
    [{ ...least, actions: [] }, 'actions must be 1 to 50 actions'],
    [{ ...least, actions: Array(51).fill({ drop: true }) }, 'actions must be 1 to 50 actions'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => ALERT_POLICY.readNew(body)).toThrow(message)
  })

  const pattern = '(a)'
  it.each([
    [5, 'actions[1] must be an object'],
    [{}, 'actions[1] must have exactly one of translate, copy, join, extract, set, add, lowercase, drop'],
    [{ drop: true, set: 'text', value: 1 }, 'actions[1] must have exactly one of'],
    [{ delete: true }, 'actions[1] must have exactly one of'],
    [{ drop: false }, 'actions[1].drop must be true'],
    [{ drop: true, when: 'always' }, 'unknown fields: actions[1].when'],
    [{ drop: true, when: null }, 'unknown fields: actions[1].when'],
    [{ translate: 'value', ranges: [{ upTo: null, to: 1 }] }, 'unknown fields: actions[1].ranges[0].upTo'],
    [{ set: 'id', value: 1 }, 'actions[1].set must be one of resource, event, environment, severity'],
    [{ set: 'attributes.', value: 1 }, 'actions[1].set must be one of'],
    [{ set: 'attributes', value: {} }, 'actions[1].set must be one of'],
    [{ set: `attributes.${'x'.repeat(256)}`, value: 1 }, 'actions[1].set is longer than 255 characters'],
    [{ set: 'text' }, 'actions[1].value is required'],
    [{ set: 'text', value: 'a\u0000' }, 'actions[1].value contains the character U+0000'],
    [{ set: 'text', value: [{ '\ud800': 1 }] }, 'actions[1].value contains half of a surrogate pair'],
    [{ set: 'text', value: Number.NaN }, 'actions[1].value must be plain JSON'],
    [{ translate: 'text', values: { 'a\u0000': 1 } }, 'actions[1].values contains the character U+0000'],
    [{ translate: 'text', otherwise: ['\u0000'] }, 'actions[1].otherwise contains the character U+0000'],
    [{ translate: 'text', ranges: [{ to: '\u0000' }] }, 'actions[1].ranges[0].to contains the character U+0000'],
    [{ add: 'tags', value: ['\ud800'] }, 'actions[1].value[0] contains half of a surrogate pair'],
    [{ lowercase: 'Severity' }, 'actions[1].lowercase must be one of'],
    [{ lowercase: 'severity', value: 1 }, 'unknown fields: actions[1].value'],
    [{ translate: 'severity' }, 'actions[1].translate needs values, ranges or otherwise'],
    [{ translate: 'severity', values: [] }, 'actions[1].values must be an object'],
    [{ translate: 'severity', values: { a: 1, ' A': 2 } }, "actions[1].values has several entries for 'a'"],
    [{ translate: 'severity', else: 1 }, 'unknown fields: actions[1].else'],
    [{ translate: 'value', ranges: {} }, 'actions[1].ranges must be a list'],
    [{ translate: 'value', ranges: [5] }, 'actions[1].ranges[0] must be an object'],
    [{ translate: 'value', ranges: [{ from: 1 }] }, 'actions[1].ranges[0].to is required'],
    [{ translate: 'value', ranges: [{ from: '1', to: 1 }] }, 'actions[1].ranges[0].from must be a number'],
    [
      { translate: 'value', ranges: [{ from: 2, below: 2, to: 1 }] },
      'actions[1].ranges[0].below must be greater than from',
    ],
    [{ translate: 'value', ranges: [{ upTo: 2, to: 1 }] }, 'unknown fields: actions[1].ranges[0].upTo'],
    [{ copy: 'text' }, 'actions[1].from must be a list of one or more fields'],
    [{ copy: 'text', from: [] }, 'actions[1].from must be a list of one or more fields'],
    [{ copy: 'text', from: 'value' }, 'actions[1].from must be a list'],
    [{ copy: 'text', from: ['value', 'id'] }, 'actions[1].from[1] must be one of'],
    [{ copy: 'text', from: ['value'], when: 'never' }, 'actions[1].when must be one of empty, always'],
    [{ extract: 'text', pattern }, 'actions[1].from must be one of'],
    [{ extract: 'text', from: 'value' }, 'actions[1].pattern is required'],
    [{ extract: 'text', from: 'value', pattern: 'a' }, 'actions[1].pattern must have exactly one group, not 0'],
    [{ extract: 'text', from: 'value', pattern: '(a)(b)' }, 'actions[1].pattern must have exactly one group, not 2'],
    [{ extract: 'text', from: 'value', pattern: '(' }, 'actions[1].pattern must be an RE2 regular expression'],
    [{ extract: 'text', from: 'value', pattern: `(${'x'.repeat(999)})` }, 'actions[1].pattern is longer than 1000'],
    [{ add: 'group', value: ['a'] }, 'actions[1].add must be one of tags, service'],
    [{ add: 'tags', value: 'a' }, 'actions[1].value must be a list'],
    [{ add: 'tags', value: [] }, 'actions[1].value must be a list of one or more texts'],
    [{ add: 'tags', value: ['a', ' '] }, 'actions[1].value[1] must be a text'],
    [{ add: 'tags', value: [5] }, 'actions[1].value[0] must be a text'],
  ])('should refuse the action %j: %s', (action, message) => {
    expect(() => ALERT_POLICY.readNew({ ...least, actions: [{ drop: true }, action] })).toThrow(message)
  })

  it('should report a range whose bounds are swapped together with what else it lacks', () => {
    const action = { translate: 'severity', ranges: [{ from: 95, below: 9 }] }
    const faults = [
      expect.objectContaining({ path: 'actions[0].ranges[0].to' }),
      expect.objectContaining({
        path: 'actions[0].ranges[0].below',
        message: 'actions[0].ranges[0].below must be greater than from',
      }),
    ]
    expect(() => ALERT_POLICY.readNew({ ...least, actions: [action] })).toThrow(
      expect.objectContaining({ issues: expect.arrayContaining(faults) }),
    )
  })

  it('should count groups that do not capture as no groups', () => {
    const action = { extract: 'text', from: 'value', pattern: '(?:a|b)(?P<name>c)' }
    expect(ALERT_POLICY.readNew({ ...least, actions: [action] }).actions).toEqual([action])
  })

  it('should bound the size of all actions, and of all patterns taken together', () => {
    const value = 'x'.repeat(LIMITS.alertPolicyText - JSON.stringify([{ set: 'text', value: '' }]).length)
    expect(ALERT_POLICY.readNew({ ...least, actions: [{ set: 'text', value }] }).actions).toHaveLength(1)
    expect(() => ALERT_POLICY.readNew({ ...least, actions: [{ set: 'text', value: `${value}x` }] })).toThrow(
      'actions are longer than 100000 characters as JSON',
    )
    const extract = { extract: 'text', from: 'value', pattern: `(${'x'.repeat(900)})` }
    expect(() => ALERT_POLICY.readNew({ ...least, actions: [extract, extract, extract] })).toThrow(
      'actions[2].pattern makes the patterns of the policy, taken together, too large',
    )
  })
})

describe('readAlertPolicy', () => {
  const known = { ...ALERT_POLICY.readNew({ ...least, filters, order: 7, webhookId: 'w' }), id: 'p', updateTime: 't' }

  it('should not change fields that are not sent', () => {
    expect(changed(known, {})).toEqual(known)
    expect(changed(known, { order: 0, actions: null })).toEqual({ ...known, order: 0 })
  })

  it('should apply to alerts of every origin if null is sent', () => {
    expect(changed(known, { webhookId: null })).toEqual({ ...known, webhookId: null })
  })

  it('should replace all actions', () => {
    const actions = [{ lowercase: 'severity' }]
    expect(changed(known, { actions })).toEqual({ ...known, actions })
    expect(() => changed(known, { actions: [] })).toThrow('actions must be 1 to 50 actions')
  })

  it('should change nothing when its own result is sent back', () => {
    expect(changed(known, JSON.parse(JSON.stringify(known)))).toEqual(known)
  })
})

function changed<Known extends object>(known: Known, body: unknown): Known {
  return { ...known, ...ALERT_POLICY.readChanges(body) }
}
