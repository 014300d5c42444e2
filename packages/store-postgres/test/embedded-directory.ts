import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { RunOn } from './stoppable-server.js'

/** Runs `work` on the database of a data directory, which no store may have open. */
export async function onDirectory<T>(directory: string, work: (run: RunOn) => Promise<T>): Promise<T> {
  const pglite = await PGlite.create(join(directory, 'postgres'))
  try {
    return await work(async (text) => (await pglite.query<Record<string, unknown>>(text)).rows)
  } finally {
    await pglite.close()
  }
}
