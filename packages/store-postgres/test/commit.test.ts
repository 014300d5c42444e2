import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError } from 'pg-protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { PgliteDatabase } from '../src/embedded/pglite-database.js'
import { openPostgresStore } from '../src/index.js'
import { ENGINES, type Engine } from './engine.js'
import { openPreparedPglite } from './prepared-pglite.js'
import { StallingProxy } from './stalling-proxy.js'

describe.each(Object.entries(ENGINES))('a transaction on %s', (_name, open) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await open()
    await engine.run('create table kept (one int)')
  })
  beforeEach(async () => void (await engine.run('delete from kept')))
  afterAll(() => engine?.close())

  it('should fail when one of its statements has failed, even if the function that it runs returns', async () => {
    const { database, run } = engine
    const swallowing = database.transaction('write', async (session) => {
      await session.query(ADD)
      await session.query({ text: 'select 1 / 0' }).catch(() => undefined)
      return 'all is well'
    })
    await expect(swallowing).rejects.toThrow('nothing was kept')
    expect(await run(COUNT)).toEqual([{ count: 0 }])
    await database.transaction('write', (session) => session.query(ADD))
    expect(await run(COUNT)).toEqual([{ count: 1 }])
  })

  it('should be rolled back when the function that it runs throws, and leave nothing open', async () => {
    const { database, run } = engine
    for (let round = 0; round < 20; round++) {
      const failing = database.transaction('write', async (session) => {
        await session.query(ADD)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
    }
    await database.query({ text: 'select 1' })
    expect(await run(COUNT)).toEqual([{ count: 0 }])
  })

  it('should read one state and refuse writes in the mode snapshot', async () => {
    const { database, run } = engine
    await expect(database.transaction('snapshot', (session) => session.query(ADD))).rejects.toMatchObject({
      code: '25006',
    })
    const { rows } = await database.transaction('snapshot', (session) =>
      session.query<[string]>({ text: `select current_setting('transaction_isolation')` }),
    )
    expect(rows).toEqual([['repeatable read']])
    expect(await run(COUNT)).toEqual([{ count: 0 }])
  })

  it('should fail with the first error when the savepoint is gone, and keep nothing', async () => {
    const { database, run } = engine
    const failing = database.transaction('write', async (session) => {
      await session.query(ADD)
      await session.atomic(async (inner) => {
        await inner.query({ text: 'release savepoint opsgraph' })
        throw new Error('the first error')
      })
    })
    await expect(failing).rejects.toThrow('the first error')
    expect(await run(COUNT)).toEqual([{ count: 0 }])
  })

  it('should keep what was written before a savepoint that is rolled back', async () => {
    const { database, run } = engine
    await database.transaction('write', async (session) => {
      await session.query(ADD)
      const part = session.atomic(async (inner) => {
        await inner.query(ADD)
        await inner.query({ text: 'select 1 / 0' })
      })
      await expect(part).rejects.toMatchObject({ code: '22012' })
      await session.query(ADD)
    })
    expect(await run(COUNT)).toEqual([{ count: 2 }])
  })

  // Checks that savepoints are released. A savepoint that remains makes visibility checks slower until the transaction
  // ends.
  it.each([
    ['done', 'select 1'],
    ['failed', 'select 1 / 0'],
  ])('should leave no savepoint of an atomic part that has %s', async (_outcome, text) => {
    const rolling = engine.database.transaction('write', async (session) => {
      await session.atomic((inner) => inner.query({ text })).catch(() => undefined)
      await session.query({ text: 'rollback to savepoint opsgraph' })
    })
    await expect(rolling).rejects.toMatchObject({ code: '3B001' })
  })
})

describe('a commit', () => {
  let server: PostgresServer
  let proxy: StallingProxy
  let pglite: PGlite
  beforeAll(async () => {
    server = await startPostgresServer()
    proxy = await StallingProxy.before(await server.createDatabase())
    pglite = await openPreparedPglite()
  })
  afterAll(async () => {
    await proxy?.close()
    await server?.stop()
    await pglite?.close()
  })

  it('should fail when the server does not answer it', async () => {
    const store = await openPostgresStore({ connectionString: proxy.url, answerTimeout: 1_500 })
    const unanswered = store.transaction(async (parts) => {
      await parts.apiKeys.count()
      proxy.stall()
      return 'all is well'
    })
    await expect(unanswered).rejects.toMatchObject({ kind: 'unavailable' })
    proxy.resume()
    await store.close()
  })

  it('should fail when the embedded database refuses it', async () => {
    const database = new PgliteDatabase(pglite)
    const refusal = Object.assign(new DatabaseError('no room', 0, 'error'), { code: '53100', severity: 'ERROR' })
    const exchange = pglite.execProtocolRaw.bind(pglite)
    vi.spyOn(pglite, 'execProtocolRaw').mockImplementation(async (bytes) => {
      if (Buffer.from(bytes).includes('commit\0')) throw refusal
      return await exchange(bytes)
    })
    const refused = database.transaction('write', (session) => session.query({ text: 'select 1' }))
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

// Helpers

const ADD = { text: `insert into kept values (1)` }
const COUNT = 'select count(*)::int as count from kept'
