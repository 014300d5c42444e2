import dns from 'node:dns'
import { createServer, type Server } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { PgConnections } from '../src/connection/pg-connections.js'
import { PgDatabase } from '../src/connection/pg-database.js'
import { openPostgresStore } from '../src/index.js'
import type { Session } from '../src/sql/database.js'
import { StallingProxy } from './stalling-proxy.js'
import { connected } from './stoppable-server.js'

describe('a server that cannot be reached', () => {
  let server: PostgresServer
  let connectionString: string
  beforeAll(async () => {
    server = await startPostgresServer()
    connectionString = await server.createDatabase()
  })
  afterAll(() => server?.stop())

  it('should be reported with its address, without the password', async () => {
    const attempt = openPostgresStore({ connectionString: 'postgres://me:secret@127.0.0.1:1/nothing' })
    await expect(attempt).rejects.toMatchObject(UNAVAILABLE)
    await expect(attempt).rejects.not.toThrow('secret')
  })

  it('should be reported with the reason if its name has several addresses', async () => {
    const addresses = [4, 6].map((family) => ({ address: family === 4 ? '127.0.0.1' : '::1', family }))
    const lookUp = vi.spyOn(dns, 'lookup').mockImplementation(((...args: unknown[]) => {
      const callback = args.at(-1) as (error: null, found: typeof addresses) => void
      callback(null, addresses)
    }) as unknown as typeof dns.lookup)
    onTestFinished(() => void lookUp.mockRestore())
    const attempt = openPostgresStore({ connectionString: 'postgres://me@somewhere:1/nothing' })
    await expect(attempt).rejects.toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining('ECONNREFUSED') })
  })

  it('should not be reported as the cause of a bug', async () => {
    const database = new PgDatabase({ connectionString })
    await expect(database.query({ text: 'select 1', values: 1 as never })).rejects.toThrow(TypeError)
    await database.close()
  })

  it('should be reported when it accepts a connection and does not answer', async () => {
    const mute: Server = createServer()
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    const silent = `postgres://me@127.0.0.1:${port}/nothing`
    await expect(openPostgresStore({ connectionString: silent, connectTimeout: 200 })).rejects.toMatchObject(
      UNAVAILABLE,
    )
    mute.close()
  })

  it('should be reported when the database does not exist', async () => {
    const url = new URL(connectionString)
    url.pathname = 'opsgraph_no_such_database'
    await expect(openPostgresStore({ connectionString: url.href })).rejects.toMatchObject(UNAVAILABLE)
  })

  it('should be reported when all connections are in use for too long, and work afterwards', async () => {
    const store = await openPostgresStore({ connectionString, maxConnections: 1, connectTimeout: SHORT })
    await store.transaction(async (parts) => {
      await parts.apiKeys.count()
      const refused = [
        expect(store.ping()).rejects.toMatchObject(UNAVAILABLE),
        expect(store.transaction(({ apiKeys }) => apiKeys.count())).rejects.toMatchObject(BUSY),
      ]
      await vi.waitUntil(() => store.poolCounts?.().waiting === 2, { timeout: SHORT, interval: 5 })
      await Promise.all(refused)
    })
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  it.each([
    // In a write transaction, no statement may be sent before the answer to `begin`: if `begin` failed, the statement
    // would take effect outside of a transaction.
    ['write', 0],
    ['snapshot', 1],
  ] as const)(
    'should be reported when the connection is lost as a %s begins, of which %i statements are sent',
    async (mode, sent) => {
      const database = new PgDatabase({ connectionString })
      await database.query({ text: 'select 1' })
      const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      vi.spyOn(Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(lost))
      const work = vi.fn((session: Session) => session.query({ text: 'select 1' }))
      await expect(database.transaction(mode, work)).rejects.toMatchObject(UNAVAILABLE)
      expect(work).toHaveBeenCalledTimes(sent)
      await expect(database.transaction(mode, work)).resolves.toMatchObject({ count: 1 })
      await database.close()
    },
  )

  it('should be reported when it ends the session in the middle of a script', async () => {
    const database = new PgDatabase({ connectionString })
    const ended = 'select pg_terminate_backend(pg_backend_pid())'
    await expect(database.transaction('write', (session) => session.script(ended))).rejects.toMatchObject(UNAVAILABLE)
    await database.close()
  })

  it('should be reported when clients share its sessions, as behind a pooler', async () => {
    const database = new PgDatabase({ connectionString, maxConnections: 1 })
    const ask = () =>
      database.transaction('write', (session) => session.query({ name: 'mine', keepsPlan: true, text: 'select 1' }))
    await ask()
    await database.query({ text: 'deallocate all' })
    await expect(ask()).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringMatching(
        /behind a pooler .*\(pool_mode = session\): prepared statement "mine" does not exist/,
      ),
    })
    await expect(ask()).resolves.toMatchObject({ count: 1 })
    await database.close()
  })

  it('should have no time limit for a script', async () => {
    const database = new PgDatabase({ connectionString, answerTimeout: SHORT })
    await database.transaction('write', (session) => session.script('select pg_sleep(2)'))
    await expect(database.query({ text: 'select pg_sleep(2)' })).rejects.toMatchObject(UNAVAILABLE)
    await database.close()
  })

  it('should finish running transactions when the store is closed, without keeping the process alive', async () => {
    const store = await openPostgresStore({ connectionString })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const working = store.transaction(async (parts) => {
      await parts.apiKeys.count()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return await parts.apiKeys.count()
    })
    await vi.waitUntil(() => store.poolCounts?.().idle === 0, { timeout: 20_000, interval: 5 })
    await Promise.all([expect(working).resolves.toBe(0), store.close()])
    const grace = timers.mock.calls.findIndex(([, delay]) => delay === 3_000)
    expect(timers.mock.results[grace]?.value.hasRef()).toBe(false)
  })

  it('should be reported when a statement takes too long, and work afterwards', async () => {
    const [patient, hasty] = await Promise.all([
      openPostgresStore({ connectionString }),
      openPostgresStore({ connectionString, statementTimeout: SHORT, answerTimeout: 0 }),
    ])
    await patient.transaction(async (held) => {
      await held.lock('topologies')
      await expect(hasty.transaction((parts) => parts.lock('topologies'))).rejects.toMatchObject(UNAVAILABLE)
    })
    await expect(hasty.transaction((parts) => parts.lock('topologies'))).resolves.toBeUndefined()
    await Promise.all([patient.close(), hasty.close()])
  })

  it('should be reported when a transaction is left open for too long', async () => {
    const store = await openPostgresStore({ connectionString, statementTimeout: SHORT, maxConnections: 1 })
    const left = store.transaction(async (parts) => {
      await parts.apiKeys.count()
      await connected(connectionString, (run) =>
        vi.waitUntil(async () => (await run(SESSIONS)).length === 0, { timeout: 20_000, interval: 50 }),
      )
      await parts.apiKeys.count()
    })
    await expect(left).rejects.toMatchObject(UNAVAILABLE)
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  it('should not end the process when it ends a session just as its connection is taken from the pool', async () => {
    const connections = new PgConnections({ connectionString })
    const client = await connections.pool.connect()
    expect(() => client.emit('error', new Error('terminating connection'))).not.toThrow()
    client.release(true)
    await connections.close()
  })

  it('should be used again once it has ended every session', async () => {
    const store = await openPostgresStore({ connectionString })
    const endAll = () =>
      connected(connectionString, async (run) => {
        await run(`select pg_terminate_backend(pid) from (${SESSIONS}) as session`)
        await vi.waitUntil(async () => (await run(SESSIONS)).length === 0, { timeout: 20_000, interval: 50 })
      })
    await Promise.all([store.ping(), store.ping()])
    await endAll()
    await vi.waitUntil(() => store.poolCounts?.().open === 0, { timeout: 20_000, interval: 10 })
    await expect(store.ping()).resolves.toBeUndefined()
    const interrupted = store.transaction(async (parts) => {
      await parts.apiKeys.count()
      await endAll()
      await parts.apiKeys.count()
    })
    await expect(interrupted).rejects.toMatchObject(UNAVAILABLE)
    expect(await store.apiKeys.count()).toBe(0)
    await store.close()
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    await expect(store.close()).resolves.toBeUndefined()
  })
})

