import { OpsgraphError } from '@opsgraph/core'
import { StartError, UsageError } from '../faults.js'
import { requireDurable } from '../kept-store.js'
import type { OpenedStore, Ports } from '../ports.js'
import type { StoreSettings } from '../settings.js'
import { number, painter, table } from '../text.js'

type DatabasePorts = Pick<Ports, 'openStore' | 'print'>

/**
 * The default number of shards of each table that is distributed over Citus workers. With 8 shards, up to 8 workers
 * hold a part of the table. Most look-ups ask all shards, so each further shard makes look-ups slower.
 */
export const DEFAULT_SHARDS = 8

/**
 * Prints, for each table of a database, where its rows are stored and how large it is.
 *
 * @throws StartError if the database cannot be opened
 */
export async function printTables(
  settings: StoreSettings,
  { json = false }: { readonly json?: boolean },
  ports: DatabasePorts,
): Promise<void> {
  requireDurable(settings)
  const store = await ports.openStore(settings, { mustExist: true })
  try {
    const tables = (await store.tables?.()) ?? []
    if (json) {
      ports.print(JSON.stringify(tables.map((status) => ({ ...status, spread: status.spread ?? null }))))
      return
    }
    const rows = tables.map((status) => [status.table, placeOf(status.spread), kilobytes(status.bytes)])
    const cells = [['table', 'rows', 'size'], ...rows].map((texts) =>
      texts.map((text, column) => ({ text, isWord: column === 1 })),
    )
    for (const line of table(cells, painter(false))) ports.print(line)
  } finally {
    await store.close()
  }
}

/**
 * Distributes the large tables over the workers of Citus, and prints the names of these tables.
 *
 * @throws StartError if the database cannot be opened, or if it cannot be distributed, e.g. because Citus is missing or
 *   has no workers
 */
export async function spreadDatabase(
  settings: StoreSettings,
  shards: number,
  { openStore, print }: DatabasePorts,
): Promise<void> {
  requireServer(settings)
  const store = await openStore(settings)
  try {
    const spread = await spreadStore(store, shards)
    // The number of shards is read from the database, because it can differ from `shards`: if some tables were spread
    // earlier, a table that is spread now gets the same number of shards as those tables.
    const placed = new Map((await store.tables?.())?.map(({ table, spread: place }) => [table, place]))
    for (const name of spread) print(`${name}: spread in ${placed.get(name)?.shards ?? shards} shards`)
    if (spread.length === 0) print('all tables that can be spread are spread already')
  } finally {
    await store.close()
  }
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

function placeOf(spread: { column: string; shards: number; nodes: number } | undefined): string {
  return spread === undefined ? 'whole' : `by ${spread.column}: ${spread.shards} shards on ${spread.nodes} servers`
}

function kilobytes(bytes: number): string {
  return `${number(Math.round(bytes / 1000))} kB`
}
