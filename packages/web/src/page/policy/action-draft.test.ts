import { ALERT_POLICY } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import type { AlertAction } from '../../api/policies.js'
import { createAction, findFaultyRow, toAction, toActionDrafts } from './action-draft.js'
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
    expect(toActionDrafts(ACTIONS).map(toAction)).toEqual(ACTIONS)
    expect(ALERT_POLICY.readNew({ name: 'x', description: '', actions: ACTIONS })).toMatchObject({ actions: ACTIONS })
  })

  it('should give each action its own id', () => {
    const drafts = toActionDrafts(ACTIONS)
    expect(new Set([...drafts, createAction(drafts)].map(({ id }) => id)).size).toBe(ACTIONS.length + 1)
  })

  it('should leave out rows without content', () => {
    const values = [
      { from: '', to: '' },
      { from: '', to: 'minor' },
    ]
    expect(toAction({ ...action(), values })).toEqual({ translate: 'severity', values: { '': 'minor' } })
    expect(toAction({ ...action(), ranges: [{ from: '', below: '', to: '' }] })).toEqual({ translate: 'severity' })
  })

  it('should send a bound that is not a number as it is, so that it is refused', () => {
    const sent = toAction({ ...action(), ranges: [{ from: '9o', below: '', to: 'major' }] })
    expect(sent).toEqual({ translate: 'severity', ranges: [{ from: '9o', to: 'major' }] })
    expect(() => ALERT_POLICY.readNew({ name: 'x', description: '', actions: [sent] })).toThrow(
      'actions[0].ranges[0].from',
    )
  })

  it('should leave out a value that is not given, so that it is asked for', () => {
    const sent = toAction({ ...action(), kind: 'set' })
    expect(() => ALERT_POLICY.readNew({ name: 'x', description: '', actions: [sent] })).toThrow('actions[0].value')
  })

  it('should ask what a range becomes', () => {
    const sent = toAction({ ...action(), ranges: [{ from: '90', below: '', to: '' }] })
    expect(() => ALERT_POLICY.readNew({ name: 'x', description: '', actions: [sent] })).toThrow(
      'actions[0].ranges[0].to',
    )
  })

  it.each(['High', ''])("should find the value '%s' that is translated twice", (from) => {
    const values = [
      { from, to: 'major' },
      { from, to: 'minor' },
    ]
    expect(findFaultyRow([action(), { ...action(), values }])).toMatchObject({ path: 'actions[1].values[1].from' })
    expect(findFaultyRow([{ ...action(), values, kind: 'set' }])).toBeUndefined()
  })

  it('should ask what a value becomes, but allow the empty text', () => {
    const values = [
      { from: 'Low', to: '""' },
      { from: 'High', to: '' },
    ]
    expect(findFaultyRow([{ ...action(), values }])).toMatchObject({ path: 'actions[0].values[1].to' })
    expect(findFaultyRow([{ ...action(), values: values.slice(0, 1) }])).toBeUndefined()
  })
})

// Helpers

function action(): ActionDraft {
  return createAction([])
}
