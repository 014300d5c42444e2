import type { AuditEntry } from '../../audit/audit-entry.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists the entries of the audit trail, newest first (rules.md#audit-entries).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listAuditEntries(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'audit'>>,
): Promise<PagedList<AuditEntry>> {
  const query = readListQuery('audit', request)
  return pageOf(query, await store.audit.list(query))
}