describe('a server that hangs', () => {
  let server: PostgresServer
  let proxy: StallingProxy
  beforeAll(async () => {
    server = await startPostgresServer()
    proxy = await StallingProxy.before(await server.createDatabase())
  })
  afterAll(async () => {
    await proxy?.close()
    await server?.stop()
  })

  it('should be reported when it does not answer, and be used again when it continues', async () => {
    const store = await openPostgresStore({ connectionString: proxy.url, answerTimeout: SHORT, connectTimeout: SHORT })
    await Promise.all(Array.from({ length: 4 }, () => store.ping()))
    proxy.stall()
    const hanging = [
      ...Array.from({ length: 12 }, () => store.ping()),
      store.transaction((parts) => parts.lock('topologies')),
      store.snapshot((parts) => parts.apiKeys.count()),
    ]
    await Promise.all(hanging.map((attempt) => expect(attempt).rejects.toMatchObject(UNAVAILABLE)))
    proxy.resume()
    await Promise.all(Array.from({ length: 20 }, () => store.ping()))
    await store.close()
  })

  it('should be connected to again after the network has lost the connection of a transaction', async () => {
    const database = new PgDatabase({ connectionString: proxy.url, answerTimeout: SHORT, maxConnections: 1 })
    const lost = database.transaction('write', (session) => {
      proxy.lose()
      return session.query({ text: 'select 1' })
    })
    await expect(lost).rejects.toMatchObject(UNAVAILABLE)
    await expect(database.query({ text: 'select 1' })).resolves.toMatchObject({ count: 1 })
    await database.close()
  })

  it('should not prevent a store from being closed', async () => {
    const store = await openPostgresStore({ connectionString: proxy.url, answerTimeout: 0, maxConnections: 3 })
    await Promise.all([store.ping(), store.ping(), store.ping()])
    proxy.stall()
    const ask = () => [
      store.ping(),
      store.transaction((parts) => parts.lock('topologies')),
      store.snapshot((parts) => parts.apiKeys.count()),
    ]
    // The first three calls use all connections, and the other three calls wait for a connection.
    const refused = [...ask(), ...ask()].map((attempt) => expect(attempt).rejects.toMatchObject(UNAVAILABLE))
    const isBusy = () => store.poolCounts?.().open === 3 && store.poolCounts().idle === 0
    await vi.waitUntil(isBusy, { timeout: 5_000, interval: 10 })
    await Promise.all([...refused, store.close()])
    proxy.resume()
  }, 10_000)
})

