import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const FILE = 'admin-key'
const MADE_KEY = /^[\w-]{32}$/
/** Permissions of anybody but the owner. */
const OTHERS = 0o077

/** The kept key cannot be used; the message is one line and says what to do. */
export class KeyFileError extends Error {}

/**
 * The admin key of a server that is about to start: the one in `ADMIN_KEY`, else the one that an earlier start has kept in
 * the data directory, else a new one.
 *
 * @param {readonly string[]} args flags of `opsgraph serve`
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ readonly key: string, readonly newFile: string | undefined }} `newFile`: if the key is new and the store
 *   outlives the server, where to keep it once the server listens
 * @throws {KeyFileError} if there is a file and it is not a key that only its owner can read
 */
export function findAdminKey(args, env) {
  if (env.ADMIN_KEY) return { key: env.ADMIN_KEY, newFile: undefined }
  const { directory, isKept } = readPlace(args, env)
  const file = join(directory, FILE)
  const kept = isKept ? readKey(file) : undefined
  if (kept !== undefined) return { key: kept, newFile: undefined }
  return { key: randomBytes(24).toString('base64url'), newFile: isKept ? file : undefined }
}

/**
 * Makes the data directory for its owner alone, before the server makes it for everybody to read. If it cannot be made here,
 * the server makes it, or says why not. Not `recursive`: Node never returns from that below `/proc`.
 *
 * @param {string} file
 */
export function makePrivateDirectory(file) {
  try {
    mkdirSync(dirname(file), { mode: 0o700 })
  } catch {}
}

/**
 * Writes a key that only its owner can read; never over another file.
 *
 * @param {string} file @param {string} key
 */
export function keepAdminKey(file, key) {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, `${key}\n`)
    fsyncSync(handle)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

/**
 * Where `opsgraph serve` has its data directory, and whether its data outlives it. The server refuses what is wrong here.
 *
 * @param {readonly string[]} args @param {Readonly<Record<string, string | undefined>>} env
 */
function readPlace(args, env) {
  const options = /** @type {const} */ ({ 'data-dir': { type: 'string' }, store: { type: 'string' } })
  const { values } = parseArgs({ args: [...args], options, strict: false })
  /** @param {keyof typeof options} name */
  const flag = (name) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    directory: flag('data-dir') ?? (env.OPSGRAPH_DATA_DIR || './opsgraph-data'),
    isKept: (flag('store') ?? env.OPSGRAPH_STORE) !== 'memory',
  }
}

/** @param {string} file @returns {string | undefined} the key; `undefined` if there is no such file */
function readKey(file) {
  try {
    const { mode } = requireFile(file)
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new KeyFileError(`${file} is open to others (mode ${(mode & 0o777).toString(8)}): ${ANOTHER_KEY}`)
    }
    const key = readFileSync(file, 'utf8').trim()
    if (MADE_KEY.test(key)) return key
  } catch (error) {
    if (error instanceof KeyFileError) throw error
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new KeyFileError(`${file} cannot be read (${message}): mend its owner, or ${ANOTHER_KEY}`)
  }
  throw new KeyFileError(`${file} does not hold a key of npm start: ${ANOTHER_KEY}`)
}

/** @param {string} file */
function requireFile(file) {
  const stats = statSync(file)
  if (!stats.isFile()) throw new KeyFileError(`${file} is not a file: ${ANOTHER_KEY}`)
  return stats
}

const ANOTHER_KEY = 'delete it to get a new key, or set ADMIN_KEY'
