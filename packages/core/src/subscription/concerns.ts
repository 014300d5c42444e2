import type { Alert } from '../alert/alert.js'
import { attentionOf, isActive } from '../alert/alert-status.js'
import { compareSeverities, type Severity } from '../alert/severity.js'
import type { ServiceState } from '../history/transition.js'
import type { ServiceImpact } from '../impact/service-impact.js'
import type { UnknownNames } from '../impact/unknown-names.js'
import type { ObjectState, ReportedCause } from './notice.js'
import type { Subscription } from './subscription.js'

/** Whether `services` and `owners` of a subscription select a service (rules.md#what-subscriptions-tell-1). */
export function concernsService(
  { services, owners }: Pick<Subscription, 'services' | 'owners'>,
  { service, owner }: Pick<ServiceImpact, 'service' | 'owner'>,
): boolean {
  return (services.length === 0 || services.includes(service)) && (owners.length === 0 || owners.includes(owner))
}

/**
 * Whether a subscription reports nothing now, because it chooses no existing service. A subscription to alerts that
 * reach no service always reports something, whatever services it chooses.
 */
export function selectsNoExistingService(
  { services, owners, kinds }: Pick<Subscription, 'services' | 'owners' | 'kinds'>,
  unknown: UnknownNames,
): boolean {
  if (kinds.includes('unreached')) return false
  if (services.length > 0) return unknown.services.length + unknown.otherOwner.length === services.length
  return owners.length > 0 && unknown.owners.length === owners.length
}

/**
 * Returns the state of a service for a subscription: the worst severity of its open and its acknowledged alerts, or
 * {@link STATE_OVER} if none of them is at least `minSeverity` (rules.md#what-subscriptions-tell-2).
 */
export function serviceState(
  { severity, acknowledged, acknowledgedSeverity }: Omit<ServiceState, 'service' | 'causes'>,
  causes: readonly ReportedCause[],
  minSeverity: Severity,
): ObjectState {
  const open = acknowledged ? null : severityIfAtLeast(severity, minSeverity)
  const acked = severityIfAtLeast(acknowledgedSeverity, minSeverity)
  const [worst] = [open, acked].filter((each) => each !== null).sort(compareSeverities)
  return worst === undefined ? STATE_OVER : { severity: worst, acknowledged: open === null, causes }
}

/**
 * Returns the state of an alert for a subscription: {@link STATE_OVER} if the alert is silenced, not active, or less
 * severe than `minSeverity` (rules.md#what-subscriptions-tell-3). The alert is its own only cause, so that the message
 * says what has happened.
 *
 * @param alert `undefined` = the alert was deleted, or the subscription no longer reports it
 */
export function alertState(
  alert: Pick<Alert, 'id' | 'environment' | 'resource' | 'event' | 'severity' | 'status'> | undefined,
  minSeverity: Severity,
): ObjectState {
  if (alert === undefined || !isActive(alert.status)) return STATE_OVER
  const attention = attentionOf(alert.status)
  const severity = attention === 'silenced' ? null : severityIfAtLeast(alert.severity, minSeverity)
  if (severity === null) return STATE_OVER
  const { id: alertId, environment, resource, event } = alert
  const cause = { alertId, environment, resource, event, severity, path: [] }
  return { severity, acknowledged: attention === 'acknowledged', causes: [cause] }
}

/** Returns the severity if it is at least as severe as `minSeverity`; otherwise `null`. */
function severityIfAtLeast(severity: Severity | null, minSeverity: Severity): Severity | null {
  return severity !== null && compareSeverities(severity, minSeverity) <= 0 ? severity : null
}

/**
 * The state of an object that no alert affects, or only alerts less severe than the `minSeverity` of the subscription.
 */
export const STATE_OVER: ObjectState = { severity: null, acknowledged: false, causes: [] }

/**
 * Whether two states have the same severity, the same `acknowledged`, and causes with the same ids in any order
 * (rules.md#what-subscriptions-tell-4).
 */
export function isSameState(one: ObjectState, other: ObjectState): boolean {
  if (one.severity !== other.severity || one.acknowledged !== other.acknowledged) return false
  const ids = new Set(one.causes.map(({ alertId }) => alertId))
  return ids.size === other.causes.length && other.causes.every(({ alertId }) => ids.has(alertId))
}

/** Whether an open alert affects the object. */
export function isHurting({ severity, acknowledged }: ObjectState): boolean {
  return severity !== null && !acknowledged
}
