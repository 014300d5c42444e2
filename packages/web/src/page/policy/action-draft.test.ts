import { ALERT_POLICY } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import type { AlertAction } from '../../api/alert-policies.js'
import { actionOf, draftsOf, faultyRow, newAction } from './action-draft.js'
import type { ActionDraft } from './action-kinds.js'

const ACTIONS: readonly AlertAction[] = [
  {
    translate: 'severity',
    values: { High: 'major', '5': null, on: true },
    ranges: [
      { from: 90, below: 95, to: 'major' },
      { below: 10, to: 'ok' },
      { from: 95, to: 'critical' },
    ],
    otherwise: '',
  },
  { translate: 'attributes.app.team', otherwise: ['a', 'b'] },
  { copy: 'resource', from: ['attributes.host', 'origin'] },
  { copy: 'text', from: ['value'], when: 'always' },
  { extract: 'environment', from: 'resource', pattern: '\\.(prod|test)\\.' },
  { set: 'timeout', value: 900 },
  { set: 'text', value: '900' },
  { set: 'group', value: null },
  { add: 'service', value: ['shop', 'billing'] },
  { lowercase: 'tags' },
  { drop: true },
]

describe('the form of actions', () => {
  it('should send stored actions back unchanged', () => {
    expect(draftsOf(ACTIONS).map(actionOf)).toEqual(ACTIONS)
    expect(ALERT_POLICY.readNew({ name: 'x', description: '', actions: ACTIONS })).toMatchObject({ actions: ACTIONS })
  })

  it('should give each action its own id', () => {
    const drafts = draftsOf(ACTIONS)
    expect(new Set([...drafts, newAction(drafts)].map(({ id }) => id)).size).toBe(ACTIONS.length + 1)
  })

  it('should leave out rows without content', () => {
    const values = [
      { from: '', to: '' },
      { from: '', to: 'minor' },
    ]
    expect(actionOf({ ...action(), values })).toEqual({ translate: 'severity', values: { '': 'minor' } })
    expect(actionOf({ ...action(), ranges: [{ from: '', below: '', to: '' }] })).toEqual({ translate: 'severity' })
  })

  it('should send a bound that is not a number as it is, so that it is refused', () => {
    const sent = actionOf({ ...action(), ranges: [{ from: '9o', below: '', to: 'major' }] })
    expect(sent).toEqual({ translate: 'severity', ranges: [{ from: '9o', to: 'major' }] })
    expect(() => ALERT_POLICY.readNew({ name: 'x', description: '', actions: [sent] })).toThrow(
      'actions[0].ranges[0].from',
    )
  })

  it('should leave out a value that is not given, so that it is asked for', () => {
    const sent = actionOf({ ...action(), kind: 'set' })
    expect(() => ALERT_POLICY.readNew({ name: 'x', description: '', actions: [sent] })).toThrow('actions[0].value')
  })

  it('should ask what a range becomes', () => {
    const sent = actionOf({ ...action(), ranges: [{ from: '90', below: '', to: '' }] })
    expect(() => ALERT_POLICY.readNew({ name: 'x', description: '', actions: [sent] })).toThrow(
      'actions[0].ranges[0].to',
    )
  })

  it.each(['High', ''])("should find the value '%s' that is translated twice", (from) => {
    const values = [
      { from, to: 'major' },
      { from, to: 'minor' },
    ]
    expect(faultyRow([action(), { ...action(), values }])).toMatchObject({ path: 'actions[1].values[1].from' })
    expect(faultyRow([{ ...action(), values, kind: 'set' }])).toBeUndefined()
  })

  it('should ask what a value becomes, but allow the empty text', () => {
    const values = [
      { from: 'Low', to: '""' },
      { from: 'High', to: '' },
    ]
    expect(faultyRow([{ ...action(), values }])).toMatchObject({ path: 'actions[0].values[1].to' })
    expect(faultyRow([{ ...action(), values: values.slice(0, 1) }])).toBeUndefined()
  })
})

// Helpers

function action(): ActionDraft {
  return newAction([])
}
