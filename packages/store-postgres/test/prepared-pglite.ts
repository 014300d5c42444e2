import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { madeOnce } from '../../../test/once-a-run/made-once.js'
import { openPglite } from '../src/open-pglite.js'

/** A database in memory that has the schema and no rows, in a fraction of the time to make one. */
export async function openPreparedPglite(): Promise<PGlite> {
  const dump = await readFile(join(await madeOnce('embedded'), 'dump.tar'))
  return await openPglite({ loadDataDir: new Blob([dump]) })
}
