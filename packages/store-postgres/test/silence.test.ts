import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import type { PgOptions } from '../src/connection/pg-connections.js'
import { PgDatabase } from '../src/connection/pg-database.js'
import { openPostgresStore } from '../src/index.js'
import { StallingProxy } from './stalling-proxy.js'
import { connected, StoppableServer } from './stoppable-server.js'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgresServer()
})
afterAll(() => server?.stop())

describe.concurrent('a server that sends nothing', () => {
  it('should be given up once it does not answer on a new connection either, by all who wait for it', async ({
    expect,
    onTestFinished,
  }) => {
    const proxy = await proxyBefore(await server.createDatabase(), onTestFinished)
    const store = await openPostgresStore({ connectionString: proxy.url, hangTimeout: HANG })
    onTestFinished(() => store.close())
    await Promise.all(Array.from({ length: 4 }, () => store.ping()))
    proxy.stall()
    const waiting = [
      // Sends more calls than the pool has connections.
      ...Array.from({ length: 12 }, () => store.ping()),
      ...Array.from({ length: 12 }, () => store.transaction((parts) => parts.lock('topologies'))),
      store.snapshot((parts) => parts.apiKeys.count()),
    ]
    await Promise.all(waiting.map((attempt) => expect(attempt).rejects.toMatchObject(HANGS)))

    // Later calls are rejected immediately.
    await expect(store.ping()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(store.poolCounts?.()).toMatchObject({ open: 0, waiting: 0 })
    proxy.resume()
    await expect
      .poll(() =>
        store.ping().then(
          () => 'answers',
          () => 'is away',
        ),
      )
      .toBe('answers')
  })

  it('should keep its connections as long as it works on a long statement, and answers a new connection', async ({
    expect,
    onTestFinished,
  }) => {
    const database = open({ connectionString: await server.createDatabase(), hangTimeout: PATIENT }, onTestFinished)
    await expect(database.query({ text: 'select pg_sleep(4)' })).resolves.toMatchObject({ count: 1 })
  })

  it('should keep its connections as long as it answers on one of them, though new ones hang', async ({
    expect,
    onTestFinished,
  }) => {
    const proxy = await proxyBefore(await server.createDatabase(), onTestFinished)
    const database = open({ connectionString: proxy.url, hangTimeout: PATIENT }, onTestFinished)
    const ask = (text: string) => database.query({ text })
    await Promise.all([ask('select pg_sleep(0.1)'), ask('select pg_sleep(0.1)')])
    proxy.stallNew()
    let isDone = false
    const long = ask('select pg_sleep(4)').finally(() => {
      isDone = true
    })
    while (!isDone) await ask('select pg_sleep(0.05)')
    await expect(long).resolves.toMatchObject({ count: 1 })
  })

  it('should keep its connections as long as it works on a long statement, though new ones are refused', async ({
    expect,
    onTestFinished,
  }) => {
    const proxy = await proxyBefore(await server.createDatabase(), onTestFinished)
    const database = open({ connectionString: proxy.url, hangTimeout: HANG }, onTestFinished)
    await database.query({ text: 'select 1' })
    proxy.refuseNew()
    await expect(database.query({ text: 'select pg_sleep(4)' })).resolves.toMatchObject({ count: 1 })
  })

  it('should be given up if new connections are closed before it answers', async ({ expect, onTestFinished }) => {
    const proxy = await proxyBefore(await server.createDatabase(), onTestFinished)
    const store = await openPostgresStore({ connectionString: proxy.url, hangTimeout: HANG })
    onTestFinished(() => store.close())
    await store.ping()
    proxy.stall()
    proxy.closeNew()
    await expect(store.transaction((parts) => parts.lock('topologies'))).rejects.toMatchObject(HANGS)
  })

  it('should keep the connection of a transaction that asks nothing for a while', async ({
    expect,
    onTestFinished,
  }) => {
    const database = open({ connectionString: await server.createDatabase(), hangTimeout: PATIENT }, onTestFinished)
    await database.transaction('write', async (session) => {
      await session.query({ text: 'create table kept (id int)' })
      await delay(PATIENT + 500)
      await session.query({ text: 'insert into kept values (1)' })
    })
    await expect(database.query({ text: 'select id from kept' })).resolves.toMatchObject({ rows: [[1]] })
  })

  it('should lose the connections that the network has lost, and the locks of their sessions, though new ones work', async ({
    expect,
    onTestFinished,
  }) => {
    const connectionString = await server.createDatabase()
    const proxy = await proxyBefore(connectionString, onTestFinished)
    const database = open({ connectionString: proxy.url, hangTimeout: HANG }, onTestFinished)
    await database.query({ text: 'create table held as select 1 as id' })
    const write = () =>
      database.transaction('write', (session) => session.query({ text: 'update held set id = id + 1' }))
    const lost = database.transaction('write', async (session) => {
      await session.query({ text: 'update held set id = id + 1' })
      proxy.lose()
      await session.query({ text: 'select 1' })
    })
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(write()).resolves.toMatchObject({ count: 1 })
    await expect(database.query({ text: 'select id from held' })).resolves.toMatchObject({ rows: [[2]] })
  })
})

describe('a server of which all processes are stopped', () => {
  it('should be given up, and be used again when they go on', async () => {
    const frozen = await StoppableServer.start()
    onTestFinished(() => frozen.remove())
    const connectionString = await frozen.createDatabase('frozen')
    const store = await openPostgresStore({ connectionString, hangTimeout: HANG })
    onTestFinished(() => store.close())
    await frozen.freeze()
    await expect(store.transaction((parts) => parts.lock('topologies'))).rejects.toMatchObject(HANGS)
    await frozen.thaw()
    await expect
      .poll(() =>
        store.ping().then(
          () => 'answers',
          () => 'is away',
        ),
      )
      .toBe('answers')
    await connected(connectionString, async (run) => {
      expect(await run(`select from pg_stat_activity where state like 'idle in%'`)).toEqual([])
    })
  })
})

// Helpers

/** A short `hangTimeout`, in milliseconds. It is far less than the default of 65 s for `answerTimeout`. */
const HANG = 1_500
/**
 * The `hangTimeout` of tests in which the store must not give up the server. With this value, a new connection has more
 * than a second to get an answer, because the machine may be busy.
 */
const PATIENT = 3_000

const HANGS = {
  kind: 'unavailable',
  message: expect.stringMatching(/^the database does not answer: /),
}

/**
 * A function that registers work for the end of a test. Tests that run concurrently must pass `onTestFinished` of their
 * own test context.
 */
type AtEnd = (work: () => Promise<void>) => void

async function proxyBefore(connectionString: string, atEnd: AtEnd): Promise<StallingProxy> {
  const proxy = await StallingProxy.before(connectionString)
  atEnd(() => proxy.close())
  return proxy
}

function open(options: PgOptions, atEnd: AtEnd): PgDatabase {
  const database = new PgDatabase(options)
  atEnd(() => database.close())
  return database
}
