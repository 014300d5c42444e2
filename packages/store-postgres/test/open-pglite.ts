import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PLANNING_SETTINGS_SQL } from '../src/sql/database.js'

/** A file that every database of PostgreSQL has in its folder. */
const VERSION_FILE = 'PG_VERSION'

/** Opens an embedded database, in a directory or in memory. */
export async function openPglite(options: PGliteOptions = {}): Promise<PGlite> {
  // Creating a directory needs 430 MiB of memory for `initdb`, and an instance keeps this memory for as long as it is
  // open. So another instance opens the new database.
  if (isNew(options)) await (await PGlite.create(options)).close()
  const pglite = await PGlite.create(options)
  await pglite.exec(PLANNING_SETTINGS_SQL)
  return pglite
}

function isNew({ dataDir }: PGliteOptions): boolean {
  return dataDir !== undefined && !existsSync(join(dataDir, VERSION_FILE))
}
