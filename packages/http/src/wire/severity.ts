import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import { z } from 'zod'

/** The severities, the worst first (rules.md#alert-fields-4). */
export const severity = z.enum(SEVERITIES).meta({ id: 'Severity', description: 'Worst first' })

export const alertStatus = z.enum(ALERT_STATUSES).meta({ id: 'AlertStatus' })
