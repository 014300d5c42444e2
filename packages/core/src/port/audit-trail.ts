import type { AuditEntry } from '../audit/audit-entry.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

export interface AuditTrail {
  /** Adds all entries or none. Costs one statement, regardless of their number. */
  append(...entries: readonly AuditEntry[]): Promise<void>
  /** Default order: newest first, ties by id descending. */
  list(query: ListQuery<ListFilter<'audit'>, ListSort<'audit'>>): Promise<Page<AuditEntry>>
}
