import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import type { components } from './schema.js'

export type AuditEntry = components['schemas']['AuditEntry']

/** The filter of the list of audit entries. Empty fields are not sent. */
export interface AuditFilter {
  readonly event: string
  readonly type: string
  readonly user: string
  readonly resourceId: string
}

const PAGE_SIZE = 50

/** A query that reads a page of the audit trail, newest entries first. */
export function auditQuery(filter: AuditFilter, page: number) {
  return queryOptions({
    queryKey: ['audit', filter, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const wanted = Object.entries(filter).filter(([, value]) => value !== '')
      const query = {
        ...Object.fromEntries(wanted.map(([field, value]) => [field, [value]])),
        page,
        'page-size': PAGE_SIZE,
      }
      return await bodyOf(api.GET('/api/audit', { params: { query }, signal }))
    },
  })
}
