import type { Command } from 'commander'
import { DEFAULT_DATA_DIR, STORE_KINDS } from './settings.js'

/** Adds the flags that select the store. `readStoreSettings` reads them. */
export function withStoreOptions(command: Command): Command {
  return command
    .option('--store <kind>', `one of ${STORE_KINDS.join(', ')} (OPSGRAPH_STORE)`)
    .option('--database-url <url>', 'a PostgreSQL server (DATABASE_URL)')
    .option('--data-dir <path>', `the embedded database (OPSGRAPH_DATA_DIR, default ${DEFAULT_DATA_DIR})`)
}
