import { rm } from 'node:fs/promises'
import { findFreePort } from '../../../test/free-port.js'
import type { SharedResource } from '../../../test/once-a-run/shared-resource.js'
import { PostgresProcess } from './postgres-process.mjs'
import { makeFolder, preparePrograms } from './postgres-programs.mjs'

/** Settings of the test server. The server never waits for the disk, because its data is deleted after the tests. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

/**
 * Starts the server that is shared by all tests that do not stop their server. It is stopped after the tests. The
 * shared server has the oldest supported version; tests that stop a server use the newest version.
 */
export async function startSharedPostgres(): Promise<SharedResource> {
  const programs = preparePrograms('oldest')
  const [directory, port] = [makeFolder('opsgraph-postgres-'), await findFreePort()]
  const server = new PostgresProcess({ programs: programs.place, directory, port, settings: SETTINGS })
  const remove = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
    await programs.remove()
  }
  try {
    await server.initialise(['--no-sync'])
    await server.start()
    return { place: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
