import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { anyGraphCommand, type GraphCommand } from '../../packages/use-case-contract/src/graph-command.js'
import { findViolations } from '../invariants/check-invariants.js'
import { buildRequest, computeExpected, type Outcome, type PlacedCommand, readState } from './graph-state.js'
import { KEYS, send } from './load.js'
import { ROUNDS } from './rounds.js'
import type { Step } from './writers.js'

/** The number of tested pairs of commands that run at the same time, for each kind of the second command. */
const MEETINGS = 2 * ROUNDS + 1
/** The maximum number of milliseconds between the two commands of a pair. */
const LONGEST_DELAY = 12
/** The number of commands before each pair. */
const EARLIER = { imports: 2, others: 4 }
/** The number of pairs that are tried to find one whose order matters. */
const MOST_TRIES = 3

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

/**
 * The kinds of commands that an import meets. Other meetings, such as of a rename and an alert, are not tested. The
 * removal of a relation comes last, because it leaves edges without a claim, which the invariants do not allow.
 */
const MEETING: readonly GraphCommand['kind'][] = ['import', 'alert', 'put', 'rename', 'decommission', 'alias', 'delete']
/** Earlier commands delete no relation, because this would also withdraw the claim of a topology whose edge stays. */
const EARLIER_KINDS = MEETING.filter((kind) => kind !== 'delete')

describe('an import of one server that meets a change of another', () => {
  it(
    'should leave what one after the other would',
    async () => {
      const database = await postgres.createDatabase('at_once')
      const env = { ...KEYS, DATABASE_URL: database }
      const servers = [serve([], env), serve([], env)]
      const urls = await Promise.all(servers.map((server) => server.url()))
      for (const kind of MEETING) {
        for (let round = 0; round < MEETINGS; round++) await meet(urls, kind, `${kind}-${round}`)
        const wrong = await connected(database, async (run) => await findViolations(run))
        const isLeft = (text: string) => kind === 'delete' && text.startsWith('an edge of a topology is no claim')
        expect(wrong.filter((text) => !isLeft(text))).toEqual([])
      }
      for (const server of servers) server.kill('SIGTERM')
      const ends = await Promise.all(servers.map((server) => server.ended))
      expect(ends).toMatchObject([
        { end: 0, stderr: '' },
        { end: 0, stderr: '' },
      ])
    },
    180_000 + ROUNDS * 60_000,
  )
})

