import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.js'
import { lockDirectory } from './directory-lock.js'
import { migrate } from './migrate.js'
import type { PgOptions } from './pg-connections.js'
import { PgDatabase } from './pg-database.js'
import { PgliteDatabase } from './pglite-database.js'
import { PostgresStore } from './postgres-store.js'

export interface EmbeddedOptions {
  /** The directory that holds the database, made when it is missing; in memory when none is given. */
  readonly dataDir?: string | undefined
}

/**
 * Opens a database on a PostgreSQL server (14 or later) and brings its schema up to date.
 *
 * @throws OpsgraphError `unavailable` when the server does not answer, `conflict` when a newer opsgraph owns the schema
 */
export function openPostgresStore(options: PgOptions): Promise<PostgresStore> {
  return open(new PgDatabase(options))
}

/**
 * Opens a database inside this process and brings its schema up to date. A directory belongs to one store at a time.
 *
 * @throws OpsgraphError `unavailable` when the directory is in use, `conflict` when a newer opsgraph owns the schema
 */
export async function openEmbeddedStore({ dataDir }: EmbeddedOptions = {}): Promise<PostgresStore> {
  if (dataDir === undefined) return open(new PgliteDatabase(await PGlite.create()))
  const release = await lockDirectory(dataDir)
  try {
    return await open(new PgliteDatabase(await PGlite.create(join(dataDir, 'postgres')), release))
  } catch (error) {
    await release()
    throw error
  }
}

async function open(database: Database): Promise<PostgresStore> {
  try {
    await migrate(database)
    return new PostgresStore(database)
  } catch (error) {
    await database.close()
    throw error
  }
}
