import { setImmediate } from 'node:timers/promises'
import { OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import express, { type ErrorRequestHandler } from 'express'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger, listen } from '../src/index.js'
import { handleError } from '../src/pipeline/error-handler.js'
import { openExchange } from '../src/request-context.js'
import { expectRefusal, useServer } from './test-server.js'

const server = useServer()
const RELATIONS = '/api/resources/relations'

describe('authentication', () => {
  it.each([
    [undefined],
    ['Key'],
    ['Key '],
    ['Key unknown'],
    ['Bearer unknown'],
    ['Basic the-admin-secret'],
    ['KeyBearer the-admin-secret'],
    ['the-admin-secret'],
    ['Key the-admin-secret x'],
  ])('should answer 401 for Authorization: %s', async (authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
    const refused = await server.current.call('GET', '/api/alerts', { key: null, headers })
    expectRefusal(refused, 401, 'API key')
    expect(refused.headers.get('www-authenticate')).toBe('Key realm="opsgraph", Bearer realm="opsgraph"')
  })

  it.each([
    [{ Authorization: 'key the-admin-secret' }],
    [{ Authorization: 'Bearer the-admin-secret' }],
    [{ Authorization: 'BEARER   the-admin-secret ' }],
    [{ 'X-API-Key': 'the-admin-secret' }],
    [{ 'X-API-Key': 'the-admin-secret', Authorization: 'Basic b3BzOmdyYXBo' }],
    [{ 'X-API-Key': 'the-admin-secret', Authorization: 'Bearer the-admin-secret' }],
  ])('should accept the key in %j', async (headers) => {
    expect((await server.current.call('GET', '/api/alerts', { key: null, headers })).status).toBe(200)
  })

  it.each([
    [{ 'X-API-Key': 'unknown' }],
    [{ 'X-API-Key': '' }],
    [{ 'X-API-Key': 'the-admin-secret x' }],
    [{ 'X-API-Key': 'Key the-admin-secret' }],
    [{ 'X-API-Key': 'the-admin-secret', Authorization: 'Key unknown' }],
    [{ 'X-API-Key': 'unknown', Authorization: 'Bearer the-admin-secret' }],
  ])('should answer 401 for %j', async (headers) => {
    expectRefusal(await server.current.call('GET', '/api/alerts', { key: null, headers }), 401, 'API key')
  })

  it('should never accept a key in the query', async () => {
    expectRefusal(
      await server.current.call('GET', '/api/alerts?api-key=the-admin-secret', { key: null }),
      401,
      'API key',
    )
  })

  it('should check key and scope before query and body', async () => {
    const reader = await server.current.keyWith(['read:alerts'])
    for (const [key, status] of [
      [null, 401],
      [reader, 403],
    ] as const) {
      expectRefusal(await server.current.call('GET', '/api/resources/graph?x=1', { key }), status, '')
      expectRefusal(await server.current.call('POST', RELATIONS, { key, body: 'not json' }), status, '')
      expectRefusal(await server.current.call('PUT', '/api/service_topology/x', { key, json: [] }), status, '')
    }
  })

  it('should name the missing scope', async () => {
    const key = await server.current.keyWith(['read:service_topologies'])
    const refused = await server.current.call('POST', RELATIONS, { key, json: {} })
    expectRefusal(refused, 403, 'this needs the scope write:service_topologies')
  })

  it('should grant read with write, but only in the same area', async () => {
    const writer = await server.current.keyWith(['write:service_topologies'])
    expect((await server.current.call('GET', RELATIONS, { key: writer })).status).toBe(200)
    expectRefusal(await server.current.call('GET', '/api/alerts', { key: writer }), 403, 'read:alerts')
  })
})

