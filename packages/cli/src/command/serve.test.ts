import { createServer } from 'node:net'
import { createOpsgraph, type Store } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../../../test/free-port.js'
import { serveProgram } from '../../test/serve-program.js'

const KEY = 'the-key-of-this-test'

describe('opsgraph serve', () => {
  it('should print the generated key, then its URL, and close the store when it stops', async () => {
    const store = new MemoryStore()
    const close = vi.spyOn(store, 'close')
    const server = start(store, [])
    const [keyLine, listeningLine] = await server.printed(2)
    const key = /^opsgraph admin key \(shown only once\): (\S{40,})$/.exec(keyLine ?? '')?.[1]
    const url = /^opsgraph listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(listeningLine ?? '')?.[1]
    const response = await fetch(`${url}/api/keys`, { headers: { Authorization: `Key ${key}` } })
    expect(response.status).toBe(200)
    expect(close).not.toHaveBeenCalled()
    await server.stop()
    expect(close).toHaveBeenCalledOnce()
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  it('should generate no key if ADMIN_KEY is set or a key exists', async () => {
    const store = withoutClose(new MemoryStore())
    const first = start(store, [], { ADMIN_KEY: KEY })
    expect(await first.printed(1)).toEqual([expect.stringMatching(/^opsgraph listening/)])
    await first.stop()
    const second = start(store, [])
    expect(await second.printed(2)).toEqual([expect.stringMatching(/admin key/), expect.stringMatching(/listening/)])
    await second.stop()
    const third = start(store, [])
    expect(await third.printed(1)).toEqual([expect.stringMatching(/^opsgraph listening/)])
    await third.stop()
  })

  it('should write an IPv6 address in brackets', async () => {
    const server = start(new MemoryStore(), ['--host', '::1'], { ADMIN_KEY: KEY })
    expect(await server.printed(1)).toEqual([expect.stringMatching(/^opsgraph listening on http:\/\/\[::1\]:\d+$/)])
    await server.stop()
  })

  it('should apply the license', async () => {
    const server = start(new MemoryStore(), [], { ADMIN_KEY: KEY, TOPOLOGY_LIMIT: '0' })
    const response = await fetch(`${await server.url()}/api/service_topology`, {
      method: 'POST',
      headers: { Authorization: `Key ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Shop', description: '', service: 'shop' }),
    })
    expect(response.status).toBe(403)
    await server.stop()
  })

  it('should pass its version, base URL, SECRET_KEY and pool state to the application', async () => {
    const poolCounts = () => ({ max: 7, open: 3, idle: 2, waiting: 1 })
    const store = Object.assign(new MemoryStore(), { poolCounts })
    const args = ['--base-url', 'https://ops.example/graph']
    const server = start(store, args, { ADMIN_KEY: KEY, SECRET_KEY: 'the-secret-of-this-server' })
    const url = await server.url()
    const document = await (await fetch(`${url}/openapi.json`)).json()
    expect(document).toMatchObject({ info: { version: '1.2.3' }, servers: [{ url: 'https://ops.example/graph' }] })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics.match(/^opsgraph_pool_\w+ \d+$/gm)?.sort()).toEqual([
      'opsgraph_pool_idle 2',
      'opsgraph_pool_max 7',
      'opsgraph_pool_open 3',
      'opsgraph_pool_waiting 1',
    ])
    const signed = { id: 'hook', authMode: 'header', authHeaderScheme: 'hub', authSecret: 'shared' }
    const request = { method: 'POST', headers: { Authorization: `Key ${KEY}` }, body: JSON.stringify(signed) }
    expect((await fetch(`${url}/api/webhook_config`, request)).status).toBe(201)
    await server.stop()
  })

  it('should expire alerts that are due, and count them in its metrics', async () => {
    const store = new MemoryStore()
    const opsgraph = createOpsgraph({ store, clock: () => new Date('2026-01-01') })
    const sender = { user: 'ann', scopes: ['write:alerts' as const], requestId: null }
    const down = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major', timeout: 60 } as const
    await opsgraph.receiveAlert(sender, down)
    const server = start(store, [], { ADMIN_KEY: KEY })
    const url = await server.url()
    await vi.waitUntil(
      async () => /^opsgraph_alerts_expired_total 1$/m.test(await (await fetch(`${url}/metrics`)).text()),
      { timeout: 10_000, interval: 5 },
    )
    const answer = await fetch(`${url}/api/alerts`, { headers: { Authorization: `Key ${KEY}` } })
    expect(await answer.json()).toMatchObject({ alerts: [{ status: 'expired', history: [{}, { actor: 'system' }] }] })
    await server.stop()
  })

  it('should use its own URL in answers by default', async () => {
    const server = start(new MemoryStore(), [], { ADMIN_KEY: KEY })
    const url = await server.url()
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ servers: [{ url }] })
    const headers = { 'X-Forwarded-Host': 'ops.example', 'X-Forwarded-Proto': 'https' }
    expect(await (await fetch(`${url}/openapi.json`, { headers })).json()).toMatchObject({ servers: [{ url }] })
    await server.stop()
  })

  it('should use the URL of a trusted proxy in answers, unless BASE_URL is set', async () => {
    const headers = { 'X-Forwarded-Host': 'ops.example', 'X-Forwarded-Proto': 'https' }
    const behindProxy = { ADMIN_KEY: KEY, TRUST_PROXY: '1' }
    for (const [env, url] of [
      [behindProxy, 'https://ops.example'],
      [{ ...behindProxy, BASE_URL: 'https://other.example' }, 'https://other.example'],
    ] as const) {
      const server = start(new MemoryStore(), [], env)
      const answer = await fetch(`${await server.url()}/openapi.json`, { headers })
      expect(await answer.json()).toMatchObject({ servers: [{ url }] })
      await server.stop()
    }
  })

  it('should serve the console at /, and log a warning if it is not built', async () => {
    const env = { ADMIN_KEY: KEY, LOG_LEVEL: 'warn' }
    const [built, bare] = ['<title>the console</title>', null].map((page) =>
      serveProgram({ store: new MemoryStore(), env, page }),
    )
    const page = await fetch(`${await built?.url()}/`)
    expect([page.status, await page.text()]).toEqual([200, '<title>the console</title>'])
    expect(built?.logged).toEqual([])
    expect((await fetch(`${await bare?.url()}/`)).status).toBe(404)
    expect((await fetch(`${await bare?.url()}/healthz`)).status).toBe(200)
    expect(bare?.logged).toMatchObject([{ level: 'warn', msg: expect.stringContaining('the console is not built') }])
    await Promise.all([built?.stop(), bare?.stop()])
  })

  it.each([
    ['info', [], true],
    ['warn', [], false],
    ['silent', ['--log-level', 'info'], true],
    ['info', ['--log-level', 'error'], false],
  ])('should log requests with their callers according to LOG_LEVEL=%s and %j', async (level, args, isLogged) => {
    const env = { ADMIN_KEY: KEY, LOG_LEVEL: level, TRUST_PROXY: '1' }
    const server = serveProgram({ store: new MemoryStore(), args, env })
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' }
    await fetch(`${await server.url()}/healthz`, { headers })
    await server.stop()
    const line = { level: 'info', route: '/healthz', client: '203.0.113.7' }
    expect(server.logged).toMatchObject(isLogged ? [line] : [])
  })

  it('should report a port in use, close the store, and create no key until a server listens', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const store = withoutClose(new MemoryStore())
    const close = vi.spyOn(store, 'close')
    const server = start(store, ['--port', String(port)])
    await expect(server.ended).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use: stop the process that listens there, or choose another --port (PORT)`,
    )
    expect(server.lines).toEqual([])
    expect(close).toHaveBeenCalledOnce()
    const second = start(store, [])
    expect(await second.printed(2)).toEqual([expect.stringMatching(/admin key/), expect.stringMatching(/listening/)])
    await second.stop()
  })

  it('should stop listening if the key cannot be stored', async () => {
    const store = new MemoryStore()
    vi.spyOn(store, 'transaction').mockRejectedValue(new Error('the disk is full'))
    const port = await findFreePort()
    const server = start(store, ['--port', String(port)])
    await expect(server.ended).rejects.toThrow('the disk is full')
    expect(server.lines).toEqual([])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  })

  it('should report an address of another machine', async () => {
    const server = start(new MemoryStore(), ['--host', '192.0.2.1'], { ADMIN_KEY: KEY })
    await expect(server.ended).rejects.toThrow(/^192\.0\.2\.1 is not an address of this machine: /)
  })

  it('should not listen if it is stopped while it starts', async () => {
    const server = start(new MemoryStore(), [])
    await server.stop()
    expect(await server.printed(0)).toEqual([])
  })

  it('should end after a stop signal if the store never opens', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const server = start(new Promise(() => undefined), [])
    const hasEnded = vi.fn()
    const stopped = server.stop().then(hasEnded)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(hasEnded).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await stopped
    expect(server.lines).toEqual([])
  })

  it('should close a store that opens after a stop signal', async () => {
    const store = new MemoryStore()
    const close = vi.spyOn(store, 'close')
    let open = (_store: Store) => {}
    const server = start(new Promise((resolve) => (open = resolve)), [])
    const stopped = server.stop()
    open(store)
    await stopped
    expect(close).toHaveBeenCalledOnce()
  })

  it('should end without an error after a stop signal if the store cannot be opened', async () => {
    let fail = (_error: Error) => {}
    const server = start(new Promise((_resolve, reject) => (fail = reject)), [])
    const stopped = server.stop()
    fail(new Error('refused'))
    await stopped
  })
})

// Helpers

function withoutClose<S extends Store>(store: S): S {
  return Object.assign(store, { close: async () => undefined })
}

function start(store: Store | Promise<Store>, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return serveProgram({ store, args, env })
}
