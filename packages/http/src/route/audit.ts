import { LIST_COLUMNS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { auditEntry, toAuditEntry } from '../wire/audit-entry.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'

/** The audit trail of administrators (rules.md#audit-entries). */
export const listAuditRoute = defineRoute({
  id: 'listAuditEntries',
  method: 'get',
  path: '/api/audit',
  summary: 'List the audit trail',
  description:
    'Who changed what, and when; the newest entry first. An entry is written in the same transaction as the change.',
  scope: USE_CASE_SCOPES.listAuditEntries,
  query: listQuery(LIST_COLUMNS.audit),
  isVersioned: true,
  isUnstored: true,
  responses: {
    200: {
      description: 'A page of entries',
      body: okay({ audit: z.array(auditEntry).meta({ description: 'The entries of the page' }), ...paging }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listAuditEntries(caller, toListRequest(query, LIST_COLUMNS.audit))
    return { status: 200, body: { status: 'ok', audit: list.items.map(toAuditEntry), ...pagingOf(list) } }
  },
})
