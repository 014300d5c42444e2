import type { Alert } from '../alert/alert.js'
import { compileFilter } from '../filter/compile-filter.js'
import { isEmptyFilter } from '../filter/filter.js'
import type { AlertImpact } from './catalog-service.js'

/**
 * Compiles the alert impact of a service to a function (rules.md#alert-impact). The function returns true if an active
 * alert counts for the service. Compile the impact once, and reuse the function for every alert.
 */
export function compileImpact({ severities, statuses, whitelist, blacklist }: AlertImpact): (alert: Alert) => boolean {
  const isListed = compileFilter(whitelist)
  const isExcluded = isEmptyFilter(blacklist) ? () => false : compileFilter(blacklist)
  return (alert) => countsByState({ severities, statuses }, alert) && isListed(alert) && !isExcluded(alert)
}

function countsByState(
  { severities, statuses }: Pick<AlertImpact, 'severities' | 'statuses'>,
  { severity, status }: Pick<Alert, 'severity' | 'status'>,
): boolean {
  return (
    (severities.length === 0 || severities.includes(severity)) && (statuses.length === 0 || statuses.includes(status))
  )
}
