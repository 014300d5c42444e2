import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { spreadTables } from '../src/citus/spread-tables.js'
import { PgDatabase } from '../src/connection/pg-database.js'
import { migrate } from '../src/migration/migrate.js'
import type { Engine } from './engine.js'

/**
 * The connection string of the coordinator of a Citus cluster with workers; its user must be allowed to create schemas.
 * If it is undefined, Citus is not tested.
 */
export const CITUS_URL = process.env.CITUS_URL || undefined

/** Fewer shards than in production, so that tests are faster. */
const SHARDS = 4

export interface CitusEngine extends Engine {
  /** Connects to the same database with the rights of a role. */
  readonly databaseAs: (role: string) => PgDatabase
  /** The connection string for the schema of this engine. */
  readonly url: string
}

/** Creates the tables in a new schema, and spreads them over the workers. `close` drops the schema. */
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
    // Uses a new session, because a test may have broken the connections of the first session to the workers.
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
