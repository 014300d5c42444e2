import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CommandProcess, serve } from '../../packages/cli/test/command-process.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { findViolations } from '../invariants/check-invariants.js'
import { KEYS, send } from './load.js'
import { whileAlertsAreLocked } from './lock-queue.js'
import { needsRound, ROUNDS } from './rounds.js'

/** The number of alerts that the window matches. A server needs many transactions for them. */
const ALERTS = 1_500
/** The number of alerts that a user closes in each round of a server. */
const CLOSED = 20

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('a server that is killed while a maintenance window begins or ends', () => {
  it(
    'should leave no alert half changed, and the next server should change the others',
    async () => {
      const database = await postgres.createDatabase('killed_maintenance')
      await storeAlerts(database)
      await connected(database, async (run) => {
        let interrupted = 0
        for (let round = 0; needsRound(round, interrupted); round++) {
          await resetAlerts(run)
          for (const phase of [BEGINS, ENDS]) {
            await phase.set(run)
            const server = serve([], environment(database))
            await vi.waitUntil(async () => (await leftOf(run, phase)) < ALERTS, { timeout: 60_000, interval: 10 })
            await delay(Math.random() * 50)
            server.kill('SIGKILL')
            await server.ended
            await expectWhole(run)
            if ((await leftOf(run, phase)) > 0) interrupted++
            await stop([await complete(database, run, phase)])
          }
        }
        expect(interrupted).toBeGreaterThan(0)
      })
    },
    120_000 + ROUNDS * 60_000,
  )
})

describe('two servers while a maintenance window begins or ends', () => {
  it('should change each alert once, and leave an alert closed that a user closes meanwhile', async () => {
    const database = await postgres.createDatabase('two_maintenance')
    await storeAlerts(database)
    await connected(database, async (run) => {
      let closed = 0
      for (const phase of [BEGINS, ENDS]) {
        await phase.set(run)
        const ids = await firstOf(run, phase)
        const servers: CommandProcess[] = []
        let closing: ReturnType<typeof send> | undefined
        await whileAlertsAreLocked(database, async (waiting) => {
          const first = serve([], environment(database))
          servers.push(first)
          const url = await first.url()
          await waiting(1)
          closing = send(url, { method: 'PUT', path: '/api/alerts/status', json: { ids, status: 'closed' } })
          await waiting(2)
          // This server reads the alerts before they are closed, and gets the locks after they are closed.
          servers.push(serve([], environment(database)))
          await waiting(3)
        })
        expect(await closing).toMatchObject({ status: 200, body: { count: CLOSED } })
        closed += CLOSED
        await vi.waitUntil(async () => (await leftOf(run, phase)) === 0, { timeout: 60_000, interval: 50 })
        await stop(servers)
        await expectWhole(run)
        expect(await countOf(run, `status = 'closed'`)).toBe(closed)
        expect(await leftOf(run, phase)).toBe(0)
      }
    })
  }, 120_000)
})

// Helpers

interface Phase {
  /** Moves the window. Must be called while no server runs. */
  readonly set: (run: RunOn) => Promise<unknown>
  /** The condition of the alerts that a server must still change. */
  readonly left: string
}

const BEGINS: Phase = {
  set: (run) => move(run, '2100-01-01'),
  left: `status not in ('blackout', 'closed')`,
}
const ENDS: Phase = {
  set: (run) => move(run, '2020-01-02'),
  left: `status = 'blackout'`,
}

/**
 * The status that an alert has without the window: {@link storeAlerts} gives the alerts of some hosts another status.
 */
const OWN = `case when resource like 'host-1%' then 'ack' when resource like 'host-2%' then 'shelved' else 'open' end`

/** The status entries that the server has added to the history of an alert, in their order. */
const BY_SYSTEM = `(select coalesce(string_agg(entry ->> 'status', ' ' order by at), '')
  from json_array_elements(document -> 'history') with ordinality as entries (entry, at)
  where entry ->> 'actor' = 'system')`

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: { path: 'hosts[]', expand: true } },
  defaultValues: { environment: 'Held', event: 'Down', type: 'check', text: 'down', severity: 'major' },
}

