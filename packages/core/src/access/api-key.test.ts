import { describe, expect, it } from 'vitest'
import { readApiKeyChanges, readNewApiKey } from './api-key.js'
import type { Caller } from './caller.js'

const admin: Caller = { user: 'root', scopes: ['admin'], requestId: null }
const ann: Caller = { user: 'ann', scopes: ['write:keys', 'read:alerts'], requestId: null }

describe('readNewApiKey', () => {
  it('should accept any user and scopes from an admin', () => {
    const body = {
      user: 'bob',
      scopes: ['write:alerts', 'write:alerts'],
      text: 't',
      expireTime: '2027-01-01T00:00:00Z',
    }
    expect(readNewApiKey(body, admin)).toEqual({
      user: 'bob',
      scopes: ['write:alerts'],
      text: 't',
      expireTime: '2027-01-01T00:00:00.000Z',
    })
  })

  it('should give callers without admin their own user and only scopes that they hold', () => {
    expect(readNewApiKey({ scopes: ['read:alerts', 'read:keys'] }, ann).user).toBe('ann')
    expect(readNewApiKey({ scopes: [], user: ' ' }, ann).user).toBe('ann')
    expect(() => readNewApiKey({ user: 'bob', scopes: [] }, ann)).toThrow('scope admin')
    expect(() => readNewApiKey({ scopes: ['write:alerts'] }, ann)).toThrow('you do not hold the scope write:alerts')
  })

  it.each([
    [{}, 'scopes is required'],
    [{ scopes: 'admin' }, 'scopes must be a list'],
    [{ scopes: ['read', 'read', 'root'] }, 'scopes[2] is not a scope'],
    [{ scopes: [], expireTime: 'soon' }, 'expireTime must be a time in ISO 8601'],
    [{ scopes: [], text: 5 }, 'text must be a string'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => readNewApiKey(body, admin)).toThrow(message)
  })
})

describe('a caller whose key expires', () => {
  const ending = { ...admin, expireTime: '2027-01-01T00:00:00.000Z' }
  const key = { id: 'k', user: 'admin', scopes: [], text: '', createTime: '', expireTime: null, lastUsedTime: null }

  it('should give a new key the same expireTime or an earlier one', () => {
    expect(readNewApiKey({ scopes: [] }, ending).expireTime).toBe(ending.expireTime)
    expect(readNewApiKey({ scopes: [], expireTime: ending.expireTime }, ending).expireTime).toBe(ending.expireTime)
    expect(readNewApiKey({ scopes: [], expireTime: '2026-06-01' }, ending).expireTime).toBe('2026-06-01T00:00:00.000Z')
  })

  it.each([null, '2027-01-01T00:00:00.001Z'])('should refuse the expireTime %j, even from an admin', (expireTime) => {
    const message = 'expireTime must not be later than 2027-01-01T00:00:00.000Z: your own API key ends then'
    expect(() => readNewApiKey({ scopes: [], expireTime }, ending)).toThrow(message)
    expect(() => readApiKeyChanges({ expireTime }, ending, { ...key, expireTime: ending.expireTime })).toThrow(message)
  })

  it('should change a key that expires later only if its new expireTime is early enough', () => {
    expect(() => readApiKeyChanges({ scopes: ['admin'] }, ending, key)).toThrow('expireTime must not be later')
    const { expireTime } = ending
    expect(readApiKeyChanges({ expireTime }, ending, key)).toEqual({ ...key, expireTime })
  })
})

describe('readApiKeyChanges', () => {
  const key = {
    id: 'k',
    user: 'ann',
    scopes: ['read:alerts' as const],
    text: 'old',
    createTime: '',
    expireTime: '2027-01-01T00:00:00.000Z',
    lastUsedTime: null,
  }

  it('should change the sent fields and keep the others', () => {
    expect(readApiKeyChanges({ text: 'new' }, ann, key)).toEqual({ ...key, text: 'new' })
    expect(readApiKeyChanges({ expireTime: null }, ann, key)).toEqual({ ...key, expireTime: null })
  })

  it('should refuse scopes that the caller does not hold', () => {
    expect(() => readApiKeyChanges({ scopes: ['admin'] }, ann, key)).toThrow('you do not hold the scope admin')
  })

  it('should not let a caller renew a key that has more scopes than the caller', () => {
    const strong = { ...key, scopes: ['admin' as const] }
    expect(() => readApiKeyChanges({ expireTime: null }, ann, strong)).toThrow('you do not hold the scope admin')
    expect(readApiKeyChanges({ expireTime: null, scopes: ['read:alerts'] }, ann, strong).scopes).toEqual([
      'read:alerts',
    ])
  })
})
