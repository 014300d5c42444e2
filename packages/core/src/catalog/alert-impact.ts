import type { Alert } from '../alert/alert.js'
import { compileFilter } from '../filter/compile-filter.js'
import { isEmptyFilter } from '../filter/filter.js'
import type { AlertImpact } from './catalog-service.js'

/** Which active alerts count for a service (decisions.md 5): compiled once, asked for every alert. */
export function compileImpact({ severities, statuses, whitelist, blacklist }: AlertImpact): (alert: Alert) => boolean {
  const isListed = compileFilter(whitelist)
  const isExcluded = isEmptyFilter(blacklist) ? () => false : compileFilter(blacklist)
  return (alert) =>
    (severities.length === 0 || severities.includes(alert.severity)) &&
    (statuses.length === 0 || statuses.includes(alert.status)) &&
    isListed(alert) &&
    !isExcluded(alert)
}
