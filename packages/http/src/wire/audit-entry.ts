import type { AuditEntry, AuditEvent } from '@opsgraph/core'
import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { jsonObject } from './json-object.js'
import { time } from './stored.js'

const EVENTS = Object.keys(AUDIT_TYPES) as AuditEvent[]

/** An audit entry (rules.md#audit-entries). */
export const auditEntry = z
  .strictObject({
    id: z.string(),
    event: z.enum(EVENTS),
    type: z.enum(Object.values(AUDIT_TYPES)),
    resourceId: z.string().nullable(),
    user: z.string(),
    text: z.string(),
    attributes: jsonObject,
    requestId: z.string().nullable(),
    createTime: time,
  })
  .meta({ id: 'AuditEntry' })

export function toAuditEntry(stored: AuditEntry) {
  const { id, event, type, resourceId, user, text, attributes, requestId, createTime } = stored
  return { id, event, type, resourceId, user, text, attributes, requestId, createTime }
}
