import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** The file in the data directory in which the demo stores its admin key, so that its next start uses the same key. */
const FILE = 'admin-key'
const ADVICE = 'delete it to get a new key, or set ADMIN_KEY'
const MADE_KEY = /^[\w-]{32}$/
/** The permission bits of the group and of other users. */
const OTHERS = 0o077

/** The stored key cannot be used. The message is one line, and explains what to do. */
export class KeyFileError extends Error {}

/**
 * Finds the admin key for a server that is about to start. It is the first of these keys that exists:
 *
 * 1. the value of the environment variable `ADMIN_KEY`
 * 2. the key that an earlier start has stored in the data directory
 * 3. a new key
 *
 * @param {readonly string[]} args flags of `opsgraph serve`
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ readonly key: string, readonly newFile: string | undefined }} `newFile`: the file in which to store the
 *   key after the server listens; `undefined` if the key is not new, or the store is not persistent
 * @throws {KeyFileError} if the key file does not contain a key, or if other users can read the file
 */
export function findKey(args, env) {
  const given = env.ADMIN_KEY
  if (given) return { key: given, newFile: undefined }
  const { directory, isPersistent } = readPlace(args, env)
  const file = join(directory, FILE)
  const stored = isPersistent ? readKey(file) : undefined
  if (stored !== undefined) return { key: stored, newFile: undefined }
  return { key: randomBytes(24).toString('base64url'), newFile: isPersistent ? file : undefined }
}

/**
 * Creates the data directory with access only for its owner, because the server would create it with the default
 * permissions. An error is ignored here: the server then creates the directory, or reports why it cannot create the
 * directory. The option `recursive` is not used, because with it `mkdirSync` never returns for a path below `/proc`.
 *
 * @param {string} file
 */
export function makePrivateDirectory(file) {
  try {
    mkdirSync(dirname(file), { mode: 0o700 })
  } catch {}
}

/**
 * Writes a key to a new file that only its owner can read. Never overwrites a file.
 *
 * @param {string} file @param {string} key
 */
export function storeKey(file, key) {
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
 * Finds the data directory of `opsgraph serve`, and whether its store is persistent. Invalid values are not reported
 * here, because the server refuses them.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 */
function readPlace(args, env) {
  const options = /** @type {const} */ ({ 'data-dir': { type: 'string' }, store: { type: 'string' } })
  const { values } = parseArgs({ args: [...args], options, strict: false })
  /** @param {keyof typeof options} name */
  const flag = (name) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    directory: flag('data-dir') ?? (env.OPSGRAPH_DATA_DIR || './opsgraph-data'),
    isPersistent: (flag('store') ?? env.OPSGRAPH_STORE) !== 'memory',
  }
}

/** @param {string} file @returns {string | undefined} `undefined` if there is no such file */
function readKey(file) {
  try {
    const stats = statSync(file)
    if (!stats.isFile()) throw new KeyFileError(`${file} is not a file: ${ADVICE}`)
    const { mode } = stats
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new KeyFileError(`${file} is open to others (mode ${(mode & 0o777).toString(8)}): ${ADVICE}`)
    }
    const key = readFileSync(file, 'utf8').trim()
    if (MADE_KEY.test(key)) return key
  } catch (error) {
    if (error instanceof KeyFileError) throw error
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new KeyFileError(`${file} cannot be read (${message}): change its owner, or ${ADVICE}`)
  }
  throw new KeyFileError(`${file} does not hold a key of npm start: ${ADVICE}`)
}
