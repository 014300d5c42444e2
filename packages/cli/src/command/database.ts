import { type Command, InvalidArgumentError } from 'commander'
import { DEFAULT_SHARDS, requireServer, spreadStore } from '../open-store.js'
import type { OpenedStore, Ports } from '../ports.js'
import type { Flags } from '../setting-reader.js'
import { readDurableStore, readStoreSettings, withStore, withStoreOptions } from '../store-settings.js'
import { createPaint, formatNumber, formatTable } from '../text.js'

/** Maximum number of shards of one table. More shards would make every import and every request for a list slower. */
const MAX_SHARDS = 1_000

type StatusFlags = Flags & { readonly json?: boolean }
type SpreadDatabaseFlags = Flags & { readonly shards: number }

/** Adds `opsgraph database status`. */
export function addDatabaseStatus(database: Command, ports: Ports): void {
  withStoreOptions(database.command('status').description('list the tables, where their rows are, and their sizes'))
    .option('--json', 'print the list as JSON, with sizes in bytes')
    .action(async (flags: StatusFlags) => await printTables(flags, ports))
}

/** Adds `opsgraph database spread`. */
export function addDatabaseSpread(database: Command, ports: Ports): void {
  withStoreOptions(database.command('spread').description('distribute relations and alerts over the workers of Citus'))
    .option(
      '--shards <count>',
      'the number of parts of each table; it cannot be changed later',
      readShards,
      DEFAULT_SHARDS,
    )
    .action(async (flags: SpreadDatabaseFlags) => await spreadDatabase(flags, ports))
}

/**
 * Prints, for each table of a database, where its rows are stored and how large it is.
 *
 * @throws StartError if the database cannot be opened
 */
async function printTables({ json = false, ...flags }: StatusFlags, ports: Ports): Promise<void> {
  const readTables = async (store: OpenedStore) => (await store.tables?.()) ?? []
  const tables = await withStore(readDurableStore(flags, ports), ports, readTables, { mustExist: true })
  if (json) {
    ports.print(JSON.stringify(tables.map((status) => ({ ...status, spread: status.spread ?? null }))))
    return
  }
  const rows = tables.map((status) => [status.table, formatLocation(status.spread), formatKilobytes(status.bytes)])
  const cells = [['table', 'rows', 'size'], ...rows].map((texts) =>
    texts.map((text, column) => ({ text, isLeftAligned: column === 1 })),
  )
  for (const line of formatTable(cells, createPaint(false))) ports.print(line)
}

/**
 * Distributes the large tables over the workers of Citus, and prints the names of these tables.
 *
 * @throws StartError if the database cannot be opened, or if it cannot be distributed, e.g. because Citus is missing or
 *   has no workers
 */
async function spreadDatabase({ shards, ...flags }: SpreadDatabaseFlags, ports: Ports): Promise<void> {
  const settings = readStoreSettings(flags, ports)
  requireServer(settings)
  await withStore(settings, ports, async (store) => {
    const spread = await spreadStore(store, shards)
    // The number of shards is read from the database, because it can differ from `shards`: if some tables were spread
    // earlier, the other tables get the same number of shards as those.
    const layouts = new Map((await store.tables?.())?.map(({ table, spread: layout }) => [table, layout]))
    for (const name of spread) ports.print(`${name}: spread in ${layouts.get(name)?.shards ?? shards} shards`)
    if (spread.length === 0) ports.print('all tables that can be spread are spread already')
  })
}

function formatLocation(spread: { column: string; shards: number; nodes: number } | undefined): string {
  return spread === undefined ? 'whole' : `by ${spread.column}: ${spread.shards} shards on ${spread.nodes} servers`
}

function formatKilobytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1000))} kB`
}

function readShards(text: string): number {
  const count = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (count >= 1 && count <= MAX_SHARDS) return count
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_SHARDS}.`)
}
