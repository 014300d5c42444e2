import { createOpsgraph, type Span, type Tracer } from '@opsgraph/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import { tracedDatabase } from '../src/sql/traced-database.js'
import { ENGINES, type Engine } from './engine.js'

const CALLER = { user: 'ann', scopes: ['admin'] as const, requestId: null }
const SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined }
const ORIGINS = 10_000
/** One transaction raises this many alerts (`LIMITS.dueAlerts`). */
const BATCH = 200

let engine: Engine
beforeAll(async () => {
  engine = await ENGINES['a server']()
})
afterAll(() => engine?.close())

it('should raise the alerts of 10,000 origins once, in few statements, though two servers do it', {
  timeout: 120_000,
}, async () => {
  await engine.run(`insert into heartbeat
    select 'id-' || at, 'origin-' || at, now(), now(), now(), false, false,
      '{"tags":[],"attributes":{},"customer":null,"timeout":60}' from generate_series(1, ${ORIGINS}) as at`)
  let statements = 0
  const tracer: Tracer = {
    span: ({ kind }, work) => {
      if (kind === 'client') statements++
      return work(SPAN)
    },
  }
  const servers = [1, 2].map(() => createOpsgraph({ store: postgresStore(tracedDatabase(engine.database, tracer)) }))
  const noticed = await Promise.all(servers.map((server) => server.noticeMissedHeartbeats()))
  const rest = (await servers[0]?.noticeMissedHeartbeats()) ?? 0
  expect(noticed.reduce((sum, each) => sum + each, rest)).toBe(ORIGINS)
  expect(statements).toBeLessThan((25 * ORIGINS) / BATCH)
  const alerts = await engine.run(
    'select event, status, count(*)::int, count(distinct resource)::int as resources from alert group by event, status',
  )
  expect(alerts).toEqual([{ event: 'HeartbeatFail', status: 'open', count: ORIGINS, resources: ORIGINS }])
  // A server that starts anew finds nothing that was noticed before, and the next heartbeat closes the alert.
  const restarted = createOpsgraph({ store: postgresStore(engine.database) })
  expect(await restarted.noticeMissedHeartbeats()).toBe(0)
  await restarted.receiveHeartbeat(CALLER, { origin: 'origin-7' })
  expect((await restarted.listAlerts(CALLER, { filters: { status: ['closed'] } })).items).toMatchObject([
    { resource: 'origin-7', history: [{ type: 'new' }, { text: 'origin-7 sends heartbeats again' }] },
  ])
})
