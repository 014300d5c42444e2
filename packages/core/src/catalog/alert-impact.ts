import type { Alert } from '../alert/alert.js'
import { compileTest } from '../filter/compile-filter.js'
import { isEmptyFilter } from '../filter/filter.js'
import { isRest, runWithoutPauses, WorkMeter } from '../work-meter.js'
import type { AlertImpact } from './catalog-service.js'

/** Tests whether an active alert counts for a service. Yields for pauses. */
export type AcceptAlert = (alert: Alert, meter: WorkMeter) => Generator<undefined, boolean>

/** The test of a service that has no catalog entry: every alert counts. */
// biome-ignore lint/correctness/useYield: there is nothing to do between two pauses
export function* acceptAll(): Generator<undefined, boolean> {
  return true
}

/**
 * Compiles the alert impact of a service to a function (rules.md#alert-impact). The function returns true if an active
 * alert counts for the service. Compile the impact once, and reuse the function for every alert.
 */
export function compileImpact(impact: AlertImpact): (alert: Alert) => boolean {
  const accepts = compileAlertImpact(impact)
  return (alert) => runWithoutPauses(accepts(alert, new WorkMeter()))
}

/** Like {@link compileImpact}, but the function yields for pauses. */
export function compileAlertImpact({ severities, statuses, whitelist, blacklist }: AlertImpact): AcceptAlert {
  const listed = compileTest(whitelist)
  const excluded = isEmptyFilter(blacklist) ? undefined : compileTest(blacklist)
  return function* (alert, meter) {
    if (!countsByState({ severities, statuses }, alert)) return false
    const isListed = listed(alert, meter)
    if (!(isRest(isListed) ? yield* isListed : isListed)) return false
    const isExcluded = excluded?.(alert, meter) ?? false
    return !(isRest(isExcluded) ? yield* isExcluded : isExcluded)
  }
}

/** The alerts that count for a service. Yields for pauses. */
export function* acceptedAlerts(
  alerts: readonly Alert[],
  accepts: AcceptAlert,
): Generator<undefined, readonly Alert[]> {
  const meter = new WorkMeter()
  const accepted: Alert[] = []
  for (const alert of alerts) if (yield* accepts(alert, meter)) accepted.push(alert)
  return accepted
}

function countsByState(
  { severities, statuses }: Pick<AlertImpact, 'severities' | 'statuses'>,
  { severity, status }: Pick<Alert, 'severity' | 'status'>,
): boolean {
  return (
    (severities.length === 0 || severities.includes(severity)) && (statuses.length === 0 || statuses.includes(status))
  )
}
