import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A directory that exists keeps its mode. */
const PRIVATE = { mode: 0o700 } as const

/**
 * Creates a directory and its missing parents, which only this user can enter. Does not use the option `recursive` of `mkdir`: with this option,
 * `mkdir` never returns on a file system in which no directory can be created, such as `/proc`.
 *
 * @throws Error with the reason of the operating system
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, PRIVATE)
  } catch (error) {
    if (await isDirectory(path)) return
    const parent = dirname(path)
    if (parent === path || (await isDirectory(parent))) throw error
    await makeDirectory(parent)
    await mkdir(path, PRIVATE)
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
}
