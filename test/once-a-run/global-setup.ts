import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { OnceARun } from './made-once.js'
import type { SharedResource } from './shared-resource.js'

/**
 * Functions that create the shared resources. Each is called for the first test that needs it: small runs stay short.
 */
const MAKERS: Readonly<Record<OnceARun, () => Promise<SharedResource>>> = {
  /** The connection string of a PostgreSQL server, where tests create their databases. */
  postgres: async () => (await import('../../packages/store-postgres/test/shared-postgres.js')).startSharedPostgres(),
  /** The folder of the programs of the newest PostgreSQL, for tests that stop a server. */
  programs: async () =>
    (await import('../../packages/store-postgres/test/postgres-programs.mjs')).preparePrograms('newest'),
  /** A folder with an embedded database, for tests to copy. It has the schema but no rows. */
  embedded: async () => (await import('../../packages/store-postgres/test/shared-embedded.js')).makeSharedEmbedded(),
  /** The folder of the console, built from its sources. */
  console: async () => (await import('../../packages/web/test/harness/shared-console.js')).buildSharedConsole(),
  /** The endpoint of a Chromium, in which tests open isolated windows. */
  browser: async () => (await import('../../packages/web/test/harness/shared-browser.js')).startSharedBrowser(),
}

const made = new Map<OnceARun, Promise<SharedResource>>()
let server: Server

/** Runs before all tests, in the process that starts them (see vitest.config.ts). */
export async function setup(project: TestProject): Promise<void> {
  server = createServer(async ({ url = '' }, response) => {
    // Close each connection: otherwise the server could close an idle connection while the next request is being sent
    // on it.
    response.setHeader('Connection', 'close')
    try {
      response.end((await make(url.slice(1) as OnceARun)).place)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('onceARun', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  // When tests run again after a change, resources that were built from the sources are outdated.
  project.onTestsRerun(removeAll)
}

export async function teardown(): Promise<void> {
  server.closeAllConnections()
  server.close()
  await removeAll()
}

function make(name: OnceARun): Promise<SharedResource> {
  const known = made.get(name) ?? MAKERS[name]()
  made.set(name, known)
  return known
}

async function removeAll(): Promise<void> {
  const all = await Promise.allSettled(made.values())
  made.clear()
  await Promise.all(all.map(async (one) => one.status === 'fulfilled' && (await one.value.remove())))
}
