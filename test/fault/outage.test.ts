import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { KEYS, ready, send, waitForProgress } from './load.js'
import { listOtherLines } from './log-lines.js'
import { SLOW_ROUNDS } from './rounds.js'
import { expectConsistent, prepareLoad } from './scene.js'

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('a database that stops under load and starts again', () => {
  it.each(['stop', 'crash'] as const)(
    'should make the server answer 503 with Retry-After, lose no data, and work again: %s',
    async (how) => {
      const database = await postgres.createDatabase(how)
      const server = serve([], { ...KEYS, DATABASE_URL: database })
      const url = await server.url()
      const load = await prepareLoad(url)
      const stop = new AbortController()
      const running = load.run([url], stop.signal, { unavailable: true })
      for (let round = 0; round < SLOW_ROUNDS; round++) {
        await waitForProgress(load, 'answered')
        await delay(Math.random() * 300)
        await postgres[how]()
        await waitForProgress(load, 'unavailable')
        expect(await ready(url)).toMatchObject({ status: 503, retryAfter: '5' })
        expect((await send(url, { method: 'GET', path: '/healthz' })).status).toBe(200)
        await postgres.restart()
        await vi.waitUntil(async () => (await ready(url)).status === 200, { timeout: 30_000, interval: 20 })
        await waitForProgress(load, 'answered')
      }
      stop.abort()
      await running
      server.kill('SIGTERM')
      const { end, stderr } = await server.ended
      expect(end).toBe(0)
      expect(listOtherLines(stderr)).toEqual([])
      await connected(database, (run) => expectConsistent(load, run))
    },
    30_000 + SLOW_ROUNDS * 30_000,
  )
})
