import type { AuditEntry } from '../../audit/audit-entry.js'
import { LIST_COLUMNS, type ListFilter } from '../../list-columns.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists the entries of the audit trail, newest first (rules.md#audit-entries).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listAuditEntries(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'audit'>>,
): Promise<PagedList<AuditEntry>> {
  const query = readListQuery(request, LIST_COLUMNS.audit.sorts)
  return pageOf(query, await store.audit.list(query))
}
