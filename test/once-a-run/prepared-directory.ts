import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { madeOnce } from './made-once.js'

/** Puts a data directory where there is none: with the schema, without rows, in a fraction of the time to make one. */
export async function prepareDataDirectory(directory: string): Promise<void> {
  await cp(join(await madeOnce('embedded'), 'data'), directory, { recursive: true })
}
