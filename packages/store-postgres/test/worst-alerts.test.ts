import { ACTIVE_STATUSES } from '@opsgraph/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALERTS, toAlert } from '../src/alert/alert-rows.js'
import type { Statement } from '../src/sql/database.js'
import { listPage } from '../src/sql/list-page.js'
import { ENGINES, type Engine } from './engine.js'
import { explain } from './plan-nodes.js'

const ALERTS_STORED = 5_000
const PAGE_SIZE = 50

/** The index must have the order of the list exactly, or PostgreSQL sorts the whole table for a page. */
describe.each(Object.entries(ENGINES))('the worst alerts on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
    await engine.run(`insert into alert
      (id, environment, resource, event, severity, severity_rank, status, create_time, last_receive_time, active_since,
        service, document)
      select 'id ' || at, 'P', 'host ' || at, 'Down', 'major', at % 5, 'open', now(), now(),
        now() - at % 100 * interval '1 hour', '{}', '{}'
      from generate_series(1, ${ALERTS_STORED}) as at`)
    await engine.run('vacuum analyze alert')
  })
  afterAll(() => engine?.close())

  it.each([
    { filters: {}, descending: false },
    { filters: {}, descending: true },
    { filters: { status: [...ACTIVE_STATUSES] }, descending: false },
  ])('should be read without sorting the table: $filters, descending: $descending', async ({ filters, descending }) => {
    const sent: Statement[] = []
    const session = {
      query: async (statement: Statement) => {
        sent.push(statement)
        return { rows: [], count: 0 }
      },
      atomic: () => Promise.reject(new Error('a list needs no transaction')),
    }
    const sort = { column: 'severity', descending } as const
    await listPage(session, ALERTS, { filters, sort, page: 1, pageSize: PAGE_SIZE }, toAlert)
    const steps = await explain(engine.database, sent[0] as Statement)
    const read = steps.filter((step) => step['Index Name'] === 'alert_worst')
    expect(read.map((step) => step['Actual Rows'])).toEqual([PAGE_SIZE])
  })
})