describe('a lock that another session holds', () => {
  let server: PostgresServer
  let connectionString: string
  beforeAll(async () => {
    server = await startPostgresServer()
    connectionString = await server.createDatabase()
  })
  afterAll(() => server?.stop())

  it('should block the transactions that need it, however many, and no others', async () => {
    const [other, store] = await Promise.all([
      openPostgresStore({ connectionString }),
      openPostgresStore({ connectionString, maxConnections: 5 }),
    ])
    let done = 0
    await other.transaction(async (held) => {
      await held.lock('topologies')
      for (let writer = 0; writer < 50; writer++) {
        void store.transaction((parts) => parts.lock('topologies')).then(() => done++)
      }
      for (let round = 0; round < 20; round++) {
        await Promise.all([store.ping(), store.snapshot((parts) => parts.apiKeys.count())])
        await store.transaction((parts) => parts.webhooks.record([]))
        await store.transaction((parts) => parts.lock('catalog'))
      }
      expect(done).toBe(0)
    })
    await vi.waitUntil(() => done === 50, { timeout: 20_000 })
    await Promise.all([other.close(), store.close()])
  })

  it('should leave connections to readers when all writers wait for locked rows', async () => {
    const [other, store] = await Promise.all([
      openPostgresStore({ connectionString }),
      openPostgresStore({ connectionString, maxConnections: 5 }),
    ])
    let done = 0
    await other.transaction(async (held) => {
      await held.apiKeys.add(KEY, 'digest')
      for (let writer = 0; writer < 20; writer++) {
        const added = store.transaction((parts) => parts.apiKeys.add(KEY, 'digest'))
        void added.catch(() => undefined).then(() => done++)
      }
      for (let round = 0; round < 20; round++) {
        await Promise.all([store.ping(), store.snapshot((parts) => parts.apiKeys.count())])
      }
      expect(done).toBe(0)
      // Writers may use three of the five connections, so 17 of the 20 writers wait.
      expect(store.poolCounts?.()).toMatchObject({ max: 5, waiting: 17 })
    })
    await vi.waitUntil(() => done === 20, { timeout: 20_000 })
    await Promise.all([other.close(), store.close()])
  })
})

// Helpers

const KEY = {
  ...{ id: 'key', user: 'ann', scopes: ['read'] as const, text: '' },
  ...{ createTime: '2026-11-20T12:00:00.000Z', expireTime: null, lastUsedTime: null },
}

/**
 * A short timeout, in milliseconds. It also limits the opening of the store, so it is longer than connecting takes on a
 * busy machine.
 */
const SHORT = 1_500

/** Counts only the connections of stores. */
const SESSIONS = `select pid from pg_stat_activity
  where application_name = 'opsgraph' and datname = current_database()`

const BUSY = { name: 'OpsgraphError', kind: 'busy' }
const UNAVAILABLE = { name: 'OpsgraphError', kind: 'unavailable' }
