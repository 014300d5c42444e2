import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it that are missing. Node's own `recursive` never returns where a file system
 * lets nothing be made, as below `/proc`.
 *
 * @throws Error with the reason of the operating system
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (await isDirectory(path)) return
    const parent = dirname(path)
    if (parent === path || (await isDirectory(parent))) throw error
    await makeDirectory(parent)
    await mkdir(path)
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
}
