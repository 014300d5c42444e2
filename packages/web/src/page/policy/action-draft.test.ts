import { readNewAlertPolicy } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import type { AlertAction } from '../../api/alert-policies.js'
import { type ActionDraft, actionOf, draftsOf, newAction, repeatedValue } from './action-draft.js'

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
    expect(readNewAlertPolicy({ name: 'x', description: '', actions: ACTIONS })).toMatchObject({ actions: ACTIONS })
  })

  it('should give each action its own id', () => {
    const drafts = draftsOf(ACTIONS)
    expect(new Set([...drafts, newAction(drafts)].map(({ id }) => id)).size).toBe(ACTIONS.length + 1)
  })

  it('should leave out rows without content, and keep rows that are half filled', () => {
    const values = [
      { from: '', to: '' },
      { from: 'High', to: '' },
    ]
    expect(actionOf({ ...action(), values })).toEqual({ translate: 'severity', values: { High: '' } })
    expect(actionOf({ ...action(), ranges: [{ from: '', below: '', to: '' }] })).toEqual({ translate: 'severity' })
  })

  it('should send a bound that is not a number as it is, so that it is refused', () => {
    const sent = actionOf({ ...action(), ranges: [{ from: '9o', below: '', to: 'major' }] })
    expect(sent).toEqual({ translate: 'severity', ranges: [{ from: '9o', to: 'major' }] })
    expect(() => readNewAlertPolicy({ name: 'x', description: '', actions: [sent] })).toThrow(
      'actions[0].ranges[0].from',
    )
  })

  it('should leave out a value that is not given, so that it is asked for', () => {
    const sent = actionOf({ ...action(), kind: 'set' })
    expect(() => readNewAlertPolicy({ name: 'x', description: '', actions: [sent] })).toThrow('actions[0].value')
  })

  it('should find a value that is translated twice', () => {
    const values = [
      { from: 'High', to: 'major' },
      { from: 'High', to: 'minor' },
    ]
    expect(repeatedValue([action(), { ...action(), values }])).toMatchObject({ path: 'actions[1].values' })
    expect(repeatedValue([{ ...action(), values, kind: 'set' }])).toBeUndefined()
  })
})

// Helpers

function action(): ActionDraft {
  return newAction([])
}
