import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../src/migrate.js'
import { PgDatabase } from '../src/pg-database.js'
import { spreadTables } from '../src/spread-tables.js'
import type { Engine } from './engine.js'

/** The coordinator of a Citus cluster with workers, as a user who may create schemas; without it, nothing is tested. */
export const CITUS_URL = process.env.CITUS_URL || undefined

/** Fewer shards than in production, so that tests are faster. */
const SHARDS = 4

export interface CitusEngine extends Engine {
  /** The same database, used with the rights of a role. */
  readonly databaseAs: (role: string) => PgDatabase
  /** The connection string, whose sessions use the schema of the tables. */
  readonly url: string
}

/** Creates the tables in a schema of their own, and spreads them. Closing it drops the schema. */
export async function startCitus(): Promise<CitusEngine> {
  const schema = `opsgraph_test_${randomUUID().replaceAll('-', '')}`
  const connectionString = inSchema(schema)
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(`create schema ${schema}`)
  const database = new PgDatabase({ connectionString })
  await migrate(database)
  await spreadTables(database, SHARDS)
  const close = async () => {
    await database.close()
    await client.end()
    // A new session, because a test may have broken those of the first one to the workers.
    const last = new Client({ connectionString })
    await last.connect()
    await last.query(`drop schema ${schema} cascade`)
    await last.end()
  }
  const databaseAs = (role: string) => new PgDatabase({ connectionString: inSchema(schema, ` -c role=${role}`) })
  return { database, databaseAs, url: connectionString, run: async (text) => (await client.query(text)).rows, close }
}

function inSchema(schema: string, further = ''): string {
  const url = new URL(CITUS_URL ?? '')
  url.searchParams.set('options', `-c search_path=${schema},public${further}`)
  return url.href
}
