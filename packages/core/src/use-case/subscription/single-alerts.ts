import { attentionOf } from '../../alert/alert-status.js'
import type { Impact } from '../../impact/impact-search.js'
import { concernsService } from '../../subscription/concerns.js'
import { isAboutItself } from '../../subscription/failing-subscription.js'
import type { OwedKey } from '../../subscription/owed.js'
import type { WatchedSubscription } from './subscription-cache.js'
import type { ToldAlert } from './told-alerts.js'

/** A single alert that a subscription is to be told of. */
export interface SingleAlert {
  readonly key: OwedKey
  readonly alert: ToldAlert
}

/**
 * The single alerts that a subscription is to be told of, by the text of `singleKey`
 * (rules.md#deliveries-of-subscriptions-3).
 */
export function singleAlerts(
  { subscription }: WatchedSubscription,
  impact: Impact,
  alerts: ReadonlyMap<string, ToldAlert>,
): ReadonlyMap<string, SingleAlert> {
  const { id, kinds } = subscription
  const matching = kinds.includes('alert') ? matchingAlerts(subscription, impact, alerts) : []
  const told = new Set(matching)
  const unreached = kinds.includes('unreached') ? impact.unreached.flatMap((each) => alerts.get(each.id) ?? []) : []
  const found = [
    ...matching.map((alert) => ({ kind: 'alert' as const, alert })),
    ...unreached.filter((alert) => !told.has(alert)).map((alert) => ({ kind: 'unreached' as const, alert })),
  ].filter(({ alert }) => !isAboutItself(alert, subscription))
  return new Map(
    found.map(({ kind, alert }) => [
      singleKey(kind, alert.id),
      { key: { subscription: id, kind, object: alert.id }, alert },
    ]),
  )
}

/** The alerts that a subscription of kind `alert` is to be told of. */
function matchingAlerts(
  subscription: WatchedSubscription['subscription'],
  impact: Impact,
  alerts: ReadonlyMap<string, ToldAlert>,
): readonly ToldAlert[] {
  const hurting = hurtingIds(subscription, impact)
  return [...alerts.values()].filter(
    ({ id, matched, updateTime }) =>
      matched.has(subscription.id) && updateTime >= subscription.createTime && (hurting?.has(id) ?? true),
  )
}

export function singleKey(kind: OwedKey['kind'], object: string): string {
  return `${kind} ${object}`
}

/** The ids of the alerts that hurt a service that the subscription has chosen; `undefined` = it has chosen none. */
function hurtingIds(
  subscription: WatchedSubscription['subscription'],
  impact: Impact,
): ReadonlySet<string> | undefined {
  if (subscription.services.length === 0 && subscription.owners.length === 0) return undefined
  const concerned = impact.services.filter((service) => concernsService(subscription, service))
  const counted = concerned.flatMap(({ service }) => impact.countedBy(service))
  return new Set(counted.flatMap(({ id, status }) => (attentionOf(status) === 'silenced' ? [] : id)))
}
