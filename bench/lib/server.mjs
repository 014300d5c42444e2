import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import pg from 'pg'
import { PostgresProcess } from '../../packages/store-postgres/test/postgres-process.mjs'
import { makeFolder, preparePrograms } from '../../packages/store-postgres/test/postgres-programs.mjs'

/**
 * @typedef {object} Server
 * @property {(name: string) => Promise<string>} createDatabase creates an empty database and returns its URL
 * @property {() => Promise<void>} stop removes the databases that were created
 */

/**
 * The settings of PostgreSQL. Writes reach the disk as in production. Checkpoints are rare, so that they do not disturb
 * single runs.
 */
const SETTINGS = {
  shared_buffers: '1GB',
  fsync: 'on',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
}

/**
 * Starts a PostgreSQL server in a temporary directory. If `DATABASE_URL` is set, the server at that URL is used.
 *
 * @returns {Promise<Server>}
 */
export async function startServer() {
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl) return openServerAt(databaseUrl, async () => {})
  const port = await findFreePort()
  const programs = preparePrograms('newest')
  const directory = makeFolder('opsgraph-bench-')
  const server = new PostgresProcess({ programs: programs.place, directory, port, settings: SETTINGS })
  await server.initialise()
  await server.start()
  return openServerAt(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`, async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
    await programs.remove()
  })
}

/**
 * @param {string} url
 * @param {() => Promise<void>} stop
 * @returns {Server}
 */
function openServerAt(url, stop) {
  /** @type {string[]} */
  const created = []
  return {
    createDatabase: async (name) => {
      const database = `opsgraph_bench_${process.pid}_${name}`
      await runAsAdministrator(url, `create database ${database} template template0 encoding 'UTF8'`)
      created.push(database)
      const target = new URL(url)
      target.pathname = database
      return target.href
    },
    stop: async () => {
      for (const database of created) await runAsAdministrator(url, `drop database ${database} with (force)`)
      await stop()
    },
  }
}

/**
 * @param {string} url
 * @param {string} statement
 */
async function runAsAdministrator(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
