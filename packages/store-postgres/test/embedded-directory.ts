import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { RunOn } from './stoppable-server.js'

/** Opens the database of a data directory that no store has open. */
export async function onDirectory<T>(directory: string, work: (run: RunOn) => Promise<T>): Promise<T> {
  const pglite = await PGlite.create(join(directory, 'postgres'))
  try {
    return await work(async (text) => (await pglite.query<Record<string, unknown>>(text)).rows)
  } finally {
    await pglite.close()
  }
}
