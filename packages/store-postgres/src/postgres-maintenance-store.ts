import type { ListFilter } from '@opsgraph/core'
import type { ListQuery, Page, Store } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { Table } from './table.js'

type MaintenanceStore = Store['maintenance']
type MaintenanceWindow = Parameters<MaintenanceStore['save']>[0][number]
type Column = ListFilter<'maintenance'>

const WINDOWS = new Table<MaintenanceWindow, Column>({
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

export class PostgresMaintenanceStore implements MaintenanceStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<Column, Column>): Promise<Page<MaintenanceWindow>> {
    return WINDOWS.list(this.#session, query)
  }

  read(id: string): Promise<MaintenanceWindow | undefined> {
    return WINDOWS.read(this.#session, id)
  }

  pending(time: string): Promise<readonly MaintenanceWindow[]> {
    return WINDOWS.select(
      this.#session,
      'where over_time > $1::timestamptz or over_time is null order by create_time, id',
      { name: 'pending-maintenance', values: [writeTime(time)] },
    )
  }

  save(windows: readonly MaintenanceWindow[]): Promise<void> {
    return WINDOWS.save(this.#session, windows)
  }

  async delete(id: string): Promise<boolean> {
    return (await WINDOWS.delete(this.#session, [id])) > 0
  }
}
