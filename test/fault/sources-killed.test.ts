import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { onDirectory } from '../../packages/store-postgres/test/embedded-directory.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { anyGraphCommand } from '../../packages/use-case-contract/src/graph-command.js'
import { violations } from '../invariants/check-invariants.js'
import { prepareDataDirectory } from '../once-a-run/prepared-directory.js'
import { expected, type Outcome, type Placed, requestOf, stateOf } from './graph-state.js'
import { KEYS, send } from './load.js'
import { ROUNDS } from './rounds.js'

/** The number of commands before the one during which the server is killed, and after the next start. */
const COMMANDS = { before: 6, after: 3 }
/** If the server has answered before each kill, the test goes on for at most this number of rounds. */
const FURTHER_ROUNDS = 10
/** The number of commands that are tried to find one that changes something. */
const MOST_TRIES = 5

interface Ground {
  /** The environment variables that make a server use the database of the test. */
  readonly env: Readonly<Record<string, string>>
  readonly rounds: number
  /** Waits until the database has ended what a killed server has begun. */
  readonly settle: () => Promise<void>
  /** Runs statements in the database at a time when no server uses it. */
  readonly look: (work: (run: RunOn) => Promise<void>) => Promise<void>
  /** Whether a second server, which is not killed, can use the same database. */
  readonly hasWitness: boolean
}

let postgres: StoppableServer
let directory: string
beforeAll(async () => {
  postgres = await StoppableServer.start()
  directory = await mkdtemp(join(tmpdir(), 'opsgraph-sources-'))
  await prepareDataDirectory(directory)
})
afterAll(async () => {
  await postgres?.remove()
  await rm(directory, { recursive: true, force: true })
})

const GROUNDS: Readonly<Record<string, () => Promise<Ground>>> = {
  'a PostgreSQL server': async () => {
    const database = await postgres.createDatabase('sources_killed')
    const look: Ground['look'] = (work) => connected(database, work)
    return { env: { DATABASE_URL: database }, rounds: ROUNDS * 4, settle: () => look(allIdle), look, hasWitness: true }
  },
  'the embedded database': async () => {
    const look: Ground['look'] = (work) => onDirectory(directory, work)
    const env = { OPSGRAPH_DATA_DIR: directory }
    return { env, rounds: ROUNDS, settle: async () => undefined, look, hasWitness: false }
  },
}

describe('a server that is killed while sources of the graph write', () => {
  it.each(Object.entries(GROUNDS))(
    'should have done the last command or nothing of it, and answer from memory what is stored: %s',
    async (_, prepare) => {
      const { env, rounds, settle, look, hasWitness } = await prepare()
      const variables = { ...KEYS, ...env }
      const witness = hasWitness ? serve([], variables) : undefined
      let server = serve([], variables)
      let interrupted = 0
      for (let round = 0; round < rounds || (interrupted === 0 && round < rounds + FURTHER_ROUNDS); round++) {
        const { earlier, last, outcomes, place, seed } = await plan(round)
        const url = await server.url()
        let slowest = 0
        for (const command of earlier) {
          const started = performance.now()
          await send(url, requestOf(command))
          slowest = Math.max(slowest, performance.now() - started)
        }
        const pending = send(url, requestOf(last)).catch(() => undefined)
        await delay(Math.random() * slowest)
        server.kill('SIGKILL')
        const [{ stderr }, answer] = await Promise.all([server.ended, pending])
        expect(stderr).toBe('')
        if (answer === undefined) interrupted++
        await settle()
        server = serve([], variables)
        const next = await server.url()
        const found = await stateOf(next, place)
        const message = JSON.stringify({ seed, found, earlier, last, answer })
        const possible = outcomes.filter(({ statuses }) => answer === undefined || statuses.at(-1) === answer.status)
        const at = possible.findIndex(({ state }) => JSON.stringify(state) === JSON.stringify(found))
        expect(possible[at]?.state, message).toEqual(found)
        if (witness) expect(await stateOf(await witness.url(), place)).toEqual(found)
        const done = possible[at] === outcomes[0] ? earlier : [...earlier, last]
        const further = sample(place, { seed: seed + 1, count: COMMANDS.after })
        for (const command of further) await send(next, requestOf(command))
        expect(await stateOf(next, place), message).toEqual((await expected([...done, ...further], place)).state)
      }
      expect(interrupted).toBeGreaterThan(0)
      for (const running of [server, witness]) running?.kill('SIGTERM')
      for (const running of [server, witness]) if (running) expect(await running.ended).toMatchObject({ end: 0, stderr: '' })
      await look(async (run) => expect(await violations(run)).toEqual([]))
    },
    120_000 + ROUNDS * 120_000,
  )
})

// Helpers

interface Round {
  /** Creates the commands again. */
  readonly seed: number
  readonly place: string
  readonly earlier: readonly Placed[]
  /** The command during which the server is killed. */
  readonly last: Placed
  /** Without and with the last command. */
  readonly outcomes: readonly [Outcome, Outcome]
}

/** Looks for commands of which the last one changes something. */
async function plan(round: number): Promise<Round> {
  const place = `round-${round}`
  for (let tries = 1; ; tries++) {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const commands = sample(place, { seed, count: COMMANDS.before + 1 })
    const [earlier, last] = [commands.slice(0, -1), commands.at(-1) as Placed]
    const outcomes = [await expected(earlier, place), await expected(commands, place)] as const
    const isChange = JSON.stringify(outcomes[0].state) !== JSON.stringify(outcomes[1].state)
    if (isChange || tries === MOST_TRIES) return { seed, place, earlier, last, outcomes }
  }
}

function sample(place: string, { seed, count }: { readonly seed: number; readonly count: number }): readonly Placed[] {
  return fc.sample(anyGraphCommand(), { seed, numRuns: count }).map((command) => ({ place, command }))
}

async function allIdle(run: RunOn): Promise<void> {
  const busy = () =>
    run(`select pid from pg_stat_activity
      where application_name = 'opsgraph' and datname = current_database() and state <> 'idle'`)
  await vi.waitUntil(async () => (await busy()).length === 0, { timeout: 30_000, interval: 10 })
}
