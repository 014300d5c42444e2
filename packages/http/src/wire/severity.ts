import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import { z } from 'zod'

/** The severities, the worst first (rules.md#alert-fields-4). */
export const severity = z
  .enum(SEVERITIES)
  .meta({ id: 'Severity', description: 'How bad an alert is; the worst comes first' })

export const alertStatus = z.enum(ALERT_STATUSES).meta({
  id: 'AlertStatus',
  description:
    'Whether somebody still has to act; `closed` and `expired` are over, `shelved` and `blackout` are silenced',
})
