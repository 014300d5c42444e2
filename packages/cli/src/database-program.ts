import { type Command, InvalidArgumentError } from 'commander'
import { DEFAULT_SHARDS, printTables, spreadDatabase } from './command/database.js'
import type { Ports } from './ports.js'
import type { Flags } from './setting-reader.js'
import { readStoreSettings } from './settings.js'
import { withStoreOptions } from './store-options.js'

/** Maximum number of shards of one table. More shards would make every import and every request for a list slower. */
const MAX_SHARDS = 1_000

/** Adds `opsgraph database`. */
export function addDatabase(program: Command, ports: Ports): void {
  const database = program.command('database').description('inspect a database, or spread it over several servers')
  withStoreOptions(database.command('status').description('list the tables, where their rows are, and their sizes'))
    .option('--json', 'print the list as JSON, with sizes in bytes')
    .action(async ({ json = false, ...flags }: { readonly json?: boolean } & Flags) => {
      await printTables(readStoreSettings({ flags, env: ports.env }), { json }, ports)
    })
  withStoreOptions(database.command('spread').description('distribute relations and alerts over the workers of Citus'))
    .option(
      '--shards <count>',
      'the number of parts of each table; it cannot be changed later',
      readShards,
      DEFAULT_SHARDS,
    )
    .action(async ({ shards, ...flags }: { readonly shards: number } & Flags) => {
      await spreadDatabase(readStoreSettings({ flags, env: ports.env }), shards, ports)
    })
}

function readShards(text: string): number {
  const count = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (count >= 1 && count <= MAX_SHARDS) return count
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_SHARDS}.`)
}
