import { attentionOf } from '../alert/alert-status.js'
import type { Alert } from '../alert/alert.js'
import { compareSeverities, type Severity } from '../alert/severity.js'
import type { ServiceImpact } from '../impact/service-impact.js'
import type { ObjectState, ToldCause } from './notice.js'
import { OVER } from './object-state.js'
import type { Subscription } from './subscription.js'

/** Whether a subscription tells of a service. */
export function concernsService(
  { services, owners }: Pick<Subscription, 'services' | 'owners'>,
  { service, owner }: Pick<ServiceImpact, 'service' | 'owner'>,
): boolean {
  return (services.length === 0 || services.includes(service)) && (owners.length === 0 || owners.includes(owner))
}

/** What a subscription is told of a service. */
export function serviceState(
  { severity, acknowledged }: Pick<ServiceImpact, 'severity' | 'acknowledged'>,
  causes: readonly ToldCause[],
  minSeverity: Severity,
): ObjectState {
  return severity === null || compareSeverities(severity, minSeverity) > 0 ? OVER : { severity, acknowledged, causes }
}

/** What a subscription is told of an active alert. */
export function alertState({ severity, status }: Pick<Alert, 'severity' | 'status'>, minSeverity: Severity): ObjectState {
  const attention = attentionOf(status)
  if (attention === 'silenced' || compareSeverities(severity, minSeverity) > 0) return OVER
  return { severity, acknowledged: attention === 'acknowledged', causes: [] }
}
