import type { ListFilter } from '@opsgraph/core'
import type { ListQuery, Page, Store } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'
import { REVISED } from './policy-statements.js'
import { storable } from './text-array.js'

export class PostgresMaintenanceStore implements MaintenanceStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<Column, Column>): Promise<Page<MaintenanceWindow>> {
    return listPage(this.#session, WINDOWS, query, toWindow)
  }

  async read(id: string): Promise<MaintenanceWindow | undefined> {
    const { rows } = await this.#session.query<WindowRow>({
      name: 'read-maintenance',
      text: `select ${COLUMNS} from maintenance_window where id = $1::text`,
      values: [storable(id)],
    })
    return rows.map(toWindow)[0]
  }

  async pending(time: string): Promise<readonly MaintenanceWindow[]> {
    const { rows } = await this.#session.query<WindowRow>({
      name: 'pending-maintenance',
      text: `select ${COLUMNS} from maintenance_window where over_time > $1::timestamptz or over_time is null
        order by create_time, id`,
      values: [writeTime(time)],
    })
    return rows.map(toWindow)
  }

  async save({ id, name, createdBy, createTime, updateTime, ...window }: MaintenanceWindow): Promise<void> {
    const { startTime, endTime, overTime, ...document } = window
    const times = [startTime, endTime, overTime, createTime, updateTime]
    await this.#session.query({
      name: 'save-maintenance',
      text: SAVE,
      values: [
        ...[id, name, createdBy],
        ...times.map((time) => (time === null ? null : writeTime(time))),
        JSON.stringify(document satisfies Document),
      ],
    })
  }

  async delete(id: string): Promise<boolean> {
    const { count } = await this.#session.query({
      text: `${REVISED} delete from maintenance_window using revised where maintenance_window.id = $1::text`,
      values: [storable(id)],
    })
    return count > 0
  }
}

type MaintenanceStore = Store['maintenance']
type MaintenanceWindow = Parameters<MaintenanceStore['save']>[0]
type Column = ListFilter<'maintenance'>
type Document = Pick<MaintenanceWindow, 'filters' | 'timezone' | 'rrule' | 'text'>

const COLUMNS = 'id, name, created_by, start_time, end_time, over_time, create_time, update_time, document'

const SAVE = `${REVISED}
  insert into maintenance_window (${COLUMNS})
  select $1::text, $2::text, $3::text, $4::timestamptz, $5::timestamptz, $6::timestamptz, $7::timestamptz,
    $8::timestamptz, $9::json
  from revised
  on conflict (id) do update set
    name = excluded.name, created_by = excluded.created_by, start_time = excluded.start_time,
    end_time = excluded.end_time, over_time = excluded.over_time, create_time = excluded.create_time,
    update_time = excluded.update_time, document = excluded.document`

const LISTED = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  createdBy: { sql: 'created_by' },
  startTime: { sql: 'start_time', type: 'time' },
  endTime: { sql: 'end_time', type: 'time' },
  overTime: { sql: 'over_time', type: 'time', nullsLast: true },
  createTime: { sql: 'create_time', type: 'time' },
  updateTime: { sql: 'update_time', type: 'time' },
} as const

const WINDOWS: ListTable<Column, Column> = {
  name: 'maintenance_window',
  filters: LISTED,
  sorts: LISTED,
  order: ['create_time', 'id'],
  select: `page.${COLUMNS}`,
}

type WindowRow = readonly [
  id: string,
  name: string,
  createdBy: string,
  startTime: string,
  endTime: string,
  overTime: string | null,
  createTime: string,
  updateTime: string,
  document: Document,
]

function toWindow(row: WindowRow): MaintenanceWindow {
  const [id, name, createdBy, startTime, endTime, overTime, createTime, updateTime, document] = row
  return { id, name, createdBy, startTime, endTime, overTime, createTime, updateTime, ...document }
}
