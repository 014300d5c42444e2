import type { AuditEntry, AuditEvent } from '@opsgraph/core'
import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { jsonObject } from './json-object.js'
import { type FieldsOf, time } from './stored.js'

const EVENTS = Object.keys(AUDIT_TYPES) as AuditEvent[]

/** An audit entry (rules.md#audit-entries). */
export const auditEntry = z
  .strictObject({
    id: z.string(),
    event: z.enum(EVENTS).meta({ description: 'What was done' }),
    type: z.enum(Object.values(AUDIT_TYPES)).meta({ description: 'What it was done to' }),
    resourceId: z.string().nullable(),
    user: z.string().meta({ description: 'Who did it' }),
    text: z.string().meta({ description: 'What was done, in words' }),
    attributes: jsonObject.meta({ description: 'What was changed, by name' }),
    requestId: z.string().nullable().meta({ description: 'The id of the request; null = no request did it' }),
    createTime: time,
  } satisfies FieldsOf<AuditEntry>)
  .meta({ id: 'AuditEntry', description: 'A change, and who made it' })

export function toAuditEntry(stored: AuditEntry) {
  const { id, event, type, resourceId, user, text, attributes, requestId, createTime } = stored
  return { id, event, type, resourceId, user, text, attributes, requestId, createTime }
}
