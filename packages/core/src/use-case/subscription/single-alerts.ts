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
  const { id, kinds, createTime } = subscription
  const found = new Map<string, SingleAlert>()
  const add = (kind: 'alert' | 'unreached', alert: ToldAlert) => {
    found.set(singleKey(kind, alert.id), { key: { subscription: id, kind, object: alert.id }, alert })
  }
  if (kinds.includes('alert')) {
    const hurting = hurtingIds(subscription, impact)
    for (const alert of alerts.values()) {
      if (!alert.matched.has(id) || alert.updateTime < createTime) continue
      if (hurting?.has(alert.id) === false || isAboutItself(alert, subscription)) continue
      add('alert', alert)
    }
  }
  if (!kinds.includes('unreached')) return found
  for (const unreached of impact.unreached) {
    const alert = alerts.get(unreached.id)
    if (alert === undefined || found.has(singleKey('alert', alert.id)) || isAboutItself(alert, subscription)) continue
    add('unreached', alert)
  }
  return found
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
