import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { ADMIN_KEY, TestServer } from '../../packages/http/test/test-server.js'
import { openPostgresStore, type PgOptions } from '../../packages/store-postgres/src/index.js'
import { StallingProxy } from '../../packages/store-postgres/test/stalling-proxy.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { KEYS } from './load.js'

const ALERT = { environment: 'Production', resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' }
/**
 * The timeout in the tests, in milliseconds. It is short, so that the tests are fast, but longer than connecting takes
 * on a busy machine. pg-connections.test.ts tests the default timeouts.
 */
const SHORT = 1_500

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('a database that hangs', () => {
  it('should make the server answer 503 with Retry-After, and work again afterwards', async () => {
    const proxy = await proxyBefore('hangs')
    const server = await serverOn({ connectionString: proxy.url, connectTimeout: SHORT, answerTimeout: SHORT })
    expect((await read(server)).status).toBe(200)
    proxy.stall()
    for (const answer of await Promise.all([read(server), write(server), ready(server)])) expectUnavailable(answer)
    expect((await server.call('GET', '/healthz')).status).toBe(200)
    proxy.resume()
    await vi.waitUntil(async () => (await ready(server)).status === 200, { timeout: 20_000, interval: 20 })
    expect((await write(server)).status).toBe(201)
  })

  it('should not keep the server from ending within 30 seconds', async () => {
    const proxy = await proxyBefore('ends')
    const server = serve([], { ...KEYS, ADMIN_KEY, DATABASE_URL: proxy.url })
    const url = await server.url()
    proxy.stall()
    const caller = new AbortController()
    const headers = { Authorization: `Key ${ADMIN_KEY}` }
    const asked = fetch(`${url}/api/alerts`, { headers, signal: caller.signal }).catch(() => undefined)
    const waits = async () => (await (await fetch(`${url}/metrics`)).text()).includes('http_requests_in_flight 2')
    await vi.waitUntil(waits, { timeout: 10_000, interval: 20 })
    caller.abort()
    await asked
    const signaled = performance.now()
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ end: 0 })
    expect(performance.now() - signaled).toBeLessThan(30_000)
  })
})

describe('a read-only database', () => {
  it('should make /readyz 503 while reads are answered', async () => {
    const connectionString = await postgres.createDatabase('read_only')
    const server = await serverOn({ connectionString })
    const set = (value: string) =>
      connected(connectionString, async (run) => {
        await run('set default_transaction_read_only = off')
        await run(`alter database read_only set default_transaction_read_only = ${value}`)
        await run(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'opsgraph'`)
      })
    expect((await ready(server)).status).toBe(200)
    await set('on')
    // At first, `/readyz` may also be 503 because its connection was terminated. A read before it gets a new connection.
    const isReadOnly = async () => (await read(server)).status === 200 && (await ready(server)).status === 503
    await vi.waitUntil(isReadOnly, { timeout: 20_000, interval: 20 })
    for (const answer of [await ready(server), await write(server)]) expectUnavailable(answer)
    await set('off')
    await vi.waitUntil(async () => (await ready(server)).status === 200, { timeout: 20_000, interval: 20 })
    expect((await write(server)).status).toBe(201)
  })
})

describe('a statement that takes too long', () => {
  it('should be answered 503 with Retry-After while it waits for a lock', async () => {
    const connectionString = await postgres.createDatabase('slow')
    const server = await serverOn({ connectionString, statementTimeout: SHORT, answerTimeout: 0 })
    await connected(connectionString, async (run) => {
      await run('begin')
      await run('lock table alert in access exclusive mode')
      for (const answer of await Promise.all([read(server), write(server)])) expectUnavailable(answer)
      expect((await ready(server)).status).toBe(200)
    })
    expect((await read(server)).status).toBe(200)
  })
})

describe('a pool without a free connection', () => {
  it('should make the server answer 503 with Retry-After, and work again afterwards', async () => {
    const connectionString = await postgres.createDatabase('exhausted')
    const server = await serverOn({ connectionString, maxConnections: 1, connectTimeout: SHORT })
    await server.store.transaction(async (parts) => {
      await parts.apiKeys.count()
      for (const answer of await Promise.all([read(server), write(server), ready(server)])) expectUnavailable(answer)
    })
    expect((await write(server)).status).toBe(201)
    expect((await ready(server)).status).toBe(200)
  })
})

// Helpers

type Answer = Awaited<ReturnType<TestServer['call']>>

async function proxyBefore(name: string): Promise<StallingProxy> {
  const proxy = await StallingProxy.before(await postgres.createDatabase(name))
  onTestFinished(() => proxy.close())
  return proxy
}

async function serverOn(options: PgOptions): Promise<TestServer> {
  // Creates the schema with the default timeouts, because this takes longer than the short timeouts allow.
  await (await openPostgresStore({ connectionString: options.connectionString })).close()
  const store = await openPostgresStore(options)
  const server = new TestServer({ store })
  await server.start()
  onTestFinished(async () => {
    await server.stop()
    await store.close()
  })
  return server
}

const read = (server: TestServer) => server.call('GET', '/api/alerts')
const write = (server: TestServer) => server.call('POST', '/api/alert', { json: ALERT })
const ready = (server: TestServer) => server.call('GET', '/readyz')

function expectUnavailable({ status, headers, text }: Answer): void {
  expect(status, text).toBe(503)
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
}
