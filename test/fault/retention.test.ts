import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CommandProcess, serve } from '../../packages/cli/test/command-process.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { findViolations } from '../invariants/check-invariants.js'
import { KEYS, send } from './load.js'
import { whileAlertsAreLocked } from './lock-queue.js'
import { needsRound, ROUNDS } from './rounds.js'

/** The number of old alerts, and of old audit entries. A server removes them in one round of many transactions. */
const OLD = 3_000
/** The number of alerts, and of audit entries, that are younger. */
const YOUNG = 500
const RETENTION_DAYS = 30

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('a server that is killed while it removes old data', () => {
  it(
    'should remove nothing that is younger, and the next server should remove the rest',
    async () => {
      const database = await postgres.createDatabase('killed_retention')
      await storeAlerts(database)
      await connected(database, async (run) => {
        let interrupted = 0
        for (let round = 0; needsRound(round, interrupted); round++) {
          await age(run)
          const server = serve([], environment(database))
          await vi.waitUntil(async () => (await oldLeft(run)) < 2 * OLD, { timeout: 60_000, interval: 10 })
          await delay(Math.random() * 50)
          server.kill('SIGKILL')
          expect(await server.ended).toMatchObject({ end: 'SIGKILL', stderr: '' })
          await expectYoungKept(run)
          if ((await oldLeft(run)) > 0) interrupted++
          await expectAllRemoved(run, [serve([], environment(database))])
        }
        expect(interrupted).toBeGreaterThan(0)
      })
    },
    120_000 + ROUNDS * 30_000,
  )
})

describe('two servers that remove old data at the same time', () => {
  it('should remove all of it, and nothing that is younger', async () => {
    const database = await postgres.createDatabase('two_retentions')
    await storeAlerts(database)
    await connected(database, async (run) => {
      await age(run)
      const servers: CommandProcess[] = []
      await whileAlertsAreLocked(database, async (waiting) => {
        servers.push(serve([], environment(database)), serve([], environment(database)))
        await waiting(2)
      })
      await expectAllRemoved(run, servers)
    })
  }, 120_000)
})

// Helpers

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: { path: 'hosts[]', expand: true } },
  defaultValues: { environment: 'Old', event: 'Down', type: 'check', text: 'down', severity: 'major' },
}

/** The condition of the alerts that {@link age} makes old. All others are active, or ended a short time ago. */
const IS_OLD = `resource like 'old-%'`

function environment(database: string): Readonly<Record<string, string>> {
  const days = String(RETENTION_DAYS)
  return { ...KEYS, DATABASE_URL: database, ALERT_RETENTION_DAYS: days, AUDIT_RETENTION_DAYS: days }
}

/** Stores alerts, and closes those that become old and half of the others. Leaves no server running. */
async function storeAlerts(database: string): Promise<void> {
  const server = serve([], environment(database))
  const url = await server.url()
  expect((await send(url, { method: 'POST', path: '/api/webhook_config', json: HOOK })).status).toBe(201)
  const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`)
  const hosts = [...named('old', OLD), ...named('ended', YOUNG / 2), ...named('active', YOUNG / 2)]
  const path = '/api/webhooks/custom/hook'
  const answer = await send(url, { method: 'POST', path, json: { hosts } })
  expect(answer).toMatchObject({ body: { alerts_created: OLD + YOUNG } })
  for (const q of ['old-', 'ended-']) {
    const json = { filters: { q }, status: 'closed' }
    expect((await send(url, { method: 'PUT', path: '/api/alerts/status', json })).status).toBe(200)
  }
  await stop([server])
  await connected(database, (run) => run('create table alert_before as select * from alert'))
}

/**
 * Stores all alerts and audit entries again. The old data is a minute older than its retention, and the ended alerts
 * and the young audit entries are an hour younger than their retention. The active alerts are as old as the old alerts.
 */
async function age(run: RunOn): Promise<void> {
  const before = (margin: string) => `date_trunc('second', now()) - interval '${RETENTION_DAYS} days' ${margin}`
  const old = before(`- interval '1 minute'`)
  const young = before(`+ interval '1 hour'`)
  await run('delete from alert')
  await run('insert into alert select * from alert_before')
  const time = `case when resource like 'ended-%' then ${young} else ${old} end`
  const text = `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await run(`update alert set update_time = ${time}, last_receive_time = ${time},
    document = jsonb_set(document::jsonb, '{lastReceiveTime}', to_jsonb(${text}))::json`)
  await run('delete from audit_entry')
  const entry = `event, 'test', 'tester', null, '{}'::json`
  await run(`insert into audit_entry (create_time, id, event, type, user_name, resource_id, document)
    select case when number <= ${OLD} then ${old} else ${young} end,
      case when number <= ${OLD} then 'old-' else 'young-' end || number, ${entry}
    from generate_series(1, ${OLD + YOUNG}) as number, (select 'alert-deleted' as event) as named`)
}

async function oldLeft(run: RunOn): Promise<number> {
  const [row] = await run(`select (select count(*) from alert where ${IS_OLD})::int
    + (select count(*) from audit_entry where id like 'old-%')::int as count`)
  return Number(row?.count)
}

async function expectYoungKept(run: RunOn): Promise<void> {
  const [row] = await run(`select (select count(*) from alert where not (${IS_OLD}))::int as alerts,
    (select count(*) from audit_entry where id like 'young-%')::int as entries`)
  expect(row).toEqual({ alerts: YOUNG, entries: YOUNG })
  expect(await findViolations(run)).toEqual([])
}

/** Waits until the servers have removed all old data, and stops them. */
async function expectAllRemoved(run: RunOn, servers: readonly CommandProcess[]): Promise<void> {
  await vi.waitUntil(async () => (await oldLeft(run)) === 0, { timeout: 60_000, interval: 50 })
  await stop(servers)
  await expectYoungKept(run)
}

async function stop(servers: readonly CommandProcess[]): Promise<void> {
  await Promise.all(servers.map((server) => server.url()))
  for (const server of servers) server.kill('SIGTERM')
  for (const server of servers) expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
}
