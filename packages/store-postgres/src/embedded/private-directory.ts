import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OpsgraphError } from '@opsgraph/core/store'

const PERMISSION_BITS = 0o777
/** The permission bits of the group and of all other users. */
const OTHER_USERS_BITS = 0o077

/**
 * Makes a data directory that only its owner can enter: creates it, or removes the rights of other users from an
 * existing one (rules.md#files-and-their-modes). On Windows, where a mode means nothing, the directory is only created.
 *
 * @param ownFile a file that exists below the directory if an earlier start has used the directory
 * @returns the path without symbolic links
 * @throws OpsgraphError `forbidden`, with the reason, if the directory stays open to another user; Error with the
 *   reason of the operating system, if it cannot be created or changed
 */
export async function makePrivateDirectory(directory: string, ownFile: string): Promise<string> {
  await makeDirectory(resolve(directory))
  const path = await realpath(directory)
  const user = process.getuid?.()
  if (user === undefined) return path
  const { uid, mode } = await stat(path)
  if (uid !== user) {
    throw directoryRefusalError(
      path,
      `belongs to the user ${uid}, and opsgraph runs as the user ${user}: let both be the same user`,
    )
  }
  if ((mode & OTHER_USERS_BITS) === 0) return path
  // A directory with files of other programs, such as /tmp or a home directory, may have to stay open.
  if (!existsSync(join(path, ownFile)) && (await readdir(path)).length > 0) {
    throw directoryRefusalError(
      path,
      'is open to other users and holds files that are not of opsgraph: close it with `chmod 700` if only you use it',
    )
  }
  await chmod(path, 0o700)
  if (((await stat(path)).mode & OTHER_USERS_BITS) === 0) return path
  throw directoryRefusalError(
    path,
    'stays open to other users, because its file system keeps no permissions: use another file system',
  )
}

/**
 * Gives a folder in a private directory and all folders below it the mode 700, and all their files the mode 600. The
 * embedded database ignores the umask of the process, and creates most of its files with mode 666.
 */
export async function closeFiles(folder: string): Promise<void> {
  if (process.getuid === undefined) return
  await setMode(folder, 0o700)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await setMode(path, 0o700)
    else if (entry.isFile()) await setMode(path, 0o600)
  }
}

/**
 * Sets the mode of a file or folder. Ignores a file that belongs to another user, or that has just been removed,
 * because nobody else can enter the directory above.
 */
async function setMode(path: string, wanted: number): Promise<void> {
  try {
    if (((await lstat(path)).mode & PERMISSION_BITS) !== wanted) await chmod(path, wanted)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ['ENOENT', 'EPERM'].includes(String(error.code)))) throw error
  }
}

function directoryRefusalError(path: string, fault: string): OpsgraphError {
  return new OpsgraphError('forbidden', `the data directory ${path} ${fault}`)
}

/** The mode of new directories. An existing directory keeps its mode. */
const PRIVATE_MODE = { mode: 0o700 } as const

/**
 * Creates a directory and its missing parents, which only this user can enter. Does not use the option `recursive` of
 * `mkdir`: with this option, `mkdir` never returns on a file system in which no directory can be created, such as
 * `/proc`.
 *
 * @throws Error with the reason of the operating system
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, PRIVATE_MODE)
  } catch (error) {
    if (await isDirectory(path)) return
    const parent = dirname(path)
    if (parent === path || (await isDirectory(parent))) throw error
    await makeDirectory(parent)
    await mkdir(path, PRIVATE_MODE)
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
}
