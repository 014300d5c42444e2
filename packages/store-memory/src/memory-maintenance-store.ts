import type { ListFilter } from '@opsgraph/core'
import { compareCreation, type ListQuery, type Page, type Store } from '@opsgraph/core/store'
import type { Access } from './access.js'
import { frozenCopy } from './frozen-copy.js'
import { type Cell, listPage } from './list-page.js'
import type { MaintenanceWindow, Tables } from './tables.js'

export class MemoryMaintenanceStore implements MaintenanceStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  list(query: ListQuery<Column, Column>): Promise<Page<MaintenanceWindow>> {
    return this.#access.inSteps(() => listPage(this.#tables.maintenance.rows(), query, COLUMNS))
  }

  read(id: string): Promise<MaintenanceWindow | undefined> {
    return this.#access(() => this.#tables.maintenance.get(id))
  }

  pending(time: string): Promise<readonly MaintenanceWindow[]> {
    return this.#access(() =>
      Array.from(this.#tables.maintenance.rows())
        .filter(({ overTime }) => overTime === null || overTime > time)
        .sort(compareCreation),
    )
  }

  async save(windows: readonly MaintenanceWindow[]): Promise<void> {
    const rows = windows.map(frozenCopy)
    return this.#access(() => {
      for (const row of rows) this.#tables.maintenance.put(row)
      this.#tables.revise('policies')
    })
  }

  delete(id: string): Promise<boolean> {
    return this.#access(() => {
      this.#tables.revise('policies')
      return this.#tables.maintenance.remove(id) !== undefined
    })
  }
}

type MaintenanceStore = Store['maintenance']
type Column = ListFilter<'maintenance'>

const CELLS: Readonly<Record<Column, (row: MaintenanceWindow) => Cell>> = {
  id: (row) => row.id,
  name: (row) => row.name,
  createdBy: (row) => row.createdBy,
  startTime: (row) => row.startTime,
  endTime: (row) => row.endTime,
  overTime: (row) => row.overTime,
  createTime: (row) => row.createTime,
  updateTime: (row) => row.updateTime,
}

const COLUMNS = { filter: CELLS, sort: CELLS, compare: compareCreation }
