import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, StartError } from './faults.js'
import { removeLeftBehind, temporaryNameOf } from './stale-temp-files.js'

export type WriteText = (text: string) => Promise<void>

/**
 * Writes a file as a whole: it appears, or replaces the one that was there, when all of it is on disk. Until then it
 * has another name beside it; what a killed process has left there goes when the file is written again. What is no file, such as a named pipe, is written as it is.
 *
 * @throws StartError when it cannot be written; nothing is left of it then
 */
export async function writeWhole<T>(path: string, work: (write: WriteText) => Promise<T>): Promise<T> {
  if (path === '') throw new StartError('the name of the file is empty: name a file')
  const known = await stat(path).catch(() => undefined)
  if (known?.isDirectory()) throw new StartError(`${path} is a directory: name a file`)
  if (known !== undefined && !known.isFile()) return await writeTo(path, path, work)
  const target = await realpath(path).catch(() => path)
  const temporary = temporaryNameOf(target)
  await removeLeftBehind(target)
  try {
    const result = await writeTo(temporary, path, work)
    await rename(temporary, target)
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeTo<T>(target: string, path: string, work: (write: WriteText) => Promise<T>): Promise<T> {
  const file = await open(target, 'w').catch((error: unknown) => {
    throw unwritable(path, error)
  })
  try {
    const result = await work(async (text) => {
      await file.writeFile(text).catch((error: unknown) => {
        throw unwritable(path, error)
      })
    })
    await keep(file, path)
    return result
  } finally {
    await file.close()
  }
}

/** Pipes and devices keep nothing. */
async function keep(file: FileHandle, path: string): Promise<void> {
  await file.sync().catch((error: unknown) => {
    if (errorCode(error) !== 'EINVAL') throw unwritable(path, error)
  })
}

/** The system's codes of what goes wrong most; anything else keeps its own words. */
function unwritable(path: string, error: unknown): StartError {
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
