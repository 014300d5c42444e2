import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { findViolations } from '../invariants/check-invariants.js'
import { KEYS, send } from './load.js'
import { ROUNDS } from './rounds.js'

/** The number of services that one alert hurts. */
const SERVICES = 300

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('the history of services', () => {
  it(
    'should have each transition once, though the servers that look are killed, and the database stops',
    async () => {
      const database = await postgres.createDatabase('killed_history')
      const env = { ...KEYS, DATABASE_URL: database }
      const receiver = serve([], env)
      const url = await receiver.url()
      for (let round = 1; round <= ROUNDS; round++) {
        for (const severity of ['critical', 'ok']) {
          const others = [serve([], env), serve([], env)]
          await Promise.all(others.map((server) => server.url()))
          await sendAlert(url, severity)
          await delay(Math.random() * 1_500)
          for (const server of others) server.kill('SIGKILL')
          await Promise.all(others.map((server) => server.ended))
          await connected(database, (run) => expectStored(run, severity === 'ok' ? null : severity))
        }
        await sendAlert(url, 'major')
        await postgres.stop()
        await delay(2_000)
        await postgres.restart()
        await connected(database, (run) => expectStored(run, 'major'))
        await sendAlert(url, 'ok')
        await connected(database, (run) => expectStored(run, null))
        const stored = await connected(database, (run) => run('select count(*)::int as count from service_transition'))
        expect(stored).toEqual([{ count: 4 * SERVICES * round }])
      }
      receiver.kill('SIGTERM')
      expect(await receiver.ended).toMatchObject({ end: 0 })
    },
    60_000 + ROUNDS * 60_000,
  )
})

// Helpers

/** Sends an alert that hurts all services, or the end of this alert. */
async function sendAlert(url: string, severity: string): Promise<void> {
  const service = Array.from({ length: SERVICES }, (_, at) => `service-${at}`)
  const json = { environment: 'E', resource: 'disk', event: 'Down', severity, service }
  expect((await send(url, { method: 'POST', path: '/api/alert', json })).status).toBeLessThan(300)
}

/** Waits until each service has this severity, and expects that its transitions follow one another without gaps. */
async function expectStored(run: RunOn, severity: string | null): Promise<void> {
  const state = `select count(*)::int as count from service_transition
    where is_newest and severity is not distinct from ${severity === null ? 'null' : `'${severity}'`}`
  const isStored = async () => (await run(state))[0]?.count === SERVICES
  await vi.waitUntil(isStored, { timeout: 60_000, interval: 50 })
  expect(await findViolations(run)).toEqual([])
}
