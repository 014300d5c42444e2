import type { Severity } from '../alert/severity.js'
import type { NamedAlert } from '../impact/impact-alert.js'
import type { ServiceImpact } from '../impact/service-impact.js'

/** A root cause as a history stores it: the names of the alert, and the severity that it had at that time. */
export type PastCause = Pick<NamedAlert, 'alertId' | 'environment' | 'resource' | 'event' | 'severity'>

/** How much alerts hurt a service, and why. */
export interface ServiceState extends Pick<ServiceImpact, 'service' | 'severity' | 'acknowledged'> {
  /**
   * The worst severity with which acknowledged alerts arrive; `null` = there are none. Subscriptions need it even while
   * an alert is open. Answers do not contain it.
   */
  readonly acknowledgedSeverity: Severity | null
  /** The first 10 root causes (rules.md#root-causes-8). */
  readonly causes: readonly PastCause[]
}

/** A change from one state of a service to the next one (rules.md#history-of-services). */
export interface Transition extends Omit<ServiceState, 'severity'> {
  /** The number of the transition, counted from 1 for each service. */
  readonly sequence: number
  /** When the state changed. Never before the time of an earlier transition of the service. */
  readonly time: string
  /** The severity before the transition; `null` = no alert hurt the service. */
  readonly from: Severity | null
  /** The severity after the transition; `null` = no alert hurts the service any more. */
  readonly to: Severity | null
}

/** The state of a service that no alert hurts. */
function healthyState(service: string): ServiceState {
  return { service, severity: null, acknowledged: false, acknowledgedSeverity: null, causes: [] }
}

/**
 * The states that differ from the stored ones (rules.md#history-of-services-2). A service that is on neither list was
 * healthy and still is.
 *
 * @param stored the newest transition of each service that was hurt
 * @param current the state of each service that is hurt
 */
export function changedStates(
  stored: readonly Transition[],
  current: readonly ServiceState[],
): readonly ServiceState[] {
  const before = new Map(stored.map((transition) => [transition.service, transition]))
  const changed = current.filter((state) => !isUnchanged(before.get(state.service), state))
  const hurt = new Set(current.map(({ service }) => service))
  const recovered = stored.filter(({ service }) => !hurt.has(service))
  return [...changed, ...recovered.map(({ service }) => healthyState(service))]
}

/**
 * True if a state is the same as after the transition `before`: it has the same severities, it is acknowledged or not
 * as before, and its causes have the same ids.
 */
function isUnchanged(before: Transition | undefined, state: ServiceState): boolean {
  const { severity, acknowledged, acknowledgedSeverity, causes } = state
  if (before?.to !== severity || before.acknowledged !== acknowledged) return false
  if (before.acknowledgedSeverity !== acknowledgedSeverity) return false
  const ids = new Set(before.causes.map(({ alertId }) => alertId))
  return ids.size === causes.length && causes.every(({ alertId }) => ids.has(alertId))
}

/**
 * Creates the transition to a state. If the clock was set back, it has the time of the transition before it.
 *
 * @param before the newest stored transition of the service; `undefined` = there is none
 */
export function transitionTo(
  { severity, ...state }: ServiceState,
  before: Transition | undefined,
  now: string,
): Transition {
  return {
    ...state,
    sequence: (before?.sequence ?? 0) + 1,
    time: before !== undefined && before.time > now ? before.time : now,
    from: before?.to ?? null,
    to: severity,
  }
}
