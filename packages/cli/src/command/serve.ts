import type { Command } from 'commander'
import { requireServer } from '../open-store.js'
import type { Ports } from '../ports.js'
import { type Flags, VARIABLES_WITHOUT_FLAG } from '../setting-reader.js'
import { LOG_LEVELS, readSettings } from '../settings.js'
import { withStoreOptions } from '../store-settings.js'

type ServeFlags = Flags & { readonly spread?: boolean }

/** Adds `opsgraph serve`. */
export function addServe(program: Command, ports: Ports): void {
  withStoreOptions(program.command('serve').description('run the HTTP server until a signal stops it'))
    .option('--port <number>', 'the port to listen on; 0 = any free port (PORT, default 8080)')
    .option('--host <address>', 'the address to listen on (HOST, default 127.0.0.1)')
    .option('--base-url <url>', 'the URL under which clients reach the server (BASE_URL, default http://HOST:PORT)')
    .option('--log-level <level>', `one of ${LOG_LEVELS.join(', ')} (LOG_LEVEL, default info)`)
    .option('--spread', 'spread the database over the workers of Citus, if it is not spread yet')
    .addHelpText(
      'after',
      `\nOnly as environment variables: ${VARIABLES_WITHOUT_FLAG.join(', ')}. A flag overrides its variable.`,
    )
    .action(async ({ spread = false, ...flags }: ServeFlags) => {
      const settings = readSettings({ flags, env: ports.env })
      if (spread) requireServer(settings.store)
      // Loaded lazily: loading the server takes longer than loading all commands together.
      const { runServer } = await import('../server/run-server.js')
      await runServer({ ...settings, spread }, ports)
    })
}
