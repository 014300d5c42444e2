import type { Alert } from '../alert/alert.js'
import { compileFilter } from '../filter/compile-filter.js'
import { isEmptyFilter } from '../filter/filter.js'
import type { AlertImpact } from './catalog-service.js'

/** Which active alerts count for a service (rules.md#alert-impact): compiled once, asked for every alert. */
export function compileImpact({ severities, statuses, whitelist, blacklist }: AlertImpact): (alert: Alert) => boolean {
  const isListed = compileFilter(whitelist)
  const isExcluded = isEmptyFilter(blacklist) ? () => false : compileFilter(blacklist)
  return (alert) => countsByState({ severities, statuses }, alert) && isListed(alert) && !isExcluded(alert)
}

/** Whether severity and status of an alert let it count: all that there is to ask of an impact without filters. */
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
