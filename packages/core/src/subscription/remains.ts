import type { Alert, MaintenanceHold } from '../alert/alert.js'
import { attentionOf } from '../alert/alert-status.js'
import { compareSeverities, type Severity } from '../alert/severity.js'
import { groupBy } from '../group-by.js'
import type { PastCause, ServiceState } from '../history/transition.js'
import type { ImpactAlert } from '../impact/impact-alert.js'
import type { Impact } from '../impact/impact-search.js'
import type { HoldingWindow, ServiceImpact } from '../impact/service-impact.js'
import { WorkBudget } from '../impact/work-budget.js'

/**
 * Why alerts that are still active, or may be, do not count for a subscription, so that the state of a service or an
 * alert is over (rules.md#what-subscriptions-tell-12). In messages about a service, the first reason in this list comes
 * first.
 *
 * - `unreached`: they no longer reach the service, or a service that the subscription selects
 * - `excluded`: the `alertImpact` in the catalog entry of the service excludes them
 * - `expired`: they have expired, and nobody said that they are over
 * - `silenced`: they have the status `shelved` or `blackout`
 * - `lessSevere`: they are less severe than `minSeverity`
 * - `held`: redundancy rules absorb them
 * - `reached`: the alert reaches a service, and the subscription reports alerts that reach none
 * - `notSelected`: the subscription no longer selects the alert
 */
type RemainderReason = LostReason | 'expired' | 'silenced' | 'lessSevere' | 'held' | 'reached' | 'notSelected'
type LostReason = 'unreached' | 'excluded'

/**
 * Alerts that are still active, or have expired, although the state of their service is over, or the alert whose state is
 * over.
 */
export interface Remainder {
  readonly reason: RemainderReason
  /** The number of the alerts. */
  readonly count: number
  /** The worst severity of the alerts now; absent if `reason` is `silenced` or `held` in a message about a service. */
  readonly severity?: Severity
  /**
   * The worst of the alerts; present if `reason` is `unreached` or `excluded` in a message about a service, or `expired`.
   */
  readonly alert?: Omit<PastCause, 'severity'>
  /** When the worst of the alerts was last received; present if `reason` is `expired`. */
  readonly lastReceiveTime?: string
  /** The `minSeverity` of the subscription; present if `reason` is `lessSevere`. */
  readonly minSeverity?: Severity
  /** The maintenance window that silences the most of the alerts; absent if none does. */
  readonly window?: HoldingWindow
  /** Until when the alert is shelved; absent in messages about services, and if it is shelved for an unlimited time. */
  readonly until?: string
}

/** What is known about a service whose state is over. */
interface EndedServiceState {
  /** The state of the service; `undefined` = no alert affects it. */
  readonly state: Omit<ServiceState, 'service' | 'causes'> | undefined
  /** What {@link findLostCauses} has found for the service. */
  readonly lost: readonly Remainder[]
  /** The root causes of the last stored state of the service that have expired. */
  readonly expired: readonly ExpiredAlert[]
  readonly minSeverity: Severity
}

type CountedAlerts = Pick<ServiceImpact, 'counts' | 'acknowledgedCount' | 'silencedCount' | 'heldCount' | 'windows'>

/** Returns the remainders of a service whose state is over for a subscription. */
export function remaindersOfService(
  { counts, acknowledgedCount, silencedCount, heldCount, windows: [window] }: CountedAlerts,
  { state, lost, expired, minSeverity }: EndedServiceState,
): readonly Remainder[] {
  const { severity: worst = null, acknowledgedSeverity = null } = state ?? {}
  const [severity] = [worst, acknowledgedSeverity].filter((each) => each !== null).sort(compareSeverities)
  const open = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return [
    ...lost,
    ...remaindersOfExpired(expired.filter((alert) => compareSeverities(alert.severity, minSeverity) <= 0)),
    ...remainderIfAny(silencedCount, { reason: 'silenced', ...(window && { window }) }),
    ...(severity === undefined
      ? []
      : remainderIfAny(open + acknowledgedCount, { reason: 'lessSevere', severity, minSeverity })),
    ...remainderIfAny(heldCount, { reason: 'held' }),
  ]
}

function remainderIfAny(count: number, remainder: Omit<Remainder, 'count'>): readonly Remainder[] {
  return count === 0 ? [] : [{ ...remainder, count }]
}

/** An alert that has expired. */
export interface ExpiredAlert
  extends Pick<Alert, 'id' | 'environment' | 'resource' | 'event' | 'severity' | 'text' | 'lastReceiveTime'> {}

/** Returns what remains of alerts that have expired; empty if there are none. */
export function remaindersOfExpired(alerts: readonly ExpiredAlert[]): readonly Remainder[] {
  const [worst] = alerts.toSorted((one, other) => compareSeverities(one.severity, other.severity))
  if (worst === undefined) return []
  const { id: alertId, environment, resource, event, severity, lastReceiveTime } = worst
  const alert = { alertId, environment, resource, event }
  return [{ reason: 'expired', count: alerts.length, severity, alert, lastReceiveTime }]
}

