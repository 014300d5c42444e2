import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { errorCode, StartError } from './faults.js'

/** The mode of new files (rules.md#files-and-their-modes-1): only this user can read them. */
const PRIVATE_MODE = 0o600

export type WriteText = (text: string) => Promise<void>

/**
 * Writes a file atomically. The data are written to a temporary file in the same folder. When they are complete on
 * disk, the temporary file is renamed to the target name, and replaces an existing file. Only this user can read the
 * new file. Temporary files that killed processes have left behind are removed by the next write. A target that is not
 * a regular file, such as a named pipe, is written directly. Unlike `write-file-atomic`, this takes the content in
 * pieces: a snapshot need not fit into memory.
 *
 * @throws StartError if the file cannot be written; no partial file remains
 */
export async function writeWholeFile<T>(path: string, work: (write: WriteText) => Promise<T>): Promise<T> {
  if (path === '') throw new StartError('the name of the file is empty: name a file')
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory()) throw new StartError(`${path} is a directory: name a file`)
  if (stats !== undefined && !stats.isFile()) return await writeTo({ target: path, path, flags: 'w' }, work)
  const target = await realpath(path).catch(() => path)
  const temporary = chooseTemporaryName(target)
  await removeStaleFiles(target)
  try {
    const result = await writeTo({ target: temporary, path, flags: 'wx' }, work)
    await rename(temporary, target)
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

interface FileToWrite {
  /** The path of the file that is opened: a temporary file, or `path` itself. */
  readonly target: string
  /** The path for messages. */
  readonly path: string
  /** `wx` = the target must be new, so that no symbolic link of another user is followed. */
  readonly flags: 'w' | 'wx'
}

async function writeTo<T>({ target, path, flags }: FileToWrite, work: (write: WriteText) => Promise<T>): Promise<T> {
  const file = await open(target, flags, PRIVATE_MODE).catch((error: unknown) => {
    throw unwritableFileError(path, error)
  })
  try {
    const result = await work(async (text) => {
      await file.writeFile(text).catch((error: unknown) => {
        throw unwritableFileError(path, error)
      })
    })
    await syncFile(file, path)
    return result
  } finally {
    await file.close()
  }
}

/**
 * Flushes a file to the disk. The error EINVAL is ignored, because pipes and devices cannot be flushed and give this
 * error.
 */
async function syncFile(file: FileHandle, path: string): Promise<void> {
  await file.sync().catch((error: unknown) => {
    if (errorCode(error) !== 'EINVAL') throw unwritableFileError(path, error)
  })
}

/** Explains the most common system errors; other errors keep their message. */
function unwritableFileError(path: string, error: unknown): StartError {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new StartError(`there is no directory ${dirname(path)}`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(`${path} may not be written by this user`)
    case 'ENOSPC':
      return new StartError(`no space is left for ${path}`)
    default:
      return new StartError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Chooses a temporary name in the folder of a file. The name contains the process id and the host name, so that a later
 * process can recognize and remove a stale file.
 */
export function chooseTemporaryName(target: string): string {
  return `${target}.${process.pid}-${randomUUID().slice(0, 8)}@${hostname()}.tmp`
}

/**
 * Removes the temporary files that earlier processes on this machine have left for a target file. A temporary file is
 * kept if its process still runs.
 */
export async function removeStaleFiles(target: string): Promise<void> {
  const folder = dirname(target)
  const start = `${basename(target)}.`
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, host] = name.startsWith(start)
      ? (/^(\d+)-[0-9a-f]{8}@(.+)[.]tmp$/.exec(name.slice(start.length)) ?? [])
      : []
    if (host === hostname() && !isProcessRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

/**
 * Whether a process is running. If `kill` fails with ESRCH, the process does not exist. Any other error, such as EPERM
 * for a process of another user, means that the process is running.
 */
function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
