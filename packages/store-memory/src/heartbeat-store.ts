import type { ListFilter } from '@opsgraph/core'
import { compareNames, type ListSort, type Store } from '@opsgraph/core/store'
import type { TableAccess } from './access.js'
import { type ListColumns, listPage } from './list-page.js'
import { frozenCopy } from './table.js'
import type { Heartbeat, Tables } from './tables.js'

export function heartbeatStore(tables: Tables, access: TableAccess): Store['heartbeats'] {
  const { heartbeat: table, heartbeatByOrigin: byOrigin } = tables
  return {
    list: (query) => access.inSteps(() => listPage(table.rows(), query, HEARTBEAT_COLUMNS)),
    read: (id) => access(() => table.get(id)),
    lock: (origin) => access(() => byOrigin.find(origin)[0]),
    add: async (heartbeat) => {
      const row = frozenCopy(heartbeat)
      return access(() => {
        if (table.get(row.id) !== undefined || byOrigin.find(row.origin).length > 0) return false
        table.put(row)
        return true
      })
    },
    save: async (heartbeat) => {
      const row = frozenCopy(heartbeat)
      return access(() => {
        const stored = table.get(row.id)
        if (stored !== undefined) table.put(Object.freeze({ ...row, origin: stored.origin }))
        return stored !== undefined
      })
    },
    delete: (id) => access(() => table.remove(id) !== undefined),
    overdue: (now, limit) =>
      access(() => {
        const due = [...table.rows()].filter((row) => !row.isMissed && isOverdue(row, now))
        return due.sort(compareExpireTimes).slice(0, limit)
      }),
    miss: (ids) =>
      access(() => {
        for (const row of table.getAll(ids)) table.put(Object.freeze({ ...row, isMissed: true }))
      }),
  }
}

function isOverdue({ expireTime }: Heartbeat, time: string): boolean {
  return expireTime !== null && expireTime <= time
}

function compareExpireTimes(left: Heartbeat, right: Heartbeat): number {
  return compareNames(left.expireTime ?? '', right.expireTime ?? '') || compareNames(left.id, right.id)
}

function statusAt(row: Heartbeat, time: string): string {
  if (isOverdue(row, time)) return 'expired'
  return row.isSlow ? 'slow' : 'ok'
}

const HEARTBEAT_COLUMNS: ListColumns<Heartbeat, ListFilter<'heartbeats'>, ListSort<'heartbeats'>> = {
  filter: {
    status: (row, accepted) =>
      Array.from(accepted).some((value) => {
        const [status, time = ''] = value.split(' ')
        return statusAt(row, time) === status
      }),
  },
  sort: {},
  compare: (left, right) => compareNames(left.origin, right.origin),
}
