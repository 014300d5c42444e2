import { readdir } from 'node:fs/promises'
import { OpsgraphError, type Tracer } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { errorCode, StartError, UsageError } from './faults.js'
import type { OpenedStore, OpenStore, StoreSettings } from './ports.js'

/** The folder of the embedded database in the data directory. */
const DATABASE_FOLDER = 'postgres'

/**
 * The default number of shards of each table that is distributed over Citus workers. 8 shards use up to 8 workers. Most
 * queries ask all shards, so each further shard makes queries slower.
 */
export const DEFAULT_SHARDS = 8

/** The database packages are loaded lazily, since most commands use a server or files instead of a database. */
const importDatabaseModule = async () => await import('@opsgraph/store-postgres')

export const openStore: OpenStore = async (settings, { mustExist = false, tracer } = {}) => {
  switch (settings.kind) {
    case 'memory':
      return new MemoryStore()
    case 'embedded':
      if (mustExist) await requireDatabase(settings.directory)
      return await openEmbedded(settings.directory, tracer)
    case 'postgres':
      return await openPostgres(settings, tracer)
  }
}

async function requireDatabase(directory: string): Promise<void> {
  const entries: readonly string[] = await readdir(directory).catch(() => [])
  if (entries.includes(DATABASE_FOLDER)) return
  throw new StartError(`there is no database in ${directory}: name its directory with --data-dir (OPSGRAPH_DATA_DIR)`)
}

async function openEmbedded(directory: string, tracer: Tracer | undefined): Promise<OpenedStore> {
  const { openEmbeddedStore } = await importDatabaseModule()
  try {
    return await openEmbeddedStore({ dataDir: directory, tracer })
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'unavailable') {
      throw toStartError(error, `${error.message}; stop the one that uses it, or ${CHOOSE_DIRECTORY_HINT}`)
    }
    if (error instanceof OpsgraphError) {
      throw toStartError(
        error,
        error.kind === 'forbidden' ? `${error.message}, or ${CHOOSE_DIRECTORY_HINT}` : error.message,
      )
    }
    throw toStartError(error, `the data directory ${directory} ${describeFault(error)}`)
  }
}

const CHOOSE_DIRECTORY_HINT = 'name another directory with --data-dir (OPSGRAPH_DATA_DIR)'
/** Error codes of the operating system if the path is a file instead of a directory. */
const NOT_A_DIRECTORY_CODES = ['EEXIST', 'ENOTDIR']
/** Error codes of the operating system if this user cannot use the directory. */
const FILE_SYSTEM_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC']

/** Describes why a data directory cannot be used, and what to do next. */
function describeFault(error: unknown): string {
  const code = errorCode(error) ?? ''
  if (NOT_A_DIRECTORY_CODES.includes(code))
    return `is not a directory, or a part of its path is a file: ${CHOOSE_DIRECTORY_HINT}`
  const advice = FILE_SYSTEM_CODES.includes(code) ? 'correct its owner and permissions' : 'put a backup in its place'
  return `cannot be used (${messageOfError(error)}): ${advice}, or ${CHOOSE_DIRECTORY_HINT}`
}

async function openPostgres(
  { url, hangTimeout }: Extract<StoreSettings, { kind: 'postgres' }>,
  tracer: Tracer | undefined,
): Promise<OpenedStore> {
  const { openPostgresStore } = await importDatabaseModule()
  try {
    return await openPostgresStore({ connectionString: url, hangTimeout, tracer })
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'invalid')
      throw new UsageError(`DATABASE_URL: ${error.message}`)
    if (error instanceof OpsgraphError && error.kind !== 'unavailable') throw toStartError(error, error.message)
    const reason = error instanceof OpsgraphError ? error.message : `the database refuses: ${messageOfError(error)}`
    throw toStartError(error, `${reason}; check DATABASE_URL, and try it with psql from this machine`)
  }
}

function toStartError(cause: unknown, message: string): StartError {
  return new StartError(message.replace(/\s*\n\s*/g, ' '), { cause })
}

function messageOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** @throws StartError if the database cannot be distributed, e.g. because Citus is missing or has no workers */
export async function spreadStore(store: OpenedStore, shards: number): Promise<readonly string[]> {
  try {
    return (await store.spread?.(shards)) ?? []
  } catch (error) {
    if (error instanceof OpsgraphError) throw new StartError(error.message, { cause: error })
    throw error
  }
}

/** @throws UsageError unless the store is on a PostgreSQL server */
export function requireServer({ kind }: StoreSettings): void {
  if (kind !== 'postgres') throw new UsageError('only a PostgreSQL server can be spread: name it in DATABASE_URL')
}
