import { createOpsgraph } from '@opsgraph/core'
import { openPostgresStore } from '@opsgraph/store-postgres'
import { CALLER } from './stage.mjs'

/** Saves a snapshot of a database, discards it, and prints the peak memory in MiB. */
const store = await openPostgresStore({ connectionString: process.argv[2] ?? '' })
await createOpsgraph({ store }).saveSnapshot(CALLER, async () => undefined)
await store.close()
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`)
