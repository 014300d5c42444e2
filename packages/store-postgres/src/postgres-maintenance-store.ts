import type { ListFilter } from '@opsgraph/core'
import type { Store } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { Table } from './table.js'

type MaintenanceStore = Store['maintenance']
type MaintenanceWindow = Parameters<MaintenanceStore['save']>[0][number]

const WINDOWS = new Table<MaintenanceWindow, ListFilter<'maintenance'>>({
  name: 'maintenance_window',
  columns: {
    id: { sql: 'id' },
    name: { sql: 'name' },
    createdBy: { sql: 'created_by' },
    startTime: { sql: 'start_time', type: 'time' },
    endTime: { sql: 'end_time', type: 'time' },
    overTime: { sql: 'over_time', type: 'time', nullsLast: true },
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
    filters: 'document',
    timezone: 'document',
    rrule: 'document',
    text: 'document',
  },
  order: ['create_time', 'id'],
  revision: 'policy_revision',
})

export function postgresMaintenanceStore(session: Session): MaintenanceStore {
  const { list, read, save, ...windows } = WINDOWS.rowsIn(session)
  return {
    list,
    read,
    save,
    pending: (time) =>
      windows.select('where over_time > $1::timestamptz or over_time is null order by create_time, id', {
        name: 'pending-maintenance',
        values: [writeTime(time)],
      }),
    delete: async (id) => (await windows.delete([id])) > 0,
  }
}
