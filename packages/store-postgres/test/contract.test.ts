import { PGlite } from '@electric-sql/pglite'
import { storeContract } from '@opsgraph/store-contract'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migrate } from '../src/migrate.js'
import { openPostgresStore } from '../src/open-store.js'
import { PgliteDatabase } from '../src/pglite-database.js'
import { PostgresStore } from '../src/postgres-store.js'
import { EMPTY, peekWith, type Select } from './peek.js'
import { type PostgresServer, startPostgresServer } from './postgres-server.js'

interface Opened {
  readonly store: PostgresStore
  readonly select: Select
  readonly close: () => Promise<void>
}

/** Opening takes seconds: each engine is opened once, and emptied for every test. */
function contractOn(name: string, open: () => Promise<Opened>): void {
  let opened: Opened | undefined
  const current = async () => {
    opened ??= await open()
    return opened
  }
  beforeAll(current)
  afterAll(() => opened?.close())
  storeContract(name, {
    open: async () => {
      const { store, select } = await current()
      await select(EMPTY)
      return { store, peek: peekWith(select) }
    },
  })
}

contractOn('PostgresStore on PGlite', async () => {
  const pglite = await PGlite.create()
  const database = new PgliteDatabase(pglite)
  await migrate(database)
  const store = new PostgresStore(database)
  return { store, select: async (text) => (await pglite.query(text)).rows, close: () => store.close() }
})

contractOn('PostgresStore on a server', async () => {
  const server: PostgresServer = await startPostgresServer()
  const connectionString = await server.createDatabase()
  const store = await openPostgresStore({ connectionString })
  const client = new Client({ connectionString })
  await client.connect()
  const close = async () => {
    await client.end()
    await store.close()
    await server.stop()
  }
  return { store, select: async (text) => (await client.query(text)).rows, close }
})
