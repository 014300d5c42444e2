import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Faults, UsageError } from './faults.js'
import type { OpenedStore, OpenStoreOptions, Ports, StoreSettings } from './ports.js'
import { type Flags, SettingReader } from './setting-reader.js'

const STORE_KINDS = ['postgres', 'embedded', 'memory'] as const
const DEFAULT_DATA_DIR = './opsgraph-data'
const HOUR_SECONDS = 3_600

/** Adds the flags that select the store. */
export function withStoreOptions(command: Command): Command {
  return command
    .option('--store <kind>', `the database, one of ${STORE_KINDS.join(', ')} (OPSGRAPH_STORE)`)
    .option('--database-url <url>', 'the URL of a PostgreSQL server (DATABASE_URL)')
    .option(
      '--data-dir <path>',
      `the directory of the embedded database (OPSGRAPH_DATA_DIR, default ${DEFAULT_DATA_DIR})`,
    )
}

/**
 * Reads only the settings of the store, for commands that use the store directly.
 *
 * @throws UsageError that lists every invalid setting and the allowed values
 */
export function readStoreSettings(flags: Flags, { env }: Pick<Ports, 'env'>): StoreSettings {
  const faults = new Faults()
  const store = readStore(new SettingReader({ flags, env }, faults))
  faults.throwIfAny()
  return store
}

/**
 * Reads the settings of a store whose data are not lost when the command ends.
 *
 * @throws UsageError for an invalid setting, and for the memory store
 */
export function readDurableStore(flags: Flags, ports: Pick<Ports, 'env'>): StoreSettings {
  const settings = readStoreSettings(flags, ports)
  if (settings.kind !== 'memory') return settings
  throw new UsageError('the memory store is lost when the command ends: name a database')
}

/**
 * Opens a store, and closes it after the work.
 *
 * @throws StartError if the store cannot be opened
 */
export async function withStore<T>(
  settings: StoreSettings,
  { openStore }: Pick<Ports, 'openStore'>,
  work: (store: OpenedStore) => Promise<T>,
  options: OpenStoreOptions = {},
): Promise<T> {
  const store = await openStore(settings, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Reads where the data are stored. Reports faults to the reader. */
export function readStore(reader: SettingReader): StoreSettings {
  const url = readDatabaseUrl(reader)
  const hangTimeout = reader.wholeNumber('databaseHangTimeout', { min: 1, max: HOUR_SECONDS })
  const directory = resolve(reader.text('dataDir') ?? DEFAULT_DATA_DIR)
  const kind = reader.oneOf('store', STORE_KINDS) ?? (reader.isGiven('databaseUrl') ? 'postgres' : 'embedded')
  if (kind === 'memory') return { kind }
  if (kind === 'embedded') return { kind, directory }
  if (!reader.isGiven('databaseUrl')) reader.fault('store', 'is postgres, which needs DATABASE_URL or --database-url')
  return { kind, url: url ?? '', ...(hangTimeout !== undefined && { hangTimeout: 1_000 * hangTimeout }) }
}

/** Reads the URL of the database. Error messages never contain the URL, because the URL may contain a password. */
function readDatabaseUrl(reader: SettingReader): string | undefined {
  const text = reader.text('databaseUrl')
  // Only the scheme is checked here. A URL with several hosts is not a standard URL, so only PostgreSQL can parse it.
  if (text === undefined || /^postgres(ql)?:\/\//i.test(text)) return text
  reader.fault('databaseUrl', 'must be a URL such as postgres://user:password@host:5432/database')
  return undefined
}
