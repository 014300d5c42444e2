import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { GraphMemory } from '../../packages/core/src/use-case/relation/graph-memory.js'
import { openPostgresStore, type PostgresStore } from '../../packages/store-postgres/src/index.js'
import { KEY, send } from '../fault/load.js'
import { ROUNDS } from '../fault/rounds.js'
import { type PostgresServer, startPostgresServer } from '../once-a-run/postgres-server.js'
import { ENVIRONMENTS, expectSameState, loadAll, NAMES } from './same-state.js'

const WRITERS = 4
/**
 * A server is killed after this number of answers, and after a further random delay of at most this number of
 * milliseconds.
 */
const LIFE = { answers: 10, milliseconds: 200 }
/** The largest number of relations in a request. A transaction writes them with several statements. */
const MOST = 5_000

describe('the graph in memory of a server while another one is killed', () => {
  let postgres: PostgresServer
  let connectionString: string
  let store: PostgresStore

  beforeAll(async () => {
    postgres = await startPostgresServer()
    connectionString = await postgres.createDatabase()
    store = await openPostgresStore({ connectionString })
  })
  afterAll(async () => {
    await store?.close()
    await postgres?.stop()
  })

  it(
    'should be what each snapshot reads',
    async () => {
      const memory = new GraphMemory(store, () => new Date(), 100_000_000)
      await loadAll(store, memory)
      let fromMemory = 0
      for (let round = 0; round < ROUNDS; round++) {
        const server = serve([], { DATABASE_URL: connectionString, ADMIN_KEY: KEY })
        const url = await server.url()
        let answers = 0
        const writing = Promise.all(Array.from({ length: WRITERS }, () => writeUntilKilled(url, () => answers++)))
        let isOver = false
        const walking = (async () => {
          while (!isOver) if (await expectSameState(store, memory)) fromMemory++
        })()
        try {
          const isOld = vi.waitUntil(() => answers >= LIFE.answers, { timeout: 60_000, interval: 1 })
          await Promise.race([isOld, writing, walking])
          await delay(Math.random() * LIFE.milliseconds)
          server.kill('SIGKILL')
          await writing
          // The walks go on for a moment: PostgreSQL may still execute statements of the killed server.
          await delay(200)
        } finally {
          isOver = true
          await walking
        }
      }
      await memory.settle()
      await loadAll(store, memory)
      expect(fromMemory).toBeGreaterThan(ROUNDS)
      expect(memory.counts().changes).toBeGreaterThan(ROUNDS * LIFE.answers)
    },
    120_000 + ROUNDS * 30_000,
  )
})

// Helpers

/** Sends requests that add and remove relations, until a request gets no answer. */
async function writeUntilKilled(url: string, answered: () => void): Promise<void> {
  for (;;) {
    const environment = pick(ENVIRONMENTS)
    const [parent = '', ...others] = shuffle(NAMES.filter((name) => name !== ''))
    const relations = Array.from({ length: Math.ceil(Math.random() ** 4 * MOST) }, (_, at) => ({
      resource: others[at] ?? `r${Math.floor(Math.random() * MOST)}`,
      parent,
    }))
    const removed = new URLSearchParams({ environment, resource: others[0] ?? '' })
    const sent =
      Math.random() < 0.3
        ? send(url, { method: 'DELETE', path: `/api/resources/relations?${removed}` })
        : send(url, { method: 'POST', path: '/api/resources/relations/bulk', json: { environment, relations } })
    const answer = await sent.catch(() => undefined)
    if (answer === undefined) return
    if (answer.status >= 300 && answer.status !== 404)
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    answered()
  }
}

function shuffle<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}
