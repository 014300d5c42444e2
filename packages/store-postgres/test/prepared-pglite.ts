import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { madeOnce } from '../../../test/once-a-run/made-once.js'
import { openPglite } from './open-pglite.js'

/** A database in memory with the schema and no rows, restored in a fraction of the time of a migration. */
export async function openPreparedPglite(): Promise<PGlite> {
  const dump = await readFile(join(await madeOnce('embedded'), 'dump.tar'))
  return await openPglite({ loadDataDir: new Blob([dump]) })
}
