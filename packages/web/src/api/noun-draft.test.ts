import { describe, expect, it } from 'vitest'
import { buildBody, createDraft, readNumber, selectChanges } from './noun-draft.js'
import { API_KEY, REDUNDANCY_RULE, SUBSCRIPTION, TOPOLOGY } from './nouns.js'

describe('the content of a form', () => {
  it('should be the default values of a new object, and empty texts for required fields', () => {
    expect(createDraft(SUBSCRIPTION)).toMatchObject({ name: '', minSeverity: 'major', waitSeconds: 30 })
    expect(createDraft(REDUNDANCY_RULE, { resource: 'db' })).toMatchObject({ resource: 'db', degraded: 'warning' })
    expect(createDraft(TOPOLOGY)).not.toHaveProperty('nodes')
  })

  it('should be the fields of a stored object that a request may change', () => {
    const stored = { id: '1', user: 'ann', text: 'x', lastUsedTime: null, expireTime: null }
    expect(createDraft(API_KEY, stored)).toEqual({ user: 'ann', scopes: '', text: 'x', expireTime: null })
    expect(createDraft(REDUNDANCY_RULE, { degraded: null }).degraded).toBeNull()
  })
})

describe('a request', () => {
  it('should have numbers and null for what the inputs show as texts', () => {
    const typed = { waitSeconds: '60', repeatSeconds: ' ', unacknowledgedSeconds: ' 900 ', name: '60' }
    const sent = { waitSeconds: 60, repeatSeconds: null, unacknowledgedSeconds: 900, name: '60' }
    expect(buildBody(SUBSCRIPTION, typed)).toEqual(sent)
    expect(buildBody(SUBSCRIPTION, sent)).toEqual(sent)
    expect(buildBody(REDUNDANCY_RULE, { minHealthy: '2', degraded: '' })).toEqual({ minHealthy: 2, degraded: null })
  })

  it('should contain what the user has typed if it is no number, so that the server reports it', () => {
    expect(buildBody(SUBSCRIPTION, { waitSeconds: 'soon' })).toEqual({ waitSeconds: 'soon' })
    expect(buildBody(REDUNDANCY_RULE, { minHealthy: ' 50% ' })).toEqual({ minHealthy: '50%' })
    expect(readNumber('')).toBe('')
  })

  it('should not contain what only the form has', () => {
    expect(buildBody(API_KEY, { text: 'x', expiry: 'never', constructor: 'x' })).toEqual({ text: 'x' })
  })
})

const BEFORE = { name: 'Tests', status: 'active', weight: 10, webhookId: null as string | null, filters: {} }

describe('selectChanges', () => {
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
