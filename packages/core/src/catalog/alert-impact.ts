import type { Alert } from '../alert/alert.js'
import { compileFilter } from '../filter/compile-filter.js'
import { isEmptyFilter } from '../filter/filter.js'
import type { AlertImpact } from './catalog-service.js'

/**
 * Returns a test for whether an active alert counts for a service (rules.md#alert-impact). Compile it once and reuse it
 * for every alert.
 */
export function compileImpact({ severities, statuses, whitelist, blacklist }: AlertImpact): (alert: Alert) => boolean {
  const isListed = compileFilter(whitelist)
  const isExcluded = isEmptyFilter(blacklist) ? () => false : compileFilter(blacklist)
  return (alert) => countsByState({ severities, statuses }, alert) && isListed(alert) && !isExcluded(alert)
}

/**
 * True if the severity and status of an alert count for the service. If the `alertImpact` of the service also has a
 * whitelist or blacklist, the caller must check these too.
 */
export function countsByState(
  { severities, statuses }: Pick<AlertImpact, 'severities' | 'statuses'>,
  { severity, status }: Pick<Alert, 'severity' | 'status'>,
): boolean {
  return (
    (severities.length === 0 || severities.includes(severity)) && (statuses.length === 0 || statuses.includes(status))
  )
}

export function hasFilters({ whitelist, blacklist }: AlertImpact): boolean {
  return !isEmptyFilter(whitelist) || !isEmptyFilter(blacklist)
}
