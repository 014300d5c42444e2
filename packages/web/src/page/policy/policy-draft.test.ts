import { describe, expect, it } from 'vitest'
import type { AlertPolicy } from '../../api/policies.js'
import { buildPolicy, createPolicyDraft, findDraftFaults } from './policy-draft.js'

const STORED: AlertPolicy = {
  ...{ id: 'p1', name: 'Words', description: 'of the probe', status: 'inactive', order: -5, webhookId: 'probe' },
  filters: { clauses: [{ key: 'origin', op: '=', value: 'probe' }] },
  actions: [{ translate: 'severity', values: { High: 'major' } }],
  ...{ createTime: '2030-01-01T00:00:00.000Z', updateTime: '2030-01-01T00:00:00.000Z' },
}

describe('the form of an alert policy', () => {
  it('should send a stored policy back unchanged', () => {
    const { id, createTime, updateTime, ...sent } = STORED
    expect(buildPolicy('alert', createPolicyDraft(STORED))).toEqual(sent)
    expect(findDraftFaults(createPolicyDraft(STORED))).toEqual([])
  })

  it('should be of every origin if no webhook is chosen', () => {
    expect(buildPolicy('alert', createPolicyDraft(undefined))).toMatchObject({
      webhookId: null,
      order: 100,
      status: 'active',
    })
  })

  it('should not report a missing name, but every other fault', () => {
    const draft = { ...createPolicyDraft(STORED), name: ' ' }
    expect(findDraftFaults(draft)).toEqual([])
    expect(findDraftFaults({ ...draft, order: 'ten' })).toMatchObject([{ path: 'order' }])
    expect(findDraftFaults({ ...draft, actions: [] })).toEqual([])
    const broken = { clauses: [{ key: 'text', op: '~', value: '(' }] } as const
    expect(findDraftFaults({ ...draft, filters: broken })).toMatchObject([{ path: 'filters.clauses[0].value' }])
  })

  it('should report a value that is translated twice', () => {
    const [action] = createPolicyDraft(STORED).actions
    const values = [...(action?.values ?? []), { from: 'High', to: 'minor' }]
    const actions = action === undefined ? [] : [{ ...action, values }]
    expect(findDraftFaults({ ...createPolicyDraft(STORED), actions })).toMatchObject([
      { path: 'actions[0].values[1].from' },
    ])
  })
})
