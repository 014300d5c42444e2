import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, type RunOn, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { findViolations } from '../invariants/check-invariants.js'
import { KEYS, send } from './load.js'
import { ROUNDS } from './rounds.js'

/** The number of webhooks that become silent at once. A server needs two transactions for them. */
const HOOKS = 220

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('silent webhooks', () => {
  it(
    'should have one alert each, though servers are killed while they open it, and while deliveries close it',
    async () => {
      const database = await postgres.createDatabase('killed_silence')
      await connected(database, async (run) => {
        await createHooks(database)
        for (let round = 1; round <= ROUNDS; round++) {
          await fallSilent(run)
          const servers = [serve([], environment(database)), serve([], environment(database))]
          await vi.waitUntil(async () => (await count(run, SILENT)) > 0, { timeout: 60_000, interval: 10 })
          await delay(Math.random() * 20)
          for (const server of servers) server.kill('SIGKILL')
          await Promise.all(servers.map((server) => server.ended))
          await expectWhole(run)

          const next = [serve([], environment(database)), serve([], environment(database))]
          const urls = await Promise.all(next.map((server) => server.url()))
          await vi.waitUntil(async () => (await count(run, SILENT)) === HOOKS, { timeout: 60_000, interval: 50 })
          await expectWhole(run)
          expect(await count(run, OPENED)).toBe(HOOKS * round)

          const answers = Array.from({ length: HOOKS }, (_, hook) => deliver(urls[hook % 2] ?? '', hook))
          await vi.waitUntil(async () => (await count(run, SILENT)) < HOOKS, { timeout: 60_000, interval: 10 })
          next[0]?.kill('SIGKILL')
          const answered = (await Promise.all(answers)).flatMap((isAnswered, hook) => (isAnswered ? [hook] : []))
          await expectWhole(run)
          const silent = await run('select id from webhook_tally where silent_since is not null')
          const stillSilent = new Set(silent.map(({ id }) => id))
          expect(answered.filter((hook) => stillSilent.has(`hook-${hook}`))).toEqual([])
          await Promise.all(Array.from({ length: HOOKS }, (_, hook) => deliver(urls[1] ?? '', hook)))
          expect(await count(run, SILENT)).toBe(0)
          await expectWhole(run)
          next[1]?.kill('SIGTERM')
          expect(await next[1]?.ended).toMatchObject({ end: 0, stderr: '' })
        }
        expect(await findViolations(run)).toEqual([])
      })
    },
    60_000 + ROUNDS * 60_000,
  )
})

// Helpers

const SILENT = 'select count(*)::int as count from webhook_tally where silent_since is not null'
/** How many times an alert about a silence was opened, by the histories of the alerts. */
const OPENED = `select count(*)::int as count from alert, json_array_elements(document -> 'history') as entry
  where event = 'WebhookSilent' and entry ->> 'actor' = 'system'
    and (entry ->> 'type' = 'new' or entry ->> 'severity' = 'major')`

function environment(database: string): Readonly<Record<string, string>> {
  return { ...KEYS, DATABASE_URL: database }
}

async function createHooks(database: string): Promise<void> {
  const server = serve([], environment(database))
  const url = await server.url()
  const defaultValues = { environment: 'E', resource: 'r', event: 'Up', type: 't', text: 'x', severity: 'ok' }
  for (let hook = 0; hook < HOOKS; hook++) {
    const json = { id: `hook-${hook}`, enabled: true, defaultValues, expectEvery: 604_800 }
    expect((await send(url, { method: 'POST', path: '/api/webhook_config', json })).status).toBe(201)
  }
  server.kill('SIGTERM')
  await server.ended
}

/** Makes the last delivery of every webhook so old that the webhook is silent. */
async function fallSilent(run: RunOn): Promise<void> {
  await run(`update webhook_tally set waiting_since = now() - interval '8 days'`)
}

/** @returns false if the server gives no answer, because it was killed */
async function deliver(url: string, hook: number): Promise<boolean> {
  const sent = send(url, { method: 'POST', path: `/api/webhooks/custom/hook-${hook}`, json: { is: 'well' } })
  const answer = await sent.catch(() => undefined)
  if (answer !== undefined) expect(answer.status).toBe(200)
  return answer !== undefined
}

async function count(run: RunOn, text: string): Promise<number> {
  const [row] = await run(text)
  return Number(row?.count)
}

/** Expects that each webhook has at most one alert, which is active exactly while the webhook is silent. */
async function expectWhole(run: RunOn): Promise<void> {
  const wrong = await run(`select id, silent_since, alerts, active from webhook_tally cross join lateral (
      select count(*)::int as alerts, count(*) filter (where status = 'open')::int as active
      from alert where resource = webhook_tally.id and event = 'WebhookSilent' and environment = 'E'
    ) as about
    where alerts > 1 or active <> (silent_since is not null)::int`)
  expect(wrong).toEqual([])
}
