import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { madeOnce } from './made-once.js'

/** Creates a data directory with the schema and no rows, by a copy, which is much faster than a new database. */
export async function prepareDataDirectory(directory: string): Promise<void> {
  await cp(join(await madeOnce('embedded'), 'data'), directory, { recursive: true })
}
