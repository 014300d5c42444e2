import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { findViolations } from '../invariants/check-invariants.js'
import { KEYS, send } from './load.js'
import { needsRound, ROUNDS } from './rounds.js'

/** The number of alerts that are due at once. A server needs many transactions for them. */
const ALERTS = 2_000

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('a server that is killed while it expires alerts', () => {
  it(
    'should leave no alert half expired, and the next server should expire the others',
    async () => {
      const database = await postgres.createDatabase('killed_expiry')
      await storeDueAlerts(database)
      await connected(database, async (run) => {
        let interrupted = 0
        for (let round = 0; needsRound(round, interrupted); round++) {
          await resetAlerts(run)
          const server = serve([], environment(database))
          await vi.waitUntil(async () => (await expired(run)) > 0, { timeout: 60_000, interval: 10 })
          await delay(Math.random() * 50)
          server.kill('SIGKILL')
          await server.ended
          await expectWhole(run)
          if ((await expired(run)) < ALERTS) interrupted++
          await expireAll(database, run)
        }
        expect(interrupted).toBeGreaterThan(0)
      })
    },
    120_000 + ROUNDS * 30_000,
  )
})

describe('two servers that expire alerts at the same time', () => {
  it('should expire each alert once', async () => {
    const database = await postgres.createDatabase('two_expiries')
    await storeDueAlerts(database)
    await connected(database, async (run) => {
      const servers = [serve([], environment(database)), serve([], environment(database))]
      const urls = await Promise.all(servers.map((server) => server.url()))
      await vi.waitUntil(async () => (await expired(run)) === ALERTS, { timeout: 60_000, interval: 50 })
      await expectWhole(run)
      const counted = async () => (await Promise.all(urls.map(expiredBy))).reduce((sum, count) => sum + count, 0)
      await vi.waitUntil(async () => (await counted()) >= ALERTS, { timeout: 60_000, interval: 50 })
      expect(await counted()).toBe(ALERTS)
      for (const server of servers) server.kill('SIGTERM')
      for (const server of servers) expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
    })
  }, 120_000)
})

// Helpers

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: { path: 'hosts[]', expand: true } },
  defaultValues: { environment: 'Due', event: 'Down', type: 'check', text: 'down', severity: 'major', timeout: 1 },
}

function environment(database: string): Readonly<Record<string, string>> {
  return { ...KEYS, DATABASE_URL: database }
}

/** Stores alerts that are due as soon as this function returns, and leaves no server running. */
async function storeDueAlerts(database: string): Promise<void> {
  const server = serve([], environment(database))
  const url = await server.url()
  const hosts = Array.from({ length: ALERTS }, (_, index) => `host-${index}`)
  expect((await send(url, { method: 'POST', path: '/api/webhook_config', json: HOOK })).status).toBe(201)
  const path = '/api/webhooks/custom/hook'
  expect(await send(url, { method: 'POST', path, json: { hosts } })).toMatchObject({ body: { alerts_created: ALERTS } })
  server.kill('SIGTERM')
  await server.ended
  await delay(1_000)
}

/** Makes all alerts open and due again, with only the first entry of their histories. */
async function resetAlerts(run: RunOn): Promise<void> {
  await run(`update alert set status = 'open', due_time = '2026-01-01', document = jsonb_set(document::jsonb, '{history}',
    jsonb_build_array(document::jsonb #> '{history,0}'))::json`)
}

/** Lets a server expire all alerts that are due. */
async function expireAll(database: string, run: RunOn): Promise<void> {
  const server = serve([], environment(database))
  await vi.waitUntil(async () => (await expired(run)) === ALERTS, { timeout: 60_000, interval: 50 })
  await expectWhole(run)
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
}

async function expired(run: RunOn): Promise<number> {
  const [row] = await run(`select count(*)::int as count from alert where status = 'expired'`)
  return Number(row?.count)
}

/** Expects that every expired alert has one entry about its end, that no other alert has one, and all invariants. */
async function expectWhole(run: RunOn): Promise<void> {
  const kinds = await run(`select status, due_time is null as done, count(*)::int as count,
      (select string_agg(entry ->> 'type' || ' ' || (entry ->> 'status') || ' by ' || (entry ->> 'actor'), ', ' order by at)
        from json_array_elements(document -> 'history') with ordinality as entries (entry, at)) as history
    from alert group by 1, 2, 4 order by 1`)
  const isWhole = kinds.every(({ status, done, history }) =>
    status === 'expired'
      ? done === true && history === 'new open by webhook:hook, status expired by system'
      : done === false && history === 'new open by webhook:hook',
  )
  expect(isWhole, JSON.stringify(kinds)).toBe(true)
  expect(kinds.reduce((sum, { count }) => sum + Number(count), 0)).toBe(ALERTS)
  expect(await findViolations(run)).toEqual([])
}

async function expiredBy(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^opsgraph_alerts_expired_total (\d+)$/m.exec(metrics)?.[1])
}
