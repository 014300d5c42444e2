import { createOpsgraph } from '@opsgraph/core'
import type { StoreSnapshot } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../src/memory-store.js'

const admin = { user: 'ann', scopes: ['admin'], requestId: null } as const

describe('applyMaintenance', () => {
  it('should read the alerts again only if relations have changed, while a window looks at the graph', async () => {
    const { opsgraph, log, reads } = setLogged()
    await opsgraph.createMaintenanceWindow(admin, {
      ...{ name: 'disk', startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z', hurtDepth: 3 },
      filters: { clauses: [{ key: 'resource', op: '=', value: 'disk' }] },
    })
    await opsgraph.receiveAlerts(admin, [
      { environment: 'Production', resource: 'db', event: 'Down', severity: 'major' },
    ])
    const readsOf = async () => {
      const before = reads.count
      await opsgraph.applyMaintenance()
      return reads.count > before
    }
    expect([await readsOf(), await readsOf(), await readsOf(), await readsOf()]).toEqual([true, true, false, false])
    await opsgraph.putRelations(admin, {
      relations: [{ environment: 'Production', resource: 'disk', parent: 'db' }],
      source: 'manual',
    })
    log.version = 'after'
    expect([await readsOf(), await readsOf(), await readsOf()]).toEqual([true, true, false])
    expect((await opsgraph.listAlerts(admin, {})).items).toMatchObject([{ status: 'blackout' }])
  })
})

// Helpers

function setLogged() {
  const store = new LoggedStore()
  const { after } = store.alerts
  const reads = { count: 0 }
  const counted: typeof after = (...asked) => {
    reads.count++
    return after(...asked)
  }
  Object.assign(store, { alerts: { ...store.alerts, after: counted } })
  const clock = () => new Date('2026-01-01T12:00:00Z')
  return { opsgraph: createOpsgraph({ store, clock, graphMemory: 0 }), log: store.log, reads }
}

/** A store with a log whose version the test sets. */
class LoggedStore extends MemoryStore {
  readonly log = { version: 'before' }

  override snapshot<T>(work: (parts: StoreSnapshot) => Promise<T>): Promise<T> {
    const relationLog = { version: async () => this.log.version } as NonNullable<StoreSnapshot['relationLog']>
    return super.snapshot((parts) => work({ ...parts, relationLog }))
  }
}
