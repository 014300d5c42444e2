import { LIST_COLUMNS } from '@opsgraph/core'
import { auditEntry, toAuditEntry } from '../wire/audit-entry.js'
import { listRoute } from './stored-routes.js'

/** Lists the audit trail (rules.md#audit-entries). */
export const listAuditRoute = listRoute({
  id: 'listAuditEntries',
  path: '/api/audit',
  summary: 'List the audit trail',
  description:
    'Who changed what, and when; the newest entry first. An entry is written in the same transaction as the change.',
  columns: LIST_COLUMNS.audit,
  isNeverCached: true,
  key: 'audit',
  noun: 'entries',
  item: auditEntry,
  toItem: toAuditEntry,
  list: (opsgraph) => opsgraph.listAuditEntries,
})