describe('paths and methods', () => {
  it.each([
    '/',
    '/api',
    '/api/nothing',
    '/api/alert/a/b',
    '/api/alerts/',
    '/API/alerts',
    '//api/alerts',
    '/favicon.ico',
  ])('should answer 404 for %s, with or without a key', async (path) => {
    expectRefusal(await server.current.call('GET', path), 404, 'nothing at this path')
    expectRefusal(await server.current.call('POST', path, { key: null, body: 'x' }), 404, 'nothing at this path')
  })

  it.each([
    ['PATCH', '/api/alert', 'POST, OPTIONS'],
    ['GET', '/api/alert', 'POST, OPTIONS'],
    ['HEAD', '/api/alert', 'POST, OPTIONS'],
    ['PUT', RELATIONS, 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['POST', '/api/service_topology/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['GET', `${RELATIONS}/bulk`, 'POST, OPTIONS'],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
  ])('should answer 405 for %s %s and list the allowed methods', async (method, path, allow) => {
    const refused = await server.current.call(method, path, { key: null })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expectRefusal(refused, 405, method)
  })

  it('should answer OPTIONS with the methods', async () => {
    const { status, headers, text } = await server.current.call('OPTIONS', RELATIONS, { key: null })
    expect([status, headers.get('allow'), text]).toEqual([204, 'GET, HEAD, POST, DELETE, OPTIONS', ''])
    expectRefusal(await server.current.call('OPTIONS', '/api/nothing', { key: null }), 404, 'nothing')
  })

  it('should answer HEAD like GET, without the body', async () => {
    const get = await server.current.call('GET', RELATIONS)
    const head = await server.current.call('HEAD', RELATIONS)
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect((await server.current.call('HEAD', RELATIONS, { key: null })).status).toBe(401)
    expect((await server.current.call('HEAD', '/api/alert/x')).status).toBe(404)
  })

  it.each([
    '/%',
    '/%zz',
    '/api/alert/%',
    '/api/alert/%ff',
    '/api/alerts/by_service/%c3%28',
    '/api/service_topology/%E0%A4%A',
  ])('should answer 400 for the path %s', async (path) => {
    expectRefusal(await server.current.call('GET', path), 400, 'the path holds malformed percent-encoding')
  })
})

describe('X-Request-ID', () => {
  it.each(['a', 'A-z_0.9', 'x'.repeat(128)])('should keep %s', async (id) => {
    const { headers, body } = await server.current.call('GET', '/api/nothing', { headers: { 'X-Request-ID': id } })
    expect(headers.get('x-request-id')).toBe(id)
    expect(body.requestId).toBe(id)
  })

  it.each(['', 'a b', 'x'.repeat(129), 'a/b', 'a,b', '<script>', 'é'])('should replace %j by a UUID', async (id) => {
    const { headers } = await server.current.call('GET', '/healthz', { headers: { 'X-Request-ID': id } })
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })
})

describe('a store in trouble', () => {
  const broken = useServer(() => ({ store: new BrokenStore() }))

  it('should answer 503 with Retry-After when the store cannot be reached', async () => {
    const refused = await broken.current.call('GET', '/api/alerts')
    expectRefusal(refused, 503, /^the database does not answer; try again in a moment$/)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('should answer 503 with Retry-After and the reason when the store is busy', async () => {
    const refused = await broken.current.call('GET', '/api/alert/any')
    expectRefusal(refused, 503, /^others have been writing the same for too long$/)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('should keep the message of the driver out of the answer and log it', async () => {
    const refused = await broken.current.call('GET', '/api/alerts')
    expect(refused.text).not.toContain('hunter')
    const [line] = broken.current.logLines.filter((logged) => logged.includes('hunter'))
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'error',
      status: 503,
      requestId: refused.body.requestId,
      error: { message: 'password authentication failed for user "hunter"' },
    })
  })

  it('should log one short line without a stack for each request that fails in an outage', async () => {
    for (const path of ['/api/alerts', '/api/alert/any', '/readyz']) await broken.current.call('GET', path)
    const errors = broken.current.logLines.filter((line) => line.includes('"level":"error"'))
    expect(errors.map((line) => JSON.parse(line).status)).toEqual([503, 503, 503])
    for (const line of errors) {
      expect(line).not.toContain('stack')
      expect(line.length).toBeLessThan(500)
    }
    expect(errors[2]).toContain('"cause":{"name":"Error","message":"connect ECONNREFUSED secret host"}')
  })

  it('should answer a bug with 500 "unexpected error", and log its stack', async () => {
    const refused = await broken.current.call('GET', '/api/audit')
    expectRefusal(refused, 500, /^unexpected error$/)
    expect(refused.text).not.toContain('a bug')
    const [line] = broken.current.logLines.filter((logged) => logged.includes('a bug'))
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'error',
      status: 500,
      requestId: refused.body.requestId,
      error: { message: 'a bug', stack: expect.stringContaining('errors.test.ts') },
    })
  })

  it('should answer 503 on /readyz if the store does not answer, and 200 on /healthz', async () => {
    const refused = await broken.current.call('GET', '/readyz', { key: null })
    expectRefusal(refused, 503, 'the database does not answer')
    expect(refused.text).not.toContain('secret host')
    expect((await broken.current.call('GET', '/healthz', { key: null })).body).toEqual({ status: 'ok' })
    expect((await server.current.call('GET', '/readyz', { key: null })).body).toEqual({ status: 'ok' })
  })
})

describe('an answer that fails after it has begun', () => {
  it('should be aborted, so that the caller notices that it is incomplete, and be logged', async () => {
    const lines: string[] = []
    const passedOn: unknown[] = []
    const app = express()
    app.get('/', (_request, response) => {
      openExchange(response, { requestId: 'r-1', client: null, commonHeaders: [] })
      response.write('half of it')
      throw new Error('a bug')
    })
    app.use(handleError(createLogger('error', { write: (line) => lines.push(line) })))
    const last: ErrorRequestHandler = (error, _request, _response, next) => {
      passedOn.push(error)
      next(error)
    }
    app.use(last)
    const { url, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId: 'r-1', error: { message: 'a bug' } }])
    expect(passedOn).toEqual([])
    await close(0)
  })
})

describe('a store that does not answer', () => {
  const silent = useServer(() => ({ store: new SilentStore() }))

  it('should make /readyz answer 503 after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const pinged = vi.spyOn(silent.current.store, 'ping')
    const answer = silent.current.call('GET', '/readyz', { key: null })
    while (pinged.mock.calls.length === 0) await setImmediate()
    vi.advanceTimersByTime(4_999)
    expect(await Promise.race([answer, setImmediate('nothing yet')])).toBe('nothing yet')
    vi.advanceTimersByTime(1)
    expectRefusal(await answer, 503, 'the database does not answer')
  })
})

// Helpers

class SilentStore extends MemoryStore {
  override ping(): Promise<void> {
    return new Promise(() => undefined)
  }
}

class BrokenStore extends MemoryStore {
  override readonly alerts = Object.assign(Object.create(null), {
    list: () => Promise.reject(new OpsgraphError('unavailable', 'password authentication failed for user "hunter"')),
    read: () => Promise.reject(new OpsgraphError('busy', 'others have been writing the same for too long')),
  })
  override readonly audit = Object.assign(Object.create(null), { list: () => Promise.reject(new Error('a bug')) })
  override ping(): Promise<void> {
    return Promise.reject(new Error('connect ECONNREFUSED secret host'))
  }
}
