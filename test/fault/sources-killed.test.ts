import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CommandProcess, serve } from '../../packages/cli/test/command-process.js'
import { onDirectory } from '../../packages/store-postgres/test/embedded-directory.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { anyGraphCommand } from '../../packages/use-case-contract/src/graph-command.js'
import { findViolations } from '../invariants/check-invariants.js'
import { prepareDataDirectory } from '../once-a-run/prepared-directory.js'
import {
  buildRequest,
  computeExpected,
  type GraphState,
  type Outcome,
  type PlacedCommand,
  readState,
} from './graph-state.js'
import { KEYS, send } from './load.js'
import { needsRound, ROUNDS } from './rounds.js'

/** The number of commands before the one during which the server is killed, and after the next start. */
const COMMANDS = { before: 6, after: 3 }
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
    return { env: { DATABASE_URL: database }, rounds: ROUNDS * 2, settle: () => look(allIdle), look, hasWitness: true }
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
      const ground = await prepare()
      const servers = new Servers(ground)
      let interrupted = 0
      for (let at = 0; needsRound(at, interrupted, ground.rounds); at++) {
        const round = await planRound(at)
        const answered = await servers.kill(round)
        if (answered === undefined) interrupted++
        await servers.goOn(round, findExecuted(round, { answered, state: await servers.state(round) }))
      }
      expect(interrupted).toBeGreaterThan(0)
      await servers.stop()
      await ground.look(async (run) => expect(await findViolations(run)).toEqual([]))
    },
    120_000 + ROUNDS * 120_000,
  )
})

// Helpers

/** A server that is killed and started again, and if possible a second server on the same database, which is not. */
class Servers {
  readonly #ground: Ground
  readonly #witness: CommandProcess | undefined
  #server: CommandProcess

  constructor(ground: Ground) {
    this.#ground = ground
    this.#server = this.#start()
    this.#witness = ground.hasWitness ? this.#start() : undefined
  }

  /** Sends the commands of a round, and kills the server during the last one. Returns the status of the last answer. */
  async kill({ earlier, last }: Round): Promise<number | undefined> {
    const url = await this.#server.url()
    let slowest = 0
    for (const command of earlier) {
      const started = performance.now()
      await send(url, buildRequest(command))
      slowest = Math.max(slowest, performance.now() - started)
    }
    const pending = send(url, buildRequest(last)).catch(() => undefined)
    await delay(Math.random() * slowest)
    this.#server.kill('SIGKILL')
    const [{ stderr }, answer] = await Promise.all([this.#server.ended, pending])
    expect(stderr).toBe('')
    await this.#ground.settle()
    this.#server = this.#start()
    return answer?.status
  }

  /** Reads the state of a round's place from all servers, and expects that they agree. */
  async state({ place }: Round): Promise<GraphState> {
    const state = await readState(await this.#server.url(), place)
    if (this.#witness) expect(await readState(await this.#witness.url(), place)).toEqual(state)
    return state
  }

  /** Sends further commands after those that have been executed. */
  async goOn(round: Round, done: readonly PlacedCommand[]): Promise<void> {
    const { place, seed } = round
    const further = sample(place, { seed: seed + 1, count: COMMANDS.after })
    for (const command of further) await send(await this.#server.url(), buildRequest(command))
    const { state } = await computeExpected([...done, ...further], place)
    expect(await this.state(round), JSON.stringify({ seed, done, further })).toEqual(state)
  }

  async stop(): Promise<void> {
    for (const server of [this.#server, this.#witness]) {
      server?.kill('SIGTERM')
      if (server) expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
    }
  }

  #start(): CommandProcess {
    return serve([], { ...KEYS, ...this.#ground.env })
  }
}

interface Found {
  readonly answered: number | undefined
  readonly state: GraphState
}

/** Returns the executed commands of a round: all if the last one was answered, otherwise all or all but the last. */
function findExecuted({ seed, earlier, last, outcomes }: Round, found: Found): readonly PlacedCommand[] {
  const [without, including] = outcomes
  const possible = found.answered === undefined ? [without.state, including.state] : [including.state]
  expect(possible, JSON.stringify({ seed, found, earlier, last })).toContainEqual(found.state)
  if (found.answered !== undefined) expect(found.answered).toBe(including.statuses.at(-1))
  return isDeepStrictEqual(found.state, including.state) ? [...earlier, last] : earlier
}

interface Round {
  /** The seed that generates the same commands again. */
  readonly seed: number
  readonly place: string
  readonly earlier: readonly PlacedCommand[]
  /** The command during which the server is killed. */
  readonly last: PlacedCommand
  /** The expected outcomes without and with the last command. */
  readonly outcomes: readonly [Outcome, Outcome]
}

/** Looks for commands of which the last one changes something. */
async function planRound(round: number): Promise<Round> {
  const place = `round-${round}`
  for (let tries = 1; ; tries++) {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const commands = sample(place, { seed, count: COMMANDS.before + 1 })
    const [earlier, last] = [commands.slice(0, -1), commands.at(-1) as PlacedCommand]
    const outcomes = [await computeExpected(earlier, place), await computeExpected(commands, place)] as const
    const isChange = !isDeepStrictEqual(outcomes[0].state, outcomes[1].state)
    if (isChange || tries === MOST_TRIES) return { seed, place, earlier, last, outcomes }
  }
}

function sample(
  place: string,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly PlacedCommand[] {
  return fc.sample(anyGraphCommand(), { seed, numRuns: count }).map((command) => ({ place, command }))
}

async function allIdle(run: RunOn): Promise<void> {
  const busy = () =>
    run(`select pid from pg_stat_activity
      where application_name = 'opsgraph' and datname = current_database() and state <> 'idle'`)
  await vi.waitUntil(async () => (await busy()).length === 0, { timeout: 30_000, interval: 10 })
}
