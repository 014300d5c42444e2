import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import type { components } from './schema.js'

export type AuditEntry = components['schemas']['AuditEntry']

/** The filter of the list of audit entries. Empty fields are not sent. */
export type AuditFilter = Readonly<Record<'event' | 'type' | 'user' | 'resourceId', string>>

const PAGE_SIZE = 50

/**
 * A query that reads a page of the audit trail, newest entries first. It is not live: each change would move the entries
 * while somebody reads them.
 */
export function auditQuery(filter: AuditFilter, page: number) {
  const wanted = Object.entries(filter).filter(([, value]) => value !== '')
  const fields = Object.fromEntries(wanted.map(([field, value]) => [field, [value]]))
  const query = { ...fields, page, 'page-size': PAGE_SIZE }
  return queryOptions({
    queryKey: ['audit', filter, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => await readBody(api.GET('/api/audit', { params: { query }, signal })),
  })
}
