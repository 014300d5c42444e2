import { type AuditEntry, type AuditEvent, LIST_COLUMNS } from '@opsgraph/core'
import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { type FieldsOf, jsonObject, time } from '../wire/fields.js'
import { listRoute } from './stored-routes.js'

const AUDIT_EVENTS = Object.keys(AUDIT_TYPES) as AuditEvent[]

/** An audit entry (rules.md#audit-entries). */
const auditEntry = z
  .strictObject({
    id: z.string(),
    event: z.enum(AUDIT_EVENTS).meta({ description: 'What was done' }),
    type: z.enum(Object.values(AUDIT_TYPES)).meta({ description: 'What it was done to' }),
    resourceId: z.string().nullable(),
    user: z.string().meta({ description: 'Who did it' }),
    text: z.string().meta({ description: 'What was done, in words' }),
    attributes: jsonObject.meta({ description: 'What was changed, by name' }),
    requestId: z.string().nullable().meta({ description: 'The id of the request; null = no request did it' }),
    createTime: time,
  } satisfies FieldsOf<AuditEntry>)
  .meta({ id: 'AuditEntry', description: 'A change, and who made it' })

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
  toItem: ({ id, event, type, resourceId, user, text, attributes, requestId, createTime }: AuditEntry) => {
    return { id, event, type, resourceId, user, text, attributes, requestId, createTime }
  },
  list: (opsgraph) => opsgraph.listAuditEntries,
})
