import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { onDirectory } from '../../packages/store-postgres/test/embedded-directory.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { prepareDataDirectory } from '../once-a-run/prepared-directory.js'
import { KEYS, type Load } from './load.js'
import { ROUNDS } from './rounds.js'
import { expectConsistent, prepareLoad } from './scene.js'

/** A server is killed after a random number of answers and a random further delay. These are the maximum values. */
const LONGEST_LIFE = { answers: 40, milliseconds: 50 }
/** The minimum number of answers before a server is killed. */
const SHORTEST_LIFE = 5

interface Ground {
  /** The environment variables that make a server use the database of the test. */
  readonly env: Readonly<Record<string, string>>
  /** Runs statements in the database at a time when no server uses it. */
  readonly look: (work: (run: RunOn) => Promise<void>) => Promise<void>
}

let postgres: StoppableServer
let directory: string
beforeAll(async () => {
  postgres = await StoppableServer.start()
  directory = await mkdtemp(join(tmpdir(), 'opsgraph-killed-'))
  await prepareDataDirectory(directory)
})
afterAll(async () => {
  await postgres?.remove()
  await rm(directory, { recursive: true, force: true })
})

const GROUNDS: Readonly<Record<string, () => Promise<Ground>>> = {
  'a PostgreSQL server': async () => {
    const database = await postgres.createDatabase('killed')
    const look: Ground['look'] = (work) =>
      connected(database, async (run) => {
        await allSessionsEnded(run)
        await work(run)
      })
    return { env: { DATABASE_URL: database }, look }
  },
  'the embedded database': async () => {
    return { env: { OPSGRAPH_DATA_DIR: directory }, look: (work) => onDirectory(directory, work) }
  },
}

describe('a server that is killed at a random moment', () => {
  it.each(Object.entries(GROUNDS))(
    'should have stored all acknowledged writes, and no partial write: %s',
    async (_, prepare) => {
      const { env, look } = await prepare()
      let load: Load | undefined
      for (let round = 0; round < ROUNDS; round++) {
        const server = serve([], { ...env, ...KEYS })
        const url = await server.url()
        load ??= await prepareLoad(url)
        const running = load.run([url], NEVER, { silence: true })
        await lifeOf(load)
        server.kill('SIGKILL')
        const [{ stderr }] = await Promise.all([server.ended, running])
        expect(stderr).toBe('')
        const written = load
        await look((run) => expectConsistent(written, run))
      }
      expect(load?.answered).toBeGreaterThanOrEqual(SHORTEST_LIFE * ROUNDS)
    },
    90_000 + ROUNDS * 20_000,
  )
})

// Helpers

const NEVER = new AbortController().signal

async function lifeOf(load: Load): Promise<void> {
  const { answers, milliseconds } = LONGEST_LIFE
  const enough = load.answered + SHORTEST_LIFE + Math.floor(Math.random() * (answers - SHORTEST_LIFE))
  await vi.waitUntil(() => load.answered >= enough, { timeout: 60_000, interval: 1 })
  await delay(Math.random() * milliseconds)
}

/** Waits until all sessions have ended: PostgreSQL may still execute statements of a client that has disconnected. */
async function allSessionsEnded(run: RunOn): Promise<void> {
  const sessions = () =>
    run(`select pid from pg_stat_activity where application_name = 'opsgraph' and datname = current_database()`)
  await vi.waitUntil(async () => (await sessions()).length === 0, { timeout: 30_000, interval: 10 })
}
