import { type Alert, LIMITS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { alertStatus, name, time } from './fields.js'

/** A stored alert (rules.md#alert-fields). */
export const alert = z
  .strictObject({ href: z.string().meta({ format: 'uri' }), ...SCHEMAS.alert.stored.shape })
  .meta({ id: 'Alert', description: 'A stored alert' }) as unknown as z.ZodType<ReturnType<typeof toAlert>>

/**
 * Adds `href`, the URL of an alert. `href` comes first because, for thousands of alerts, this is faster than to append
 * it.
 */
export function toAlert(stored: Alert, baseUrl: string) {
  return { href: `${baseUrl}/api/alert/${encodeURIComponent(stored.id)}`, ...stored }
}

/** The alerts that a request has changed, and the statuses that they had before. */
export const changedStatuses = {
  count: z.int().meta({ minimum: 0, description: 'The number of these alerts' }),
  ids: z.array(z.string()),
  before: z
    .array(
      z
        .strictObject({
          status: alertStatus,
          statusUntil: time.nullable().meta({ description: 'When the status ended by itself; null = never' }),
          assignee: name.nullable().meta({ description: 'Who had these alerts; null = nobody' }),
          ids: z
            .array(z.string())
            .meta({ minItems: 1, maxItems: LIMITS.bulkAlerts, description: 'The ids of these alerts' }),
        })
        .meta({ id: 'AlertsOfStatus', description: 'Alerts that had the same status and the same assignee' }),
    )
    .meta({ description: 'The statuses that the alerts had before, for PUT /api/alerts/status/undo' }),
  assignee: name
    .nullable()
    .meta({ description: 'Who has these alerts because of the change; null = it gave them to nobody' }),
}
