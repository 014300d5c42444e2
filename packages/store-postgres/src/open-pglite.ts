import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PLANNING } from './planning.js'

/** Opens an embedded database, in a directory or in memory. */
export async function openPglite(options: PGliteOptions = {}): Promise<PGlite> {
  if (isNew(options)) await createIn(options)
  const pglite = await PGlite.create(options)
  await pglite.exec(PLANNING)
  return pglite
}

function isNew({ dataDir }: PGliteOptions): boolean {
  return dataDir !== undefined && !existsSync(join(dataDir, 'PG_VERSION'))
}

/**
 * Creates a database, and closes the instance that created it. Creating the directory needs 430 MiB of memory for
 * `initdb`, and an instance keeps this memory for as long as it is open. So the database is opened again with a new
 * instance.
 */
async function createIn(options: PGliteOptions): Promise<void> {
  const creating = await PGlite.create(options)
  await creating.close()
}
