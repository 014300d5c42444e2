import type { ListFilter } from '@opsgraph/core'
import type { ListQuery, Page, Store } from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'
import { REVISED } from './policy-statements.js'
import { storable, textArray } from './text-array.js'

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

  async save(windows: readonly MaintenanceWindow[]): Promise<void> {
    const rows = windows.map(writeWindow)
    await this.#session.query({
      name: 'save-maintenance',
      text: SAVE,
      values: [
        ...WRITTEN.map((_, at) => textArray(rows.map(({ columns }) => columns[at] ?? null))),
        JSON.stringify(rows.map(({ document }) => document)),
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
type MaintenanceWindow = Parameters<MaintenanceStore['save']>[0][number]
type Column = ListFilter<'maintenance'>
type Document = Pick<MaintenanceWindow, 'filters' | 'timezone' | 'rrule' | 'text'>

/** The columns beside the document, with their types. */
const WRITTEN = Object.entries({
  id: 'text',
  name: 'text',
  created_by: 'text',
  start_time: 'timestamptz',
  end_time: 'timestamptz',
  over_time: 'timestamptz',
  create_time: 'timestamptz',
  update_time: 'timestamptz',
})
const COLUMNS = [...WRITTEN.map(([name]) => name), 'document'].join(', ')

function writeWindow({ id, name, createdBy, createTime, updateTime, ...window }: MaintenanceWindow) {
  const { startTime, endTime, overTime, ...document } = window
  const times = [startTime, endTime, overTime, createTime, updateTime]
  return {
    columns: [id, name, createdBy, ...times.map((time) => time && writeTime(time))],
    document: document satisfies Document,
  }
}

const SAVE = `${REVISED}
  insert into maintenance_window (${COLUMNS})
  select arrived.* from revised, rows from (
    unnest(${WRITTEN.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')}),
    json_array_elements($${WRITTEN.length + 1}::json)
  ) as arrived (${COLUMNS})
  on conflict (id) do update set
    ${[...WRITTEN.slice(1).map(([name]) => name), 'document'].map((name) => `${name} = excluded.${name}`).join(', ')}`

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
