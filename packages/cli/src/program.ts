import { Command } from 'commander'
import { addCmdb } from './cmdb-program.js'
import { requireServer } from './command/database.js'
import { type CreateKeyFlags, createKey } from './command/key.js'
import { loadSnapshotFile, saveSnapshotFile } from './command/snapshot.js'
import { addDatabase } from './database-program.js'
import { addImpact } from './impact-program.js'
import type { Ports } from './ports.js'
import { type Flags, VARIABLES_ONLY } from './setting-reader.js'
import { LOG_LEVELS, readSettings, readStoreSettings } from './settings.js'
import { withStoreOptions } from './store-options.js'
import { addTopology } from './topology-program.js'
import { addWebhook } from './webhook-program.js'

/**
 * Creates the program `opsgraph` (rules.md#names-of-the-product) with all its commands (rules.md#command-line). The
 * method `parseAsync` of the program throws a CommanderError if the command line of the user is wrong. Errors that a
 * command throws are thrown unchanged.
 */
export function createProgram(ports: Ports): Command {
  const program = new Command('opsgraph')
    .description('What your alerts hurt: a resource graph and service topologies.')
    .version(ports.version)
    .exitOverride()
    // Commander must not print errors itself: the caller of the program prints them on one line.
    .configureOutput({ writeOut: byLine(ports.print), writeErr: byLine(ports.note), outputError: () => undefined })
  addServe(program, ports)
  addKeyCreate(program.command('key').description('work on API keys'), ports)
  addCmdb(program, ports)
  addImpact(program, ports)
  addTopology(program, ports)
  addWebhook(program, ports)
  addSnapshot(program.command('snapshot').description('save and load the whole state as a file'), ports)
  addDatabase(program, ports)
  return program
}

function addServe(program: Command, ports: Ports): void {
  withStoreOptions(program.command('serve').description('run the HTTP server until a signal stops it'))
    .option('--port <number>', 'the port to listen on; 0 = any free port (PORT, default 8080)')
    .option('--host <address>', 'the address to listen on (HOST, default 127.0.0.1)')
    .option('--base-url <url>', 'the URL under which clients reach the server (BASE_URL, default http://HOST:PORT)')
    .option('--log-level <level>', `one of ${LOG_LEVELS.join(', ')} (LOG_LEVEL, default info)`)
    .option('--spread', 'spread the database over the workers of Citus, if it is not spread yet')
    .addHelpText(
      'after',
      `\nOnly as environment variables: ${VARIABLES_ONLY.join(', ')}. A flag overrides its variable.`,
    )
    .action(async ({ spread = false, ...flags }: { readonly spread?: boolean } & Flags) => {
      const settings = readSettings({ flags, env: ports.env })
      if (spread) requireServer(settings.store)
      // Loaded lazily: loading the server takes longer than loading all other commands together.
      const { serve } = await import('./command/serve.js')
      await serve({ ...settings, spread }, ports)
    })
}

function addKeyCreate(key: Command, ports: Ports): void {
  withStoreOptions(
    key.command('create').description('create an API key directly in the database; prints its secret once'),
  )
    .requiredOption('--scopes <list>', 'the scopes of the key, separated by commas, such as admin or read,write:alerts')
    .option('--user <name>', 'the user of the key', 'admin')
    .option('--text <text>', 'a description of the key', '')
    .option('--expires <time>', 'when the key expires, such as 2027-01-31T00:00:00Z (default: never)')
    .action(async ({ scopes, user, text, expires, ...flags }: CreateKeyFlags & Flags) => {
      await createKey(readStoreSettings({ flags, env: ports.env }), { scopes, user, text, expires }, ports)
    })
}

function addSnapshot(snapshot: Command, ports: Ports): void {
  withStoreOptions(
    snapshot
      .command('save')
      .description('write relations, service catalog, topologies, policies and maintenance windows into a file'),
  )
    .argument('<file>', 'the file, which is replaced when it is complete; - = standard output')
    .action(async (file: string, flags: Flags) => {
      await saveSnapshotFile(readStoreSettings({ flags, env: ports.env }), file, ports)
    })
  withStoreOptions(
    snapshot
      .command('load')
      .description('load a file of "snapshot save" into an empty database, completely or not at all'),
  )
    .argument('<file>', '- = standard input')
    .action(async (file: string, flags: Flags) => {
      await loadSnapshotFile(readStoreSettings({ flags, env: ports.env }), file, ports)
    })
}

function byLine(write: (line: string) => void): (text: string) => void {
  return (text) => write(text.trimEnd())
}
