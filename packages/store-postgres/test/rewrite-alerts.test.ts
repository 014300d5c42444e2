import { createOpsgraph } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import { rewriteAlerts } from '../src/rewrite-alerts.js'
import { ENGINES, type Engine } from './engine.js'

const ADMIN = { user: 'ann', scopes: ['admin' as const], requestId: null }
const START = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-01T00:00:00.001Z'
/** More alerts than one statement rewrites. */
const MANY = 1_200

describe.each(Object.entries(ENGINES))('rewriteAlerts on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine?.close())

  it('should make alerts of an earlier release known to the filters of this release', async () => {
    const store = postgresStore(engine.database)
    const opsgraph = createOpsgraph({ store, clock: () => new Date(START) })
    const sent = Array.from({ length: MANY }, (_, index) => ({
      ...{ environment: 'Production', resource: `host ${index}`, event: 'Down', tags: ['x', `tag ${index}`] },
      ...{ text: `Straße ${index}\u0000`, severity: index === 7 ? ('ok' as const) : ('major' as const) },
    }))
    await opsgraph.receiveAlerts(ADMIN, sent)
    await engine.run(`update alert set severity_rank = 0, text_digest = '', tags = '{}', search = '',
      update_time = 'infinity', active_since = 'infinity'`)
    await engine.database.transaction('write', rewriteAlerts)

    const find = async (filters: object, sortBy?: string) =>
      (await opsgraph.listAlerts(ADMIN, { filters, sortBy, pageSize: 1 })).items.map(({ resource }) => resource)
    for (const filters of [{ q: ['STRASSE 7\u0000'] }, { text: ['Straße 7\u0000'] }, { tag: ['tag 7'] }]) {
      expect(await find(filters)).toEqual(['host 7'])
    }
    expect((await opsgraph.listAlerts(ADMIN, { filters: { tag: ['x'] } })).total).toBe(MANY)
    expect(await find({}, '-severity')).toEqual(['host 7'])
    await expect(engine.run(`select id from alert where active_since = 'infinity'`)).resolves.toEqual([])
    // The revisions that were written fit the next save.
    await opsgraph.receiveAlerts(
      ADMIN,
      sent.map((alert) => ({ ...alert, text: 'new' })),
    )
    expect((await opsgraph.listAlerts(ADMIN, { filters: { text: ['new'] } })).total).toBe(MANY)
    expect(await store.alerts.deleteEnded(START, 10)).toBe(0)
    expect(await store.alerts.deleteEnded(LATER, 10)).toBe(1)
  })
})
