import type { AuditEntry } from '../../audit/audit-entry.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import { AUDIT_SORTS, type AuditFilter } from '../../port/audit-trail.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Lists the audit trail, newest first (rules.md#audit-entries).
 *
 * @throws OpsgraphError `invalid` for a bad page or column
 */
export async function listAuditEntries(
  { store }: Dependencies,
  request: ListRequest<AuditFilter>,
): Promise<PagedList<AuditEntry>> {
  const query = readListQuery(request, AUDIT_SORTS)
  return pageOf(query, await store.audit.list(query))
}