/** An active alert whose state is over for a subscription. */
export interface RemainingAlert extends Pick<Alert, 'severity' | 'status' | 'statusUntil'> {
  readonly maintenance?: Pick<MaintenanceHold, 'windowId' | 'name'> | undefined
}

/**
 * Returns the remainder of an active alert whose state is over for a subscription.
 *
 * @param otherwise the reason if the alert is neither silenced nor less severe than `minSeverity`
 */
export function remainderOfAlert(
  { severity, status, statusUntil, maintenance }: RemainingAlert,
  minSeverity: Severity,
  otherwise: 'unreached' | 'reached' | 'notSelected',
): Remainder {
  if (attentionOf(status) === 'silenced') {
    const window = maintenance && { id: maintenance.windowId, name: maintenance.name, count: 1 }
    const until = status === 'shelved' ? statusUntil : null
    return { reason: 'silenced', count: 1, severity, ...(window && { window }), ...(until !== null && { until }) }
  }
  if (compareSeverities(severity, minSeverity) > 0) return { reason: 'lessSevere', count: 1, severity, minSeverity }
  return { reason: otherwise, count: 1, severity }
}

/**
 * Returns the current remainders of a state that was over before. Causes that the service had lost before stay among
 * them, because only the look that follows their loss finds them.
 */
export function continueRemainders(before: readonly Remainder[], now: readonly Remainder[]): readonly Remainder[] {
  const reasons = new Set(now.map(({ reason }) => reason))
  return [...before.filter(({ alert, reason }) => alert !== undefined && !reasons.has(reason)), ...now]
}

/** Whether two lists of remainders are equal. */
export function isSameRemainders(one: readonly Remainder[], other: readonly Remainder[]): boolean {
  const textOf = ({ reason, count, severity, alert, lastReceiveTime, minSeverity, window, until }: Remainder) =>
    JSON.stringify([
      reason,
      count,
      severity,
      alert?.alertId,
      lastReceiveTime,
      minSeverity,
      window?.id,
      window?.name,
      window?.count,
      until,
    ])
  return one.length === other.length && one.every((each, at) => textOf(each) === textOf(other[at] as Remainder))
}

/**
 * Finds the root causes that services had before, and that are still active, but do not count for the service any more:
 * they do not reach it, or its catalog entry excludes them. Yields now and then.
 *
 * @returns the remainders of each service that has lost causes, by service
 */
export function* findLostCauses(
  impact: Pick<Impact, 'alert' | 'countedBy' | 'of'>,
  before: readonly Pick<ServiceState, 'service' | 'causes'>[],
): Generator<undefined, ReadonlyMap<string, readonly Remainder[]>> {
  const arrivals = new Map<string, ReadonlyMap<string, Severity | null>>()
  const arrivalsOf = ({ id }: ImpactAlert) => {
    const found = arrivals.get(id) ?? new Map(impact.of(id)?.services.map(({ service, arrives }) => [service, arrives]))
    arrivals.set(id, found)
    return found
  }
  const budget = new WorkBudget()
  const lost = new Map<string, readonly Remainder[]>()
  for (const { service, causes } of before) {
    const active = causes.flatMap(({ alertId }) => impact.alert(alertId) ?? [])
    const counted = active.length === 0 ? [] : impact.countedBy(service)
    const ids = new Set(counted.map(({ id }) => id))
    const lostCauses = active.filter(({ id }) => !ids.has(id))
    const byReason = groupBy(lostCauses, (alert) => reasonOfArrival(arrivalsOf(alert).get(service)))
    const remains = (['unreached', 'excluded'] as const).flatMap((reason) =>
      remainderOfLostAlerts(reason, byReason.get(reason)),
    )
    if (remains.length > 0) lost.set(service, remains)
    if (budget.isSpentBy(counted.length + lostCauses.reduce((sum, alert) => sum + arrivalsOf(alert).size, 1))) yield
  }
  return lost
}

/** @param arrives the severity with which an alert arrives; `null` = rules absorb it, `undefined` = it is unreached */
function reasonOfArrival(arrives: Severity | null | undefined): LostReason | 'held' {
  if (arrives === undefined) return 'unreached'
  return arrives === null ? 'held' : 'excluded'
}

function remainderOfLostAlerts(reason: LostReason, alerts: readonly ImpactAlert[] = []): readonly Remainder[] {
  const [worst] = alerts.toSorted((one, other) => compareSeverities(one.severity, other.severity))
  if (worst === undefined) return []
  const { id: alertId, environment, resource, event, severity } = worst
  return [{ reason, count: alerts.length, severity, alert: { alertId, environment, resource, event } }]
}
