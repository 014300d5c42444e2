import type { Alert } from '../alert/alert.js'
import { attentionOf, isActive } from '../alert/alert-status.js'
import { compareSeverities, type Severity } from '../alert/severity.js'
import type { ServiceState } from '../history/transition.js'
import type { ServiceImpact } from '../impact/service-impact.js'
import type { ObjectState, ToldCause } from './notice.js'
import { OVER } from './object-state.js'
import type { Subscription } from './subscription.js'

/** Whether a subscription tells of a service (rules.md#what-subscriptions-tell-1). */
export function concernsService(
  { services, owners }: Pick<Subscription, 'services' | 'owners'>,
  { service, owner }: Pick<ServiceImpact, 'service' | 'owner'>,
): boolean {
  return (services.length === 0 || services.includes(service)) && (owners.length === 0 || owners.includes(owner))
}

/**
 * The state of a service for a subscription: the worst of what is open and what is acknowledged, as far as it passes
 * the `minSeverity` (rules.md#what-subscriptions-tell-2).
 */
export function serviceState(
  { severity, acknowledged, acknowledgedSeverity }: Omit<ServiceState, 'service' | 'causes'>,
  causes: readonly ToldCause[],
  minSeverity: Severity,
): ObjectState {
  const open = acknowledged ? null : passing(severity, minSeverity)
  const known = passing(acknowledgedSeverity, minSeverity)
  const [worst] = [open, known].filter((each) => each !== null).sort(compareSeverities)
  return worst === undefined ? OVER : { severity: worst, acknowledged: open === null, causes }
}

/**
 * The state of an alert for a subscription: over if the alert is silenced or not active (rules.md#what-subscriptions-tell-3).
 * The alert is its own cause, so that a receiver learns what has happened without asking for the alert.
 *
 * @param alert `undefined` = the alert was deleted, or the subscription does not tell of it any more
 */
export function alertState(
  alert: Pick<Alert, 'id' | 'environment' | 'resource' | 'event' | 'severity' | 'status'> | undefined,
  minSeverity: Severity,
): ObjectState {
  if (alert === undefined || !isActive(alert.status)) return OVER
  const attention = attentionOf(alert.status)
  const severity = attention === 'silenced' ? null : passing(alert.severity, minSeverity)
  if (severity === null) return OVER
  const { id: alertId, environment, resource, event } = alert
  const cause = { alertId, environment, resource, event, severity, path: [] }
  return { severity, acknowledged: attention === 'acknowledged', causes: [cause] }
}

/** A severity if it is at least as severe as another one; otherwise `null`. */
function passing(severity: Severity | null, minSeverity: Severity): Severity | null {
  return severity !== null && compareSeverities(severity, minSeverity) <= 0 ? severity : null
}
