import type { AuditEntry, ListFilter } from '@opsgraph/core'
import { type AuditTrail, compareCreation, type ListQuery, type ListSort, type Page } from '@opsgraph/core/store'
import type { Access } from './access.js'
import { frozenCopy } from './frozen-copy.js'
import { type ListColumns, listPage } from './list-page.js'
import type { Tables } from './tables.js'

export class MemoryAuditTrail implements AuditTrail {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  async append(...entries: readonly AuditEntry[]): Promise<void> {
    const rows = entries.map(frozenCopy)
    return this.#access(() => {
      for (const row of rows) this.#tables.audit.put(row)
    })
  }

  deleteOld(before: string, limit: number): Promise<number> {
    return this.#access(() => {
      const { audit } = this.#tables
      const old = [...audit.rows()].filter(({ createTime }) => createTime < before)
      const deleted = old.sort(compareCreation).slice(0, limit)
      for (const { id } of deleted) audit.remove(id)
      return deleted.length
    })
  }

  list(query: ListQuery<ListFilter<'audit'>, ListSort<'audit'>>): Promise<Page<AuditEntry>> {
    return this.#access.inSteps(() => listPage(this.#tables.audit.rows(), query, COLUMNS))
  }
}

const COLUMNS: ListColumns<AuditEntry, ListFilter<'audit'>, ListSort<'audit'>> = {
  filter: {
    event: (row) => row.event,
    type: (row) => row.type,
    user: (row) => row.user,
    resourceId: (row) => row.resourceId,
  },
  sort: { createTime: (row) => row.createTime },
  compare: (left, right) => compareCreation(right, left),
}
