import { Client } from 'pg'
import { startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { IS_EVERY_ENGINE } from '../../../test/run-length.js'
import { PgDatabase } from '../src/connection/pg-database.js'
import { PgliteDatabase } from '../src/embedded/pglite-database.js'
import { migrate } from '../src/migration/migrate.js'
import type { Database } from '../src/sql/database.js'
import type { Run } from './peek.js'
import { openPreparedPglite } from './prepared-pglite.js'

/** A database with the schema and no rows, and a connection to it that is independent of the store. */
export interface Engine {
  readonly database: Database
  readonly run: Run
  readonly close: () => Promise<void>
}

export const ENGINES: Readonly<Record<'PGlite' | 'a server', () => Promise<Engine>>> = {
  PGlite: async () => {
    const pglite = await openPreparedPglite()
    const database = new PgliteDatabase(pglite)
    return { database, run: async (text) => (await pglite.query(text)).rows, close: () => database.close() }
  },
  'a server': async () => {
    const server = await startPostgresServer()
    const connectionString = await server.createDatabase()
    const database = new PgDatabase({ connectionString })
    const client = new Client({ connectionString, pipeline: true })
    await client.connect()
    await migrate(database)
    const close = async () => {
      await client.end()
      await database.close()
      await server.stop()
    }
    return { database, run: async (text) => (await client.query(text)).rows, close }
  },
}

/**
 * The engines for suites that take about a minute on PGlite. These suites run on PGlite only in `npm run test:long`.
 */
export const ENGINES_OF_LONG_SUITES = Object.entries(ENGINES).filter(([name]) => IS_EVERY_ENGINE || name !== 'PGlite')
