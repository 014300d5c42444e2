import { createOpsgraph } from '@opsgraph/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import { ENGINES, type Engine } from './engine.js'

const ADMIN = { user: 'ann', scopes: ['admin' as const], requestId: null }
const DOWN = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major', timeout: 60 } as const
const START = Date.UTC(2026, 0, 1)

let engine: Engine
beforeAll(async () => {
  engine = await ENGINES.PGlite()
})
afterAll(() => engine?.close())

it('should read an alert of an earlier release with all fields, and expire it only after it is received again', async () => {
  let now = START
  const store = postgresStore(engine.database)
  const opsgraph = createOpsgraph({ store, clock: () => new Date(now) })
  for (const severity of ['major', 'ok', 'major'] as const) {
    await opsgraph.receiveAlert(ADMIN, { ...DOWN, severity })
    now += 1_000
  }
  await engine.run(`update alert set due_time = null, document =
    (document::jsonb - '{activeSince,expireTime,statusUntil}'::text[])::json`)
  const added = { activeSince: new Date(START + 2_000).toISOString(), expireTime: null, statusUntil: null }
  const { items } = await opsgraph.listAlerts(ADMIN, {})
  expect(items).toMatchObject([added])
  const [{ id = '' } = {}] = items
  expect(await opsgraph.readAlertById(ADMIN, id)).toMatchObject(added)

  now += 3_600_000
  expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
  await opsgraph.setAlertStatus(ADMIN, { id, status: 'ack' })
  expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
  await opsgraph.receiveAlert(ADMIN, DOWN)
  now += 60_000
  expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 1, ended: 0, reopened: 0 })
  expect(await opsgraph.readAlertById(ADMIN, id)).toMatchObject({ status: 'expired', activeSince: added.activeSince })
})
