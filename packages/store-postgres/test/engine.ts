import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import type { Database } from '../src/database.js'
import { PgDatabase } from '../src/pg-database.js'
import { PgliteDatabase } from '../src/pglite-database.js'
import type { Run } from './peek.js'
import { startPostgresServer } from './postgres-server.js'

/** An empty database, and a way into it that shares nothing with the store. */
export interface Engine {
  readonly database: Database
  readonly run: Run
  readonly close: () => Promise<void>
}

export const ENGINES: Readonly<Record<'PGlite' | 'a server', () => Promise<Engine>>> = {
  PGlite: async () => {
    const pglite = await PGlite.create()
    const database = new PgliteDatabase(pglite)
    return { database, run: async (text) => (await pglite.query(text)).rows, close: () => database.close() }
  },
  'a server': async () => {
    const server = await startPostgresServer()
    const connectionString = await server.createDatabase()
    const database = new PgDatabase({ connectionString })
    const client = new Client({ connectionString })
    await client.connect()
    const close = async () => {
      await client.end()
      await database.close()
      await server.stop()
    }
    return { database, run: async (text) => (await client.query(text)).rows, close }
  },
}