const WINDOW = {
  name: 'work',
  filters: { clauses: [{ key: 'environment', op: '=', value: 'Held' }] },
  startTime: '2020-01-01T00:00:00Z',
  endTime: '2020-01-02T00:00:00Z',
}

function environment(database: string): Readonly<Record<string, string>> {
  return { ...KEYS, DATABASE_URL: database }
}

/** Stores alerts of several statuses and a window that matches all of them and is over. Leaves no server running. */
async function storeAlerts(database: string): Promise<void> {
  const server = serve([], environment(database))
  const url = await server.url()
  const hosts = Array.from({ length: ALERTS }, (_, index) => `host-${index}`)
  expect((await send(url, { method: 'POST', path: '/api/webhook_config', json: HOOK })).status).toBe(201)
  expect((await send(url, { method: 'POST', path: '/api/maintenance', json: WINDOW })).status).toBe(201)
  const path = '/api/webhooks/custom/hook'
  expect(await send(url, { method: 'POST', path, json: { hosts } })).toMatchObject({ body: { alerts_created: ALERTS } })
  for (const [q, status] of [
    ['host-1', 'ack'],
    ['host-2', 'shelved'],
  ]) {
    const json = { filters: { q }, status }
    expect((await send(url, { method: 'PUT', path: '/api/alerts/status', json })).status).toBe(200)
  }
  await stop([server])
  await connected(database, async (run) => {
    expect(await countOf(run, `status = ${OWN}`)).toBe(ALERTS)
    await run('create table alert_before as select id, status, document::jsonb as document from alert')
  })
}

/** Gives all alerts the status and the history that they had before the window began for the first time. */
async function resetAlerts(run: RunOn): Promise<void> {
  await run(`update alert set status = before.status, document = before.document::json
    from alert_before as before where before.id = alert.id`)
}

async function move(run: RunOn, end: string): Promise<void> {
  await run(`update maintenance_window set end_time = '${end}', over_time = '${end}'`)
}

/** Starts a server, and returns it when it has changed all alerts. */
async function complete(database: string, run: RunOn, phase: Phase): Promise<CommandProcess> {
  const server = serve([], environment(database))
  await vi.waitUntil(async () => (await leftOf(run, phase)) === 0, { timeout: 60_000, interval: 50 })
  await expectWhole(run)
  return server
}

async function stop(servers: readonly CommandProcess[]): Promise<void> {
  await Promise.all(servers.map((server) => server.url()))
  for (const server of servers) server.kill('SIGTERM')
  for (const server of servers) expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
}

function leftOf(run: RunOn, phase: Phase): Promise<number> {
  return countOf(run, phase.left)
}

async function countOf(run: RunOn, condition: string): Promise<number> {
  const [row] = await run(`select count(*)::int as count from alert where ${condition}`)
  return Number(row?.count)
}

/** The ids of alerts that a server changes in its first transaction. */
async function firstOf(run: RunOn, phase: Phase): Promise<readonly string[]> {
  const status = phase === BEGINS ? 'open' : 'blackout'
  const rows = await run(`select id from alert where status = '${status}' order by create_time, id limit ${CLOSED}`)
  return rows.map(({ id }) => String(id))
}

/**
 * Expects that every alert has one entry for each change that a server has made, and the status that fits its entries.
 * Expects all invariants too.
 */
async function expectWhole(run: RunOn): Promise<void> {
  const kinds = await run(`select status, ${OWN} as own, document #>> '{maintenance,statusBefore}' as before,
      ${BY_SYSTEM} as entries, count(*)::int as count
    from alert group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  const isWhole = kinds.every(({ status, own, before, entries }) => {
    if (status === 'blackout') return before === own && entries === 'blackout'
    if (before !== null) return false
    // An alert may be closed before the window, during the window or after it.
    if (status === 'closed') return ['', 'blackout', `blackout ${own}`].includes(String(entries))
    return status === own && (entries === '' || entries === `blackout ${own}`)
  })
  expect(isWhole, JSON.stringify(kinds)).toBe(true)
  expect(kinds.reduce((sum, { count }) => sum + Number(count), 0)).toBe(ALERTS)
  expect(await findViolations(run)).toEqual([])
}
