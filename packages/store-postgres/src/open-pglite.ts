import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PLANNING } from './planning.js'

/** Opens an embedded database, in a directory or in memory. */
export async function openPglite(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = await PGlite.create(options)
  await pglite.exec(PLANNING)
  return pglite
}
