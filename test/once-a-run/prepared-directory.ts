import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { madeOnce } from './made-once.js'

/**
 * Creates a data directory whose database has the schema but no rows. It copies a shared directory, which is much
 * faster than creating a database.
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  await cp(join(await madeOnce('embedded'), 'data'), directory, { recursive: true })
}
