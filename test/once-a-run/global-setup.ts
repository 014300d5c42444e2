import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { Kept } from './kept.js'
import type { OnceARun } from './made-once.js'

/** Each is made when the first test asks, so that a run of few tests waits for nothing that they do not need. */
const MAKERS: Readonly<Record<OnceARun, () => Promise<Kept>>> = {
  /** The connection string of a PostgreSQL server, where tests make databases of their own. */
  postgres: async () => (await import('../../packages/store-postgres/test/shared-postgres.js')).startSharedPostgres(),
  /** A folder with an embedded database that has the schema and no rows, to be copied. */
  embedded: async () => (await import('../../packages/store-postgres/test/shared-embedded.js')).makeSharedEmbedded(),
  /** The folder of the console, built from its sources. */
  console: async () => (await import('../../packages/web/test/harness/shared-console.js')).buildSharedConsole(),
  /** Where a Chromium listens for tests, which open windows that share nothing. */
  browser: async () => (await import('../../packages/web/test/harness/shared-browser.js')).startSharedBrowser(),
}

const made = new Map<OnceARun, Promise<Kept>>()
let server: Server

/** Run by vitest.config.ts in the process that starts the tests. */
export async function setup(project: TestProject): Promise<void> {
  server = createServer(async ({ url = '' }, response) => {
    // A connection that is kept could be closed just as the next request is sent on it, while something is made.
    response.setHeader('Connection', 'close')
    try {
      response.end((await make(url.slice(1) as OnceARun)).place)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('onceARun', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  // What is made of sources may be another after a change.
  project.onTestsRerun(removeAll)
}

export async function teardown(): Promise<void> {
  server.closeAllConnections()
  server.close()
  await removeAll()
}

function make(name: OnceARun): Promise<Kept> {
  const known = made.get(name) ?? MAKERS[name]()
  made.set(name, known)
  return known
}

async function removeAll(): Promise<void> {
  const all = await Promise.allSettled(made.values())
  made.clear()
  await Promise.all(all.map(async (one) => one.status === 'fulfilled' && (await one.value.remove())))
}
