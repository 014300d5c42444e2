import type { AuditEntry } from '../audit/audit-entry.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

export interface AuditTrail {
  /** Adds all entries or none. Costs one statement, regardless of the number of entries. */
  append(...entries: readonly AuditEntry[]): Promise<void>
  /**
   * Deletes entries whose createTime is earlier than `before`, the earliest first. Returns how many it deleted, at most
   * `limit`.
   */
  deleteOld(before: string, limit: number): Promise<number>
  /** Default order: createTime descending, then id descending, so that the newest entry is first. */
  list(query: ListQuery<ListFilter<'audit'>, ListSort<'audit'>>): Promise<Page<AuditEntry>>
}
