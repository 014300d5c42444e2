import { describe, expect, it } from 'vitest'
import { selectChanges } from './select-changes.js'

const BEFORE = { name: 'Tests', status: 'active', weight: 10, webhookId: null as string | null, filters: {} }

describe('changesOf', () => {
  it('should return only the fields that differ, with their new values', () => {
    const filters = { clauses: [{ key: 'origin', op: '=', value: 'probe' }] }
    expect(selectChanges({ ...BEFORE, weight: 0, webhookId: 'checks', filters }, BEFORE)).toEqual({
      ...{ weight: 0, webhookId: 'checks', filters },
    })
    expect(selectChanges(BEFORE, { ...BEFORE, webhookId: 'checks' })).toEqual({ webhookId: null })
  })

  it('should return nothing if nothing differs', () => {
    expect(selectChanges({ ...BEFORE, filters: {} }, BEFORE)).toEqual({})
  })
})
