import type { Severity } from '@opsgraph/core'
import type { StatusGroup } from './alert-search.js'

/**
 * Returns the address of the list of exactly those alerts that a count of a service counts (rules.md#impact-on-services).
 *
 * @param severity only alerts with this severity
 */
export function alertsHurting(service: string, status: StatusGroup, severity?: Severity): string {
  const address = new URLSearchParams({ hurts: service, status })
  if (severity !== undefined) address.set('severity', severity)
  return `/alerts?${address}`
}
