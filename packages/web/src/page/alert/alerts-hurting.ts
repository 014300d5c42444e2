import type { Severity } from '@opsgraph/core'
import type { StatusGroup } from './alert-search.js'

/**
 * Returns the address of the list of exactly those alerts that a count of a service counts (rules.md#impact-on-services).
 *
 * @param severity only alerts with this severity
 * @param acknowledged `true` = only acknowledged alerts, `false` = only open ones, `undefined` = both
 */
export function alertsHurting(service: string, severity?: Severity, acknowledged?: boolean): string {
  const address = new URLSearchParams({ hurts: service, status: statusOf(acknowledged) })
  if (severity !== undefined) address.set('severity', severity)
  return `/alerts?${address}`
}

function statusOf(acknowledged: boolean | undefined): StatusGroup {
  if (acknowledged === undefined) return 'unsilenced'
  return acknowledged ? 'acknowledged' : 'unacknowledged'
}
