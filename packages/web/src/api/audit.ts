import { api, bodyOf } from './client.js'
import { listQuery } from './queries.js'
import type { components } from './schema.js'

export type AuditEntry = components['schemas']['AuditEntry']

/** The filter of the list of audit entries. Empty fields are not sent. */
export type AuditFilter = Readonly<Record<'event' | 'type' | 'user' | 'resourceId', string>>

const PAGE_SIZE = 50

/** A query that reads a page of the audit trail, newest entries first. */
export function auditQuery(filter: AuditFilter, page: number) {
  const wanted = Object.entries(filter).filter(([, value]) => value !== '')
  const fields = Object.fromEntries(wanted.map(([field, value]) => [field, [value]]))
  const query = { ...fields, page, 'page-size': PAGE_SIZE }
  return listQuery(['audit', filter, page], (signal) => bodyOf(api.GET('/api/audit', { params: { query }, signal })))
}
