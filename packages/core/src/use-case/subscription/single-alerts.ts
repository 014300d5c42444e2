import { attentionOf } from '../../alert/alert-status.js'
import { rankOfSeverity } from '../../impact/compare-alerts.js'
import type { Impact } from '../../impact/impact-search.js'
import { concernsService } from '../../subscription/concerns.js'
import type { StoredSubscription } from '../../subscription/subscription.js'
import type { SubscriptionAlert } from './told-alerts.js'

export const ALERT_SUBSCRIPTION_KINDS = ['alert', 'unreached'] as const
export type AlertSubscriptionKind = (typeof ALERT_SUBSCRIPTION_KINDS)[number]

/** A value for each kind of subscription that reports single alerts: `alert` and `unreached`. */
export type ByAlertSubscriptionKind<Value> = Readonly<Record<AlertSubscriptionKind, Value>>

/**
 * Returns the single alerts that a subscription reports, by id, each with its `SubscriptionAlert.state`
 * (rules.md#deliveries-of-subscriptions-3). Alerts that are over for the subscription are absent. Each look runs
 * through all active alerts, so this creates no object for each alert.
 */
export function findAlertStates(
  subscription: StoredSubscription,
  impact: Impact,
  alerts: ReadonlyMap<string, SubscriptionAlert>,
): ByAlertSubscriptionKind<ReadonlyMap<string, string>> {
  const { kinds } = subscription
  const alert = kinds.includes('alert') ? matchingAlerts(subscription, impact, alerts) : new Map<string, string>()
  const unreached = new Map<string, string>()
  if (!kinds.includes('unreached')) return { alert, unreached }
  const limit = rankOfSeverity(subscription.minSeverity)
  for (const { id } of impact.unreached) {
    const alertOfId = alerts.get(id)
    const state = alertOfId && stateForSubscription(subscription, alertOfId, limit)
    if (state !== undefined && !alert.has(id)) unreached.set(id, state)
  }
  return { alert, unreached }
}

/** Returns the alerts that a subscription of the kind `alert` reports. */
function matchingAlerts(
  subscription: StoredSubscription,
  impact: Impact,
  alerts: ReadonlyMap<string, SubscriptionAlert>,
): Map<string, string> {
  const limit = rankOfSeverity(subscription.minSeverity)
  const hurting = findAffectingIds(subscription, impact)
  const found = new Map<string, string>()
  for (const [id, alert] of alerts) {
    if (!alert.matched.has(subscription.id) || alert.updateTime < subscription.createTime) continue
    const state = hurting?.has(id) === false ? undefined : stateForSubscription(subscription, alert, limit)
    if (state !== undefined) found.set(id, state)
  }
  return found
}

/** @returns `undefined` if the alert is over for the subscription, or says that this subscription fails */
function stateForSubscription(
  { id }: StoredSubscription,
  { rank, state, about }: SubscriptionAlert,
  limit: number,
): string | undefined {
  return rank <= limit && about !== id ? state : undefined
}

/**
 * Returns the ids of the alerts that affect a selected service; `undefined` = the subscription selects all services.
 */
function findAffectingIds(subscription: StoredSubscription, impact: Impact): ReadonlySet<string> | undefined {
  if (subscription.services.length === 0 && subscription.owners.length === 0) return undefined
  const concerned = impact.services.filter((service) => concernsService(subscription, service))
  const counted = concerned.flatMap(({ service }) => impact.countedBy(service))
  return new Set(counted.flatMap(({ id, status }) => (attentionOf(status) === 'silenced' ? [] : id)))
}
