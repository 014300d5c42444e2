import { createOpsgraph } from '@opsgraph/core'
import { openPostgresStore } from '@opsgraph/store-postgres'
import pg from 'pg'
import { startServer } from './server.mjs'

/** A caller with all scopes. */
export const CALLER = { user: 'bench', scopes: /** @type {const} */ (['admin']), requestId: null }

/**
 * A database with the schema of opsgraph, and two ways to use it: opsgraph itself, and a plain connection.
 *
 * @typedef {Awaited<ReturnType<typeof openStage>>} Stage
 */

/**
 * Runs `work` on a new database, and removes it afterwards.
 *
 * @param {string} name
 * @param {(stage: Stage) => Promise<void>} work
 */
export async function onStage(name, work) {
  await onServer(async (server) => {
    const stage = await openStage(await server.createDatabase(name))
    try {
      await work(stage)
    } finally {
      await stage.close()
    }
  })
}

/**
 * @param {(server: import('./server.mjs').Server) => Promise<void>} work
 */
export async function onServer(work) {
  const server = await startServer()
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

/** @param {string} url */
export async function openStage(url) {
  const store = await openPostgresStore({ connectionString: url })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The store uses these settings for its own connections. This connection must have them too, so that PostgreSQL
  // chooses the same plans for both connections.
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set jit = off; set random_page_cost = 1.1")
  return {
    url,
    store,
    opsgraph: createOpsgraph({ store }),
    client,
    close: async () => {
      await client.end()
      await store.close()
    },
  }
}
