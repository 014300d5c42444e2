import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY, SECRET_KEY, textAt, useServer } from './test-server.js'

const server = useServer()

describe('the log', () => {
  it('should hold one JSON line per request', async () => {
    const headers = { 'X-Request-ID': 'r-1' }
    await server.current.call('GET', '/api/alert/some-id', { headers })
    await server.current.call('GET', '/api/nothing', { key: null })
    await server.current.call('PATCH', '/api/alerts')
    await server.current.stop()
    const lines = server.current.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toMatchObject([
      { level: 'info', method: 'GET', route: '/api/alert/:id', status: 404, requestId: 'r-1', user: 'admin' },
      { method: 'GET', route: 'unmatched', status: 404, user: null },
      { method: 'PATCH', route: '/api/alerts', status: 405, user: null },
    ])
    for (const line of lines) {
      expect(Object.keys(line).sort()).toEqual(
        ['client', 'duration', 'level', 'method', 'msg', 'requestId', 'route', 'status', 'time', 'user'].sort(),
      )
      expect(line.client).toBe('127.0.0.1')
      expect(line.duration).toBeGreaterThan(0)
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    }
  })

  it('should hold the duration of a request in milliseconds', async () => {
    vi.spyOn(server.current.store.alerts, 'read').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return undefined
    })
    await server.current.call('GET', '/api/alert/a')
    await server.current.stop()
    const { duration } = JSON.parse(server.current.logLines[0] ?? '{}') as { duration?: number }
    expect(duration).toBeGreaterThan(50)
    expect(duration).toBeLessThan(30_000)
  })

  it('should hold status 499 for a caller that disconnected, and no error', async () => {
    const socket = connect(Number(new URL(server.current.url).port), '127.0.0.1')
    const head = `POST /api/alert HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\nContent-Length: 9\r\n`
    socket.write(`${head}Expect: 100-continue\r\n\r\n`)
    // The interim answer `100 Continue` shows that the server has begun to handle the request.
    await once(socket, 'data')
    socket.write('{')
    socket.destroy()
    await vi.waitUntil(() => server.current.logLines.length > 0, { timeout: 20_000, interval: 10 })
    await server.current.stop()
    const lines = server.current.logLines.map((line) => JSON.parse(line) as unknown)
    expect(lines).toMatchObject([{ level: 'info', route: '/api/alert', status: 499, user: 'admin' }])
    expect(lines).toHaveLength(1)
  })

  it('should name an existing webhook as the user of its deliveries', async () => {
    await server.current.call('POST', '/api/webhook_config', { json: { ...MAPPING, id: 'hook' } })
    await server.current.call('POST', '/api/webhooks/custom/hook', { key: null, json: {} })
    await server.current.call('POST', '/api/webhooks/custom/unknown', { key: null, json: {} })
    await server.current.stop()
    const lines = server.current.logLines.map((line) => JSON.parse(line) as unknown)
    expect(lines).toMatchObject([
      { user: 'admin' },
      { route: '/api/webhooks/custom/:id', user: 'webhook:hook', status: 400 },
      { route: '/api/webhooks/custom/:id', user: null, status: 404 },
    ])
  })

  it('should never hold the secret of a webhook, a signature, or a key of a delivery', async () => {
    const auth = { authMode: 'header', authHeaderName: 'X-Signature', authSecret: 'shared-secret' }
    const scheme = (id: string, authHeaderScheme: string) => ({ ...MAPPING, id, ...auth, authHeaderScheme })
    for (const config of [scheme('signed', 'generic'), scheme('fixed', 'static')]) {
      const created = await server.current.call('POST', '/api/webhook_config', { json: config })
      expect(created.status, created.text).toBe(201)
    }
    await server.current.call('POST', '/api/webhook_config', {
      json: { ...MAPPING, id: 'keyed', authMode: 'api_key' },
    })
    await server.current.call('GET', '/api/webhook_configs')
    const headers = {
      'X-Signature': 'shared-secret',
      'X-API-Key': 'delivered-key',
      Cookie: 'a-cookie',
      Authorization: 'Bearer a-token',
    }
    for (const id of ['signed', 'fixed', 'keyed']) {
      await server.current.call('POST', `/api/webhooks/custom/${id}?api-key=query-key`, {
        key: null,
        headers,
        json: { password: 'body-secret' },
      })
    }
    vi.spyOn(server.current.store, 'transaction').mockRejectedValue(new Error('broken'))
    await server.current.call('POST', '/api/webhook_config', { json: { ...scheme('failing', 'generic') } })
    await server.current.call('POST', '/api/key', { key: ADMIN_KEY, json: { scopes: ['read'] } })
    await server.current.stop()
    const log = server.current.logLines.join('')
    expect(log).toContain('"level":"error"')
    const secrets = [
      'shared-secret',
      'delivered-key',
      'a-cookie',
      'a-token',
      'query-key',
      'body-secret',
      ADMIN_KEY,
      SECRET_KEY,
    ]
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  it('should never hold a key, a query, a body or an id', async () => {
    const created = await server.current.call('POST', '/api/key', { json: { scopes: ['read'], text: 'body-text' } })
    const key = textAt(created, 'key')
    await server.current.call('GET', '/api/alerts?resource=query-text', { key })
    await server.current.call('GET', '/api/alerts?api-key=query-text', { key: null })
    await server.current.call('POST', '/api/alert', { body: '{"body-text' })
    await server.current.call('GET', '/api/alert/path-text', { key: 'wrong-key' })
    for (const [name, value] of [
      ['Authorization', `Bearer ${key}`],
      ['X-API-Key', key],
    ] as const)
      await server.current.call('GET', '/api/alerts', { key: null, headers: { [name]: value } })
    await server.current.call('GET', '/api/alerts', { key: null, headers: { 'X-API-Key': 'wrong-key' } })
    await server.current.stop()
    const log = server.current.logLines.join('')
    expect(server.current.logLines).toHaveLength(8)
    for (const secret of [ADMIN_KEY, key, 'wrong-key', 'query-text', 'body-text', 'path-text', 'Authorization']) {
      expect(log).not.toContain(secret)
    }
  })
})

// Helpers

const MAPPING = {
  enabled: true,
  fieldMappings: { resource: 'host' },
  defaultValues: { environment: 'Production', type: 'x', event: 'x', severity: 'major', text: 'x' },
}
