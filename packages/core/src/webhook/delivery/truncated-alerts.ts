import { isObject } from '../../json-value.js'
import type { Payload } from './read-payload.js'

/**
 * A warning if Alertmanager left alerts out of a payload, because its receiver has `max_alerts`. The alerts that are
 * left out neither open nor close (rules.md#deliveries).
 */
export function truncationWarnings(payload: Payload): readonly string[] {
  if (!isObject(payload) || !Array.isArray(payload.alerts)) return []
  const { truncatedAlerts } = payload
  if (typeof truncatedAlerts !== 'number' || truncatedAlerts <= 0) return []
  return [
    `truncatedAlerts is ${truncatedAlerts}: the sender left out so many alerts, which neither open nor close; set max_alerts of its webhook to 0`,
  ]
}
