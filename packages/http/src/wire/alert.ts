import type { Alert } from '@opsgraph/core'
import { ALERT_STATUSES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { jsonObject } from './json-object.js'
import { name } from './name.js'
import { alertStatus, severity } from './severity.js'
import { time } from './time.js'

const historyEntry = z
  .strictObject({
    id: z.string(),
    type: z.enum(['new', 'severity', 'status', 'value', 'policy']),
    actor: z.string(),
    text: z.string(),
    severity,
    status: alertStatus,
    updateTime: time,
  })
  .meta({ id: 'AlertHistoryEntry' })

/** A stored alert (rules.md#alert-fields). */
export const alert = z
  .strictObject({
    id: z.string(),
    href: z.string().meta({ format: 'uri' }),
    resource: name,
    event: name,
    environment: name,
    severity,
    correlate: z.array(z.string()),
    status: alertStatus,
    service: z.array(name),
    group: z.string(),
    value: z.string(),
    text: z.string(),
    tags: z.array(z.string()),
    attributes: jsonObject,
    origin: z.string().nullable(),
    type: z.string(),
    timeout: z.int().meta({ minimum: 0, description: 'Seconds' }),
    rawData: z.unknown(),
    customer: z.string().nullable(),
    resourceParent: name.nullable(),
    resourceChildren: z.array(name),
    duplicateCount: z.int().meta({ minimum: 0 }),
    repeat: z.boolean(),
    previousSeverity: severity.nullable(),
    createTime: time,
    receiveTime: time,
    lastReceiveTime: time,
    updateTime: time,
    history: z.array(historyEntry),
  })
  .meta({ id: 'Alert' })

/** An alert before it is stored: missing fields are completed when it is stored. */
export const alertDraft = alert
  .pick({
    resource: true,
    event: true,
    environment: true,
    severity: true,
    correlate: true,
    service: true,
    group: true,
    value: true,
    text: true,
    tags: true,
    attributes: true,
    origin: true,
    type: true,
    timeout: true,
    rawData: true,
    customer: true,
    resourceParent: true,
    resourceChildren: true,
  })
  .extend({ status: alertStatus.optional(), createTime: time.optional() })
  .meta({ id: 'AlertDraft' })

/** Adds `href`, the URL of an alert. The spread comes last, which is faster for lists of thousands of alerts. */
export function toAlert(stored: Alert, baseUrl: string) {
  return { href: `${baseUrl}/api/alert/${encodeURIComponent(stored.id)}`, ...stored }
}

/** The body of PUT /api/alert/<id>/status; core checks the status. */
export const statusChange = z
  .object({ status: z.string().meta({ enum: [...ALERT_STATUSES] }), text: z.string().nullish().meta({ default: '' }) })
  .meta({ id: 'AlertStatusChange' })
