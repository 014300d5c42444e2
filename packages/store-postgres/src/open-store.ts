import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Tracer } from '@opsgraph/core'
import type { PgOptions } from './connection/pg-connections.js'
import { PgDatabase } from './connection/pg-database.js'
import { lockDirectory } from './embedded/directory-lock.js'
import { PgliteDatabase, type PgliteOptions, startUpkeep } from './embedded/pglite-database.js'
import { type EmbeddedInstance, PgliteThread } from './embedded/pglite-thread.js'
import { closeFiles, makePrivateDirectory } from './embedded/private-directory.js'
import { migrate } from './migration/migrate.js'
import { type PostgresStore, postgresStore } from './postgres-store.js'
import type { Database } from './sql/database.js'
import { tracedDatabase } from './sql/traced-database.js'

/** The folder of the embedded database, inside its data directory. */
const DATABASE_FOLDER = 'postgres'

/** The file that PostgreSQL creates first in a new folder. */
const VERSION_FILE = 'PG_VERSION'

/** Options for tracing the database. */
export interface TraceOptions {
  readonly tracer?: Tracer | undefined
}

export interface EmbeddedOptions extends TraceOptions {
  /**
   * The data directory. It is created if it is missing, and only this user can enter it. Default: the database is in
   * memory.
   */
  readonly dataDir?: string | undefined
}

/**
 * Opens a database on a PostgreSQL server (14 or later) and brings its schema up to date.
 *
 * @throws OpsgraphError `unavailable` if the server does not answer; `conflict` if a newer opsgraph has migrated the
 *   schema, the server is too old, or the encoding of the database is not UTF8; `invalid` if the connection string is
 *   invalid
 *
 * @example
 * ```ts
 * import { type Caller, createOpsgraph } from '@opsgraph/core'
 * import { openPostgresStore } from '@opsgraph/store-postgres'
 *
 * const store = await openPostgresStore({ connectionString: 'postgres://opsgraph:secret@db.example.org/opsgraph' })
 * const opsgraph = createOpsgraph({ store })
 * const me: Caller = { user: 'me', scopes: ['admin'], requestId: null }
 * console.log((await opsgraph.listAlerts(me, {})).total) // 0
 * await store.close()
 * ```
 */
export async function openPostgresStore(options: PgOptions & TraceOptions): Promise<PostgresStore> {
  return await openStoreOn(new PgDatabase(options), options)
}

/**
 * Opens an embedded database and brings its schema up to date. Only one store at a time can use a data directory.
 *
 * @throws OpsgraphError `unavailable` if the directory is in use; `forbidden` if another user can enter it and this
 *   cannot be changed; `conflict` if a newer opsgraph has migrated the schema; Error with the reason of the operating
 *   system, if the directory cannot be created
 *
 * @example
 * ```ts
 * import { type Caller, createOpsgraph } from '@opsgraph/core'
 * import { openEmbeddedStore } from '@opsgraph/store-postgres'
 *
 * const store = await openEmbeddedStore() // in memory; { dataDir: 'opsgraph-data' } keeps the data
 * const opsgraph = createOpsgraph({ store })
 * const me: Caller = { user: 'me', scopes: ['admin'], requestId: null }
 * console.log((await opsgraph.listAlerts(me, {})).total) // 0
 * await store.close()
 * ```
 */
export async function openEmbeddedStore({ dataDir, tracer }: EmbeddedOptions = {}): Promise<PostgresStore> {
  if (dataDir === undefined) return openEmbedded(await PgliteThread.open(undefined, false), {}, { tracer })
  const path = await makePrivateDirectory(dataDir, join(DATABASE_FOLDER, VERSION_FILE))
  const release = await lockDirectory(path)
  try {
    const reopen = () => openDatabaseFiles(join(path, DATABASE_FOLDER))
    return await openEmbedded(await reopen(), { reopen, release }, { tracer })
  } catch (error) {
    await release()
    throw error
  }
}

/** @param folder a folder that other users cannot enter */
async function openDatabaseFiles(folder: string): Promise<PgliteThread> {
  const thread = await PgliteThread.open(folder, !existsSync(join(folder, VERSION_FILE)))
  try {
    await closeFiles(folder)
    return thread
  } catch (error) {
    await thread.close()
    throw error
  }
}

async function openEmbedded(
  instance: EmbeddedInstance,
  options: PgliteOptions,
  traceOptions: TraceOptions,
): Promise<PostgresStore> {
  const database = new PgliteDatabase(instance, options)
  const store = await openStoreOn(database, traceOptions)
  const stopUpkeep = startUpkeep(database)
  const close = () => {
    stopUpkeep()
    return store.close()
  }
  return { ...store, close }
}

async function openStoreOn(database: Database, { tracer }: TraceOptions): Promise<PostgresStore> {
  try {
    await migrate(database)
    return postgresStore(tracer === undefined ? database : tracedDatabase(database, tracer))
  } catch (error) {
    await database.close()
    throw error
  }
}
