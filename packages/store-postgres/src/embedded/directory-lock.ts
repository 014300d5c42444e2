import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpsgraphError } from '@opsgraph/core/store'

/** The directories that stores of this process have locked. */
const lockedHere = new Set<string>()

/**
 * Locks a directory for this process until the returned function is called. Takes over the lock of a process that has
 * ended: the file names the process, because a lock that expires after some time, as that of `proper-lockfile`, would
 * either be taken from a process that is suspended, or block a restart.
 *
 * @param path a path without symbolic links
 * @throws OpsgraphError `unavailable`, naming the directory, if another process or store has the lock; Error with the
 *   reason of the operating system, if nothing can be written into the directory
 */
export async function lockDirectory(path: string): Promise<() => Promise<void>> {
  if (lockedHere.has(path)) throw directoryInUseError(path, 'this process')
  lockedHere.add(path)
  const file = join(path, 'lock')
  const text = `${process.pid} ${randomUUID()}\n`
  try {
    await takeLock(path, file, text)
  } catch (error) {
    lockedHere.delete(path)
    throw error
  }
  let isReleased = false
  return async () => {
    if (isReleased) return
    isReleased = true
    if ((await readLock(file)) === text) await rm(file, { force: true })
    lockedHere.delete(path)
  }
}

async function takeLock(path: string, file: string, text: string): Promise<void> {
  if (await createLockFile(file, text)) return
  const stale = await readLock(file)
  if (stale !== undefined) {
    const owner = Number.parseInt(stale, 10)
    if (isProcessAlive(owner)) throw directoryInUseError(path, `process ${owner}`, file)
    await removeStaleLock(path, file, stale)
  }
  if (!(await createLockFile(file, text))) throw directoryInUseError(path, 'another process')
}

/**
 * Removes the lock file that an ended process has left. Throws if another process has just removed or replaced this
 * file.
 */
async function removeStaleLock(path: string, file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch {
    throw directoryInUseError(path, 'another process')
  }
  const moved = await readLock(aside)
  if (moved !== stale) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
  if (moved !== stale) throw directoryInUseError(path, 'another process')
}

/** Creates the lock file atomically with its text; an empty file would look like a stale lock. */
async function createLockFile(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function readLock(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

/**
 * Whether the process with the pid `owner` still has its lock. A lock with the pid of this process is stale: an earlier
 * process with the same pid has left it, because `lockedHere` contains the directories that this process has locked.
 */
function isProcessAlive(owner: number): boolean {
  if (!Number.isSafeInteger(owner) || owner <= 0 || owner === process.pid) return false
  try {
    process.kill(owner, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function directoryInUseError(path: string, owner: string, file?: string): OpsgraphError {
  const hint = file === undefined ? '' : `; if that is no opsgraph, remove ${file}`
  return new OpsgraphError('unavailable', `the data directory ${path} is in use by ${owner}${hint}`)
}
