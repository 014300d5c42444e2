import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresUser } from './postgres-programs.mjs'

const READY = /database system is ready to accept (?:read-only |read only )?connections/
/** The messages must be in English, because `READY` is. */
const LANGUAGE = { LC_ALL: 'C', LC_MESSAGES: 'C' }
const PASSWORD = 'postgres'

/**
 * A PostgreSQL server in a data directory of its own. It listens on 127.0.0.1, and its administrator is `postgres` with
 * the password `postgres`. It ends with this process at the latest.
 */
export class PostgresProcess {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  #ended = Promise.resolve()
  #printed = ''
  #user = postgresUser()

  /**
   * @param {object} options
   * @param {string} options.programs the folder that has `bin` in it, from `preparePrograms`
   * @param {string} options.directory the data directory: a folder from `makeFolder`
   * @param {number} options.port
   * @param {Readonly<Record<string, string>>} options.settings
   */
  constructor({ programs, directory, port, settings }) {
    this.bin = join(programs, 'bin')
    this.directory = directory
    this.port = port
    this.settings = { listen_addresses: '127.0.0.1', ...settings }
  }

  /** @param {readonly string[]} flags further flags of `initdb` */
  async initialise(flags = []) {
    const passwordFile = `${this.directory}.password`
    writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 })
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid)
    const access = ['--auth=password', '--username=postgres', `--pwfile=${passwordFile}`]
    try {
      const child = this.#run('initdb', [
        `--pgdata=${this.directory}`,
        ...access,
        '--encoding=UTF8',
        '--locale=C',
        ...flags,
      ])
      const [status] = await once(child, 'close')
      if (status !== 0) throw this.#failure('initdb')
    } finally {
      rmSync(passwordFile)
    }
  }

  /** Starts the server, and waits until it accepts connections. */
  async start() {
    const settings = Object.entries(this.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = this.#run('postgres', ['-D', this.directory, '-p', String(this.port), ...settings])
    this.#child = child
    const end = () => child.kill('SIGINT')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
    await new Promise((resolve, reject) => {
      child.stderr?.on('data', () => READY.test(this.#printed) && resolve(undefined))
      child.once('error', reject).once('close', () => reject(this.#failure('postgres')))
    })
  }

  /** Ends all sessions and the server. Does nothing if the server does not run. */
  async stop() {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined) return
    // Windows has no signals.
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/f', '/t'])
    else child.kill('SIGINT')
    await this.#ended
  }

  /** @param {string} program @param {readonly string[]} args */
  #run(program, args) {
    const env = { ...process.env, ...LANGUAGE }
    // Both programs need a working directory that their user can enter.
    const child = spawn(join(this.bin, program), args, { ...this.#user, env, cwd: this.directory })
    this.#printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.#printed = (this.#printed + chunk).slice(-PRINTED_LENGTH)
      })
    }
    return child
  }

  /** @param {string} program */
  #failure(program) {
    return new Error(`${join(this.bin, program)} failed:\n${this.#printed}`)
  }
}

/** The number of characters of the output that an error message contains. */
const PRINTED_LENGTH = 4_000
