import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresAlertStore } from '../src/alert/postgres-alert-store.js'
import type { Statement } from '../src/sql/database.js'
import { ENGINES, type Engine } from './engine.js'
import { explain, rowsHandled } from './plan-nodes.js'
import { recordingSession } from './recording-session.js'

const ALERTS_STORED = 5_000
const RECEIVED = 1_000

/** A request may have thousands of alerts of one resource, such as a cluster, which may have thousands of alerts. */
describe.each(Object.entries(ENGINES))('the correlated alerts of one resource on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
    await engine.run(`insert into alert
      (id, environment, resource, event, severity, severity_rank, status, create_time, last_receive_time, active_since,
        service, correlate, document)
      select 'id ' || at, 'P', 'cluster', 'Down ' || at, 'major', 1, 'open', now(), now(), now(), '{}',
        array['Up ' || at], '{}'
      from generate_series(1, ${ALERTS_STORED}) as at`)
    await engine.run('vacuum analyze alert')
  })
  afterAll(() => engine?.close())

  it('should be found without comparing each stored alert with each received one', async () => {
    const asked: Statement[] = []
    const alerts = new PostgresAlertStore(recordingSession(engine.database, asked))
    const received = Array.from({ length: RECEIVED }, (_, at) => {
      return { environment: 'P', resource: 'cluster', event: `Up ${at + 1}` }
    })
    expect(await alerts.correlating(received)).toHaveLength(RECEIVED)
    const handled = rowsHandled(await explain(engine.database, asked[0] as Statement))
    expect(handled).toBeLessThan(10 * (ALERTS_STORED + RECEIVED))
  })
})
