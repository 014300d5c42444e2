import { execFileSync, spawnSync } from 'node:child_process'
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findFreePort } from '../../../test/free-port.js'
import { madeOnce } from '../../../test/once-a-run/made-once.js'
import { PostgresProcess } from './postgres-process.mjs'
import { makeFolder } from './postgres-programs.mjs'

/** Runs a statement and returns its rows as objects. */
export type RunOn = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/**
 * The server does not wait for the disk: what it has written survives a crash of the server, but not of the machine. It
 * does not compile statements, because compiling takes longer than running the short statements of the tests.
 */
const SETTINGS = { max_connections: '60', fsync: 'off', jit: 'off' }

/** A PostgreSQL server of the newest version that a test may stop or crash, and start again with its data. */
export class StoppableServer {
  readonly #directory: string
  readonly #port: number
  readonly #programs: string
  readonly #process: PostgresProcess

  private constructor(programs: string, directory: string, port: number) {
    this.#directory = directory
    this.#port = port
    this.#programs = programs
    this.#process = new PostgresProcess({ programs, directory, port, settings: SETTINGS })
  }

  static async start(): Promise<StoppableServer> {
    const programs = await madeOnce('programs')
    const server = new StoppableServer(programs, makeFolder('opsgraph-postgres-'), await findFreePort())
    await server.#process.initialise(['--no-sync', '--wal-segsize=1'])
    await server.#process.start()
    return server
  }

  /**
   * Makes a standby of this server: a copy of its files that replays its log. This server is stopped while its files
   * are copied.
   */
  async standby(): Promise<StoppableServer> {
    const copy = new StoppableServer(this.#programs, `${this.#directory}-standby`, await findFreePort())
    await this.stop()
    execFileSync('cp', ['-a', this.#directory, copy.#directory])
    await this.restart()
    const primary = `host=127.0.0.1 port=${this.#port} user=postgres password=postgres`
    await appendFile(join(copy.#directory, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
    await writeFile(join(copy.#directory, 'standby.signal'), '')
    await copy.#process.start()
    return copy
  }

  /** The host and port of this server, as in its connection strings. */
  get host(): string {
    return `127.0.0.1:${this.#port}`
  }

  /** Creates an empty database and returns its connection string. */
  async createDatabase(name: string): Promise<string> {
    const url = `postgres://postgres:postgres@127.0.0.1:${this.#port}/${name}`
    await connected(url.replace(/\w+$/, 'postgres'), (run) => run(`create database ${name} template template0`))
    return url
  }

  /** Ends every session and then the server, as during an upgrade. */
  async stop(): Promise<void> {
    await this.#process.stop()
  }

  /** Ends the server abruptly, like a power cut. The server recovers its data when it starts again. */
  async crash(): Promise<void> {
    process.kill(await this.#pid(), 'SIGQUIT')
    await this.#process.stop()
  }

  /**
   * Makes the server hang: connections stay open, the operating system accepts new ones, and the server answers
   * nothing.
   */
  async freeze(): Promise<void> {
    await this.#signal('SIGSTOP')
  }

  async thaw(): Promise<void> {
    await this.#signal('SIGCONT')
  }

  /**
   * Limits the length of the files of the server, which simulates a full disk. The segments of the PostgreSQL log have
   * 1 MiB (`--wal-segsize=1`), so a larger limit does not affect the log.
   */
  async limitFiles(bytes: string): Promise<void> {
    const { uid, gid } = await stat(this.#directory)
    for (const pid of await this.#processes()) {
      // The result is ignored: a process that has ended in the meantime needs no limit.
      spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`], { uid, gid })
    }
  }

  async restart(): Promise<void> {
    await this.#process.start()
  }

  async remove(): Promise<void> {
    await this.thaw().catch(() => undefined)
    await this.#process.stop()
    await rm(this.#directory, { recursive: true, force: true })
  }

  async #pid(): Promise<number> {
    const [pid] = (await readFile(join(this.#directory, 'postmaster.pid'), 'utf8')).split('\n')
    return Number(pid)
  }

  async #signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    // Signals the main process first, so that a stopped server starts no more processes.
    process.kill(await this.#pid(), signal)
    spawnSync('kill', [`-${signal}`, ...(await this.#processes()).map(String)])
  }

  /** The pids of the main process, and of the processes that it has started. */
  async #processes(): Promise<readonly number[]> {
    const server = await this.#pid()
    const processes = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
    const started = processes
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([parent]) => parent === server)
    return [server, ...started.flatMap(([, pid]) => pid ?? [])]
  }
}

/** Runs `work` on a connection that no store uses. */
export async function connected<T>(url: string, work: (run: RunOn) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'test' })
  // If the server ends, the query that runs fails. A client that runs no query reports this by an event only.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