describe('imports and alerts on two servers that change the same relations', () => {
  it('should all be done, without a deadlock that a sender sees', async () => {
    const database = await postgres.createDatabase('crowd')
    const env = { ...KEYS, DATABASE_URL: database }
    const servers = [serve([], env), serve([], env)]
    const urls = await Promise.all(servers.map((server) => server.url()))
    const stop = AbortSignal.timeout(CROWD.milliseconds)
    const statuses = new Map<number, number>()
    const senders = [...Array(CROWD.senders).keys()].flatMap((at) => [
      importFiles(`source-${at % 2}`),
      alerts(`origin-${at % 2}`),
    ])
    await Promise.all(
      senders.map(async (next, sender) => {
        for (let turn = sender; !stop.aborted; turn++) {
          const { status } = await send(urls[turn % 2] ?? '', buildRequest({ place: 'Crowd', command: next(turn) }))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }),
    )
    expect([...statuses.keys()].sort()).toEqual([200, 201])
    const last = [
      importFiles('source-0')(0),
      importFiles('source-1')(1),
      ...MACHINES.flatMap((_, at) => lastAlerts(at)),
    ]
    const commands = last.map((command): PlacedCommand => ({ place: 'Crowd', command }))
    for (const command of commands) await send(urls[0] ?? '', buildRequest(command))
    const { state } = await computeExpected(commands, 'Crowd')
    for (const url of urls) expect(await readState(url, 'Crowd')).toEqual(state)
    await connected(database, async (run) => expect(await findViolations(run)).toEqual([]))
    for (const server of servers) server.kill('SIGTERM')
    expect((await Promise.all(servers.map((server) => server.ended))).map(({ stderr }) => stderr)).toEqual(['', ''])
  }, 120_000)
})

// Helpers

/** A meeting of an import and another command, after some earlier commands. */
interface Meeting {
  /** The seed that generates the same commands again. */
  readonly seed: number
  readonly earlier: readonly PlacedCommand[]
  readonly pair: readonly [PlacedCommand, PlacedCommand]
  /** The outcomes of the pair in either order, with the statuses in the order of the pair. */
  readonly orders: readonly Outcome[]
}

/** Lets two servers execute a pair of commands at almost the same time, and compares what both show afterwards. */
async function meet([url = '', other = '']: readonly string[], kind: GraphCommand['kind'], place: string) {
  const { seed, earlier, pair, orders } = await findMeeting(place, kind)
  for (const command of earlier) await send(url, buildRequest(command))
  const wait = (Math.random() - 0.5) * LONGEST_DELAY
  const [first, second] = pair.map(buildRequest) as [Step, Step]
  const answers = await Promise.all([
    later(wait).then(() => send(url, first)),
    later(-wait).then(() => send(other, second)),
  ])
  const statuses = answers.map(({ status }) => status)
  for (const address of [url, other]) {
    const found = { statuses, state: await readState(address, place) }
    expect(orders, JSON.stringify({ seed, wait, found, earlier, pair })).toContainEqual(found)
  }
}

/** Looks for a meeting whose outcome depends on the order of the pair. If there is none, returns the last one tried. */
async function findMeeting(place: string, kind: GraphCommand['kind']): Promise<Meeting> {
  let found: Meeting
  let tries = 0
  do {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const placed = (command: GraphCommand): PlacedCommand => ({ place, command })
    const sample = (kinds: readonly GraphCommand['kind'][] | undefined, numRuns: number) =>
      fc.sample(anyGraphCommand(kinds), { seed: seed + numRuns, numRuns }).map(placed)
    const earlier = [...sample(['import'], EARLIER.imports), ...sample(EARLIER_KINDS, EARLIER.others)]
    const [first] = sample(['import'], 1) as [PlacedCommand]
    const second = sample([kind], 2)[1] as PlacedCommand
    const one = await computeExpected([...earlier, first, second], place)
    const other = await computeExpected([...earlier, second, first], place)
    const orders = [
      { ...one, statuses: one.statuses.slice(-2) },
      { ...other, statuses: other.statuses.slice(-2).reverse() },
    ]
    found = { seed, earlier, pair: [first, second], orders }
  } while (isDeepStrictEqual(found.orders[0], found.orders[1]) && ++tries < MOST_TRIES)
  return found
}

async function later(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds)
}

// Helpers of the crowd: machines move between two racks.

const CROWD = { senders: 4, milliseconds: 1_000 + ROUNDS * 1_000 }
const MACHINES = Array.from({ length: 12 }, (_, at) => `machine-${at}`)

type Commands = (turn: number) => GraphCommand

function rackOf(turn: number): string {
  return `rack-${turn % 2}`
}

function importFiles(source: string): Commands {
  return (turn) => {
    const file = MACHINES.map((resource, at) => {
      return { resource, parents: [rackOf(turn + at)], services: at % 3 === 0 ? ['shop'] : [], type: '' }
    })
    return { kind: 'import', source, mode: turn % 3 === 0 ? 'replace' : 'merge', file }
  }
}

function alerts(origin: string): Commands {
  return (turn) => {
    const resource = MACHINES[turn % MACHINES.length] ?? ''
    const resourceParent = rackOf(Math.floor(turn / MACHINES.length))
    return { kind: 'alert', resource, origin, severity: 'major', resourceParent, resourceChildren: [] }
  }
}

/** Returns the last alert of each origin about a machine. */
function lastAlerts(at: number): readonly GraphCommand[] {
  return ['origin-0', 'origin-1'].map((origin) => alerts(origin)(at))
}
