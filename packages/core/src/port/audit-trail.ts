import type { AuditEntry } from '../audit/audit-entry.js'
import type { ListQuery, Page } from '../page.js'

export const AUDIT_FILTERS = ['event', 'type', 'user', 'resourceId'] as const
export type AuditFilter = (typeof AUDIT_FILTERS)[number]
export const AUDIT_SORTS = ['createTime'] as const
export type AuditSort = (typeof AUDIT_SORTS)[number]

export interface AuditTrail {
  /** Adds all entries or none. Costs one statement, regardless of their number. */
  append(...entries: readonly AuditEntry[]): Promise<void>
  /** Default order: newest first, ties by id descending. */
  list(query: ListQuery<AuditFilter, AuditSort>): Promise<Page<AuditEntry>>
}
