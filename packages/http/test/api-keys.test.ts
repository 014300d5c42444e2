import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, type Sent, textAt, useServer } from './test-server.js'

const server = useServer()

describe('POST /api/key', () => {
  it('should show the secret once, and omit it from the record', async () => {
    const created = await post({
      user: 'ann',
      scopes: ['read:alerts'],
      text: 'for ann',
      expireTime: '2030-01-01T00:00:00Z',
    })
    const secret = textAt(created, 'key')
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      id: expect.any(String),
      user: 'ann',
      scopes: ['read:alerts'],
      text: 'for ann',
      createTime: expect.any(String),
      expireTime: '2030-01-01T00:00:00.000Z',
      lastUsedTime: null,
    })
    expect((await server.current.call('GET', '/api/alerts', { key: secret })).status).toBe(200)
    const { text } = await server.current.call('GET', `/api/key/${textAt(created, 'data.id')}`)
    expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ data: { lastUsedTime: expect.any(String) } })
  })

  it('should let a caller without admin create keys only for its own user, with scopes that it holds', async () => {
    const key = await server.current.keyWith(['write:keys', 'read:alerts'], 'ann')
    expect((await post({ scopes: ['read:alerts', 'read:keys'] }, { key })).body).toMatchObject({
      data: { user: 'ann' },
    })
    expectRefusal(await post({ scopes: ['read:alerts'], user: 'bob' }, { key }), 403, 'admin')
    expectRefusal(await post({ scopes: ['write:alerts'] }, { key }), 403, 'write:alerts')
  })

  it.each([
    [{}, 'scopes is required'],
    [{ scopes: 'admin' }, 'scopes must be a list'],
    [{ scopes: ['admin', 'root'] }, 'scopes[1] is not a scope'],
    [{ scopes: ['constructor'] }, 'scopes[0] is not a scope'],
    [{ scopes: ['read'], expireTime: 'soon' }, 'expireTime must be'],
    [{ scopes: ['read'], text: 5 }, 'text must be a string'],
    [[], 'the body must be an object'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
  })
})

describe('GET /api/keys', () => {
  it('should list all keys to an administrator, and only their own keys to others', async () => {
    const ann = await server.current.keyWith(['read:keys'], 'ann')
    await server.current.keyWith(['read'], 'bob')
    const users = async (query: string, sent: Sent = {}) => {
      const { body } = await server.current.call('GET', `/api/keys?sort-by=user&${query}`, sent)
      return (body.keys as { user: string }[]).map((key) => key.user).join()
    }
    expect(await users('')).toBe('ann,bob')
    expect(await users('user=bob')).toBe('bob')
    expect(await users('', { key: ann })).toBe('ann')
    expect(await users('user=bob', { key: ann })).toBe('')
    expect((await server.current.call('GET', '/api/keys?page-size=1')).body).toMatchObject({ total: 2, more: true })
  })
})

describe('GET|PUT|DELETE /api/key/<id>', () => {
  it('should change the sent fields and keep the others', async () => {
    const id = textAt(await post({ user: 'ann', scopes: ['read'], text: 'a' }), 'data.id')
    const { body } = await server.current.call('PUT', `/api/key/${id}`, { json: { scopes: ['write:alerts'] } })
    expect(body).toMatchObject({ status: 'ok', data: { id, user: 'ann', scopes: ['write:alerts'], text: 'a' } })
    const json = { scopes: ['root'] }
    expectRefusal(await server.current.call('PUT', `/api/key/${id}`, { json }), 400, 'scopes[0] is not a scope')
  })

  it('should refuse a deleted key with 401', async () => {
    const created = await post({ scopes: ['read'] })
    const id = textAt(created, 'data.id')
    expect((await server.current.call('DELETE', `/api/key/${id}`)).body).toEqual({ status: 'ok' })
    expectRefusal(await server.current.call('GET', '/api/alerts', { key: textAt(created, 'key') }), 401, 'API key')
  })

  it('should not let a key remove its own expireTime or create a key that expires later', async () => {
    const expireTime = '2099-01-01T00:00:00.000Z'
    const created = await server.current.call('POST', '/api/key', { json: { scopes: ['admin'], expireTime } })
    const key = textAt(created, 'key')
    const own = `/api/key/${textAt(created, 'data.id')}`
    const words = 'expireTime must not be later than 2099-01-01T00:00:00.000Z: your own API key ends then'
    expectRefusal(await server.current.call('PUT', own, { key, json: { expireTime: null } }), 403, words)
    const endless = { scopes: ['read'], expireTime: null }
    expectRefusal(await server.current.call('POST', '/api/key', { key, json: endless }), 403, words)
    const child = await server.current.call('POST', '/api/key', { key, json: { scopes: ['read'] } })
    expect(child.body.data).toMatchObject({ expireTime })
    expect((await server.current.call('PUT', own, { json: { expireTime: null } })).body.data).toMatchObject({
      expireTime: null,
    })
  })

  it('should refuse an expired key with 401', async () => {
    const created = await post({ scopes: ['read'], expireTime: '2026-11-20T12:00:00Z' })
    expectRefusal(await server.current.call('GET', '/api/alerts', { key: textAt(created, 'key') }), 401, 'expired')
  })

  it('should refuse access to keys of other users to a caller without admin', async () => {
    const key = await server.current.keyWith(['write:keys'], 'ann')
    const path = `/api/key/${textAt(await post({ user: 'bob', scopes: ['read'] }), 'data.id')}`
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const json = method === 'PUT' ? { json: { text: 'x' } } : {}
      expectRefusal(await server.current.call(method, path, { key, ...json }), 403, 'admin')
    }
  })

  it('should answer 404 for an unknown id, on PUT also if the body is not valid', async () => {
    for (const method of ['GET', 'DELETE']) {
      expectRefusal(await server.current.call(method, '/api/key/x'), 404, 'API key not found')
    }
    expectRefusal(await server.current.call('PUT', '/api/key/x', { body: 'not json' }), 404, 'API key not found')
    expectRefusal(await server.current.call('PUT', '/api/key/x', { json: { scopes: 5 } }), 404, 'API key not found')
  })
})

// Helpers

function post(json: unknown, sent: Sent = {}): Promise<Received> {
  return server.current.call('POST', '/api/key', { json, ...sent })
}
