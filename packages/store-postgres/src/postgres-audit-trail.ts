import type { AuditEntry, AuditFilter, AuditSort, AuditTrail, ListQuery, Page } from '@opsgraph/core'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type ListTable, listPage } from './list-page.js'

export class PostgresAuditTrail implements AuditTrail {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async append({ id, event, type, resourceId, user, createTime, ...document }: AuditEntry): Promise<void> {
    await this.#session.query({
      name: 'append-audit-entry',
      text: `insert into audit_entry (id, event, type, user_name, resource_id, create_time, document)
        values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::timestamptz, $7::json)`,
      values: [id, event, type, user, resourceId, writeTime(createTime), JSON.stringify(document)],
    })
  }

  list(query: ListQuery<AuditFilter, AuditSort>): Promise<Page<AuditEntry>> {
    return listPage(this.#session, AUDIT_ENTRIES, query, toAuditEntry)
  }
}

const AUDIT_ENTRIES: ListTable<AuditFilter, AuditSort> = {
  name: 'audit_entry',
  filters: {
    event: { sql: 'event' },
    type: { sql: 'type' },
    user: { sql: 'user_name' },
    resourceId: { sql: 'resource_id' },
  },
  sorts: { createTime: { sql: 'create_time', type: 'time' } },
  order: ['create_time', 'id'],
  descending: true,
  select: 'page.id, event, type, user_name, resource_id, create_time, document',
}

type AuditRow = readonly [
  id: string,
  event: AuditEntry['event'],
  type: AuditEntry['type'],
  user: string,
  resourceId: string | null,
  createTime: string,
  document: Pick<AuditEntry, 'text' | 'attributes' | 'requestId'>,
]

function toAuditEntry([id, event, type, user, resourceId, createTime, document]: AuditRow): AuditEntry {
  return { id, event, type, user, resourceId, createTime, ...document }
}
