import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { CITUS_URL, type CitusEngine, startCitus } from '../../packages/store-postgres/test/citus.js'
import { EMPTY, type Run } from '../../packages/store-postgres/test/peek.js'
import { connected } from '../../packages/store-postgres/test/stoppable-server.js'
import { KEYS, ready, waitForProgress } from './load.js'
import { listOtherLines } from './log-lines.js'
import { ROUNDS } from './rounds.js'
import { expectConsistent, prepareLoad } from './scene.js'

/** The minimum number of requests that must fail with 503 because of the fault, in each round. */
const REFUSED = 10

const END = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`

/**
 * Statements that end sessions. The crash of a server would end the same sessions, but the test cannot crash a server,
 * because it did not start the cluster.
 */
const FAULTS = {
  'a worker': `select run_command_on_workers($$${END}$$)`,
  'the coordinator': `${END} and application_name = 'opsgraph'`,
}

if (CITUS_URL === undefined)
  it.skip('opsgraph on Citus: set CITUS_URL to the coordinator of a cluster', () => undefined)
else describe('two servers on Citus', suite)

function suite(): void {
  let engine: CitusEngine
  beforeAll(async () => {
    engine = await startCitus()
  })
  afterAll(() => engine?.close())

  it.each(Object.entries(FAULTS))(
    'should lose no answered request if the sessions of %s end under load',
    async (_, fault) => {
      await engine.run(EMPTY)
      const servers = [0, 1].map(() => serve([], { ...KEYS, DATABASE_URL: engine.url }))
      const urls = await Promise.all(servers.map((server) => server.url()))
      const load = await prepareLoad(urls[0] ?? '')
      const stop = new AbortController()
      const running = load.run(urls, stop.signal, { unavailable: true })
      for (let round = 0; round < ROUNDS; round++) {
        await waitForProgress(load, 'answered')
        await delay(Math.random() * 500)
        const before = load.unavailable
        await connected(engine.url, (run) =>
          vi.waitUntil(async () => (await run(fault)) && load.unavailable > before + REFUSED, {
            timeout: 30_000,
            interval: 50,
          }),
        )
        for (const url of urls) {
          await vi.waitUntil(async () => (await ready(url)).status === 200, { timeout: 30_000, interval: 20 })
        }
        await waitForProgress(load, 'answered')
      }
      stop.abort()
      await running
      // Completes the commits of transactions whose sessions were lost. Citus itself does this once a minute.
      await connected(engine.url, (run) =>
        vi.waitUntil(async () => (await run('select recover_prepared_transactions() as count'))[0]?.count === 0),
      )
      // A topology that was saved before such a commit was complete may have relations of its earlier edges, until it
      // is saved again.
      await load.once(urls[0] ?? '')
      for (const server of servers) server.kill('SIGTERM')
      for (const { end, stderr } of await Promise.all(servers.map((server) => server.ended))) {
        expect(end).toBe(0)
        expect(listOtherLines(stderr)).toEqual([])
      }
      await connected(engine.url, async (run) => {
        await copySpread(run)
        await expectConsistent(load, run)
      })
    },
    60_000 + ROUNDS * 30_000,
  )
}

// Helpers

/**
 * Creates temporary copies of the spread tables. They hide the original tables from the statements that check
 * consistency, because Citus refuses some of the joins in these statements.
 */
async function copySpread(run: Run): Promise<void> {
  for (const table of ['relation', 'alert']) await run(`create temporary table ${table} as select * from ${table}`)
}
