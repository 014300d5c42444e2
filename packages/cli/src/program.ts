import { Command } from 'commander'
import { addCmdb } from './cmdb-program.js'
import { type CreateKeyFlags, createKey } from './command/key.js'
import { loadSnapshotFile, saveSnapshotFile } from './command/snapshot.js'
import type { Ports } from './ports.js'
import { type Flags, VARIABLES_ONLY } from './setting-reader.js'
import { LOG_LEVELS, readSettings, readStoreSettings } from './settings.js'
import { withStoreOptions } from './store-options.js'
import { addTopology } from './topology-program.js'
import { addWebhook } from './webhook-program.js'

/** The command line. `parseAsync` throws CommanderError for a wrong one, and what the commands throw. */
export function createProgram(ports: Ports): Command {
  const program = new Command('opsgraph')
    .description('What your alerts hurt: a resource graph and service topologies.')
    .version(ports.version)
    .exitOverride()
    // Faults are told by whoever catches them, on one line.
    .configureOutput({ writeOut: byLine(ports.print), writeErr: byLine(ports.note), outputError: () => undefined })
  addServe(program, ports)
  addKeyCreate(program.command('key').description('work on API keys'), ports)
  addCmdb(program, ports)
  addTopology(program, ports)
  addWebhook(program, ports)
  addSnapshot(program.command('snapshot').description('the whole state in a file'), ports)
  return program
}

function addServe(program: Command, ports: Ports): void {
  withStoreOptions(program.command('serve').description('run the HTTP server until it is told to stop'))
    .option('--port <number>', 'where to listen; 0 = any free port (PORT, default 8080)')
    .option('--host <address>', 'where to listen (HOST, default 127.0.0.1)')
    .option('--base-url <url>', 'how clients reach the server (BASE_URL, default http://HOST:PORT)')
    .option('--log-level <level>', `one of ${LOG_LEVELS.join(', ')} (LOG_LEVEL, default info)`)
    .addHelpText(
      'after',
      `\nBy environment variable only: ${VARIABLES_ONLY.join(', ')}. A flag comes before its variable.`,
    )
    .action(async (flags: Flags) => {
      const settings = readSettings({ flags, env: ports.env })
      // The server takes longer to load than all other commands together, and no other needs it.
      const { serve } = await import('./command/serve.js')
      await serve(settings, ports)
    })
}

function addKeyCreate(key: Command, ports: Ports): void {
  withStoreOptions(
    key.command('create').description('create an API key in the database itself; prints its secret once'),
  )
    .requiredOption('--scopes <list>', 'what it may do, separated by commas, such as admin or read,write:alerts')
    .option('--user <name>', 'whose key it is', 'admin')
    .option('--text <text>', 'what it is for', '')
    .option('--expires <time>', 'when it ends, such as 2027-01-31T00:00:00Z (default: never)')
    .action(async ({ scopes, user, text, expires, ...flags }: CreateKeyFlags & Flags) => {
      await createKey(readStoreSettings({ flags, env: ports.env }), { scopes, user, text, expires }, ports)
    })
}

function addSnapshot(snapshot: Command, ports: Ports): void {
  withStoreOptions(
    snapshot.command('save').description('write relations, service catalog, topologies and policies into a file'),
  )
    .argument('<file>', 'it is replaced when all is written; - = standard output')
    .action(async (file: string, flags: Flags) => {
      await saveSnapshotFile(readStoreSettings({ flags, env: ports.env }), file, ports)
    })
  withStoreOptions(
    snapshot.command('load').description('fill an empty database from such a file: all of it or nothing'),
  )
    .argument('<file>', '- = standard input')
    .action(async (file: string, flags: Flags) => {
      await loadSnapshotFile(readStoreSettings({ flags, env: ports.env }), file, ports)
    })
}

function byLine(write: (line: string) => void): (text: string) => void {
  return (text) => write(text.trimEnd())
}
