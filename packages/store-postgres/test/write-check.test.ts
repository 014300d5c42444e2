import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { PgDatabase } from '../src/connection/pg-database.js'
import { WriteCheck } from '../src/connection/write-check.js'
import { openPostgresStore } from '../src/index.js'
import { type PostgresStore, postgresStore } from '../src/postgres-store.js'
import { connected, StoppableServer } from './stoppable-server.js'

describe('a ping', () => {
  it('should fail on a server that refuses writes, and succeed when it accepts them again', async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.stop())
    const connectionString = await server.createDatabase()
    await (await openPostgresStore({ connectionString })).close()
    const name = new URL(connectionString).pathname.slice(1)
    await server.administrate(`alter database ${name} set default_transaction_read_only = on`)
    const store = postgresStore(new PgDatabase({ connectionString }))
    onTestFinished(() => store.close())
    await expect(store.ping()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('the database takes no writes'),
    })
    await server.administrate(`alter database ${name} reset default_transaction_read_only`)
    await expect.poll(() => answerOf(store)).toBe('answers')
  })

  // The test simulates a full disk by limiting the length of the files of the server. This needs neither privileges nor
  // a separate disk.
  it.runIf(process.platform === 'linux')(
    'should fail after a write has found the disk full, until there is space again',
    async () => {
      const { primary, connectionString } = await started()
      const database = new PgDatabase({ connectionString })
      const store = await openPostgresStore({ connectionString })
      onTestFinished(async () => {
        await database.close()
        await store.close()
      })
      const fill = `select repeat('x', 1000) as filler from generate_series(1, 3000)`
      await database.query({ text: `create table heap as ${fill}` })
      await primary.limitFiles('2000000')
      await expect(database.query({ text: `insert into heap ${fill}` })).rejects.toMatchObject({ kind: 'unavailable' })
      await expect(database.ping()).rejects.toMatchObject({ kind: 'unavailable' })
      await expect(database.ping()).rejects.toMatchObject({ kind: 'unavailable' })
      await primary.limitFiles('unlimited')
      await expect(database.ping()).resolves.toBeUndefined()
    },
  )

  it('should leave the tables unchanged, and test a write once a second at most, for all callers', async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.stop())
    const connectionString = await server.createDatabase()
    const store = await openPostgresStore({ connectionString })
    onTestFinished(() => store.close())
    await connected(connectionString, async (run) => {
      const rows = 'select ctid, * from schema_migration order by version'
      const before = await run(rows)
      for (let round = 0; round < 5; round++) {
        const send = vi.fn((text: string) => run(text))
        const check = new WriteCheck(send)
        await Promise.all([check.run(), check.run(), store.ping()])
        await check.run()
        expect(send).toHaveBeenCalledTimes(1)
      }
      expect(await run(rows)).toEqual(before)
    })
  })
})

// Helpers

async function started() {
  const primary = await StoppableServer.start()
  onTestFinished(() => primary.remove())
  return { primary, connectionString: await primary.createDatabase('checked') }
}

function answerOf(store: PostgresStore): Promise<string> {
  return store.ping().then(
    () => 'answers',
    () => 'is away',
  )
}
