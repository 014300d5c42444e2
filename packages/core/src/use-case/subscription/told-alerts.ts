import type { Alert } from '../../alert/alert.js'
import { attentionOf } from '../../alert/alert-status.js'
import { rankOfSeverity } from '../../impact/compare-alerts.js'
import type { AlertStore } from '../../port/alert-store.js'
import type { Store } from '../../port/store.js'
import { findFailingSubscription } from '../../subscription/failing-subscription.js'
import type { RemainingAlert } from '../../subscription/remains.js'
import { isRest, WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type ActivePartVersions, type AlertChanges, NO_PARTS, readAlertChanges } from '../impact/active-alerts.js'
import type { WatchedSubscription } from './subscription-cache.js'

/** Maximum number of characters of the text of an alert that are cached. */
const MAX_CACHED_TEXT_CHARACTERS = 2_000

/** The part of an active alert that subscriptions need. */
export interface SubscriptionAlert
  extends Pick<Alert, 'environment' | 'resource' | 'event' | 'severity' | 'text' | 'updateTime'>,
    RemainingAlert {
  /** The rank of the severity. */
  readonly rank: number
  /** Severity and acknowledgement in one text, which is compared between looks; `undefined` = the alert is silenced. */
  readonly state: string | undefined
  /** The id of the subscription that fails according to the alert; `undefined` = the alert says something else. */
  readonly about: string | undefined
  /** The ids of the subscriptions of kind `alert` whose filters match the alert. */
  readonly matched: ReadonlySet<string>
}

interface CachedAlerts {
  /** The version of the subscriptions whose filters were applied. */
  readonly version: string
  /** The subscriptions of kind `alert`. */
  readonly watching: readonly WatchedSubscription[]
  readonly parts: ActivePartVersions | undefined
  readonly alerts: ReadonlyMap<string, SubscriptionAlert>
}

/**
 * The active alerts as subscriptions of kind `alert` and `unreached` need them. While alerts are cached here, they are
 * brought up to date with the changes that the impact reads anyway.
 */
export class SubscriptionAlertCache {
  #read: CachedAlerts | undefined

  /**
   * Returns the active alerts, at least as new as the impact. Costs no statement if {@link follow} has seen every
   * change.
   *
   * @param parts the parts of the active alerts from which the impact was computed
   * @param watching the subscriptions of kind `alert`
   * @param version the version of the subscriptions
   */
  async read(
    store: Pick<Store, 'snapshot'>,
    parts: ActivePartVersions | undefined,
    { watching, version }: Pick<CachedAlerts, 'watching' | 'version'>,
  ): Promise<ReadonlyMap<string, SubscriptionAlert>> {
    const before = this.#read?.version === version ? this.#read : undefined
    if (before?.parts !== undefined && before.parts === parts) return before.alerts
    // Versions and alerts are read in one snapshot. Otherwise, an alert that ends between the two statements would stay
    // in the cache for ever.
    const changes = await store.snapshot(async ({ alerts }) =>
      readAlertChanges(alerts, await alerts.activeVersions?.(), before?.parts ?? NO_PARTS),
    )
    return await this.#apply(changes, { version, watching, alerts: before?.alerts ?? new Map() })
  }

  /**
   * Takes over the changes that were read for the impact. Does nothing if no alerts are cached.
   *
   * @param alerts shows the alerts at the moment of the changes
   * @param before the parts from which the changes lead
   */
  async follow(alerts: AlertStore, before: ActivePartVersions, changes: AlertChanges): Promise<void> {
    const cached = this.#read
    if (cached?.parts === undefined || changes.parts === undefined) return
    const isNext = cached.parts === before
    const versions = new Map(Array.from(changes.parts, ([part, { version }]) => [part, version]))
    const own = isNext ? changes : await readAlertChanges(alerts, versions, cached.parts)
    await this.#apply({ ...own, parts: changes.parts }, cached)
  }

  /** Frees the memory of alerts. Called if there is no subscription of the kind `alert` or `unreached`. */
  forget(): void {
    this.#read = undefined
  }

  async #apply(
    { added, removed, parts }: AlertChanges,
    { version, watching, alerts: before }: Omit<CachedAlerts, 'parts'>,
  ): Promise<ReadonlyMap<string, SubscriptionAlert>> {
    const alerts = new Map(parts === undefined ? [] : before)
    for (const id of removed) alerts.delete(id)
    for (const [id, told] of await runWithPauses(applyFilters(added, watching))) alerts.set(id, told)
    this.#read = { version, watching, parts, alerts }
    return alerts
  }
}

/** Applies the filters of the subscriptions to alerts. Yields for pauses. */
function* applyFilters(
  alerts: readonly Alert[],
  watching: readonly WatchedSubscription[],
): Generator<undefined, readonly (readonly [string, SubscriptionAlert])[]> {
  const meter = new WorkMeter()
  const alertsById: (readonly [string, SubscriptionAlert])[] = []
  for (const alert of alerts) {
    const matched = new Set<string>()
    for (const { subscription, matches } of watching) {
      const result = matches(alert, meter)
      if (isRest(result) ? yield* result : result) matched.add(subscription.id)
    }
    alertsById.push([alert.id, { ...subscriptionAlertFields(alert), matched }])
  }
  return alertsById
}

function subscriptionAlertFields(alert: Alert): Omit<SubscriptionAlert, 'matched'> {
  const { environment, resource, event, severity, status, statusUntil, maintenance, text, updateTime } = alert
  const attention = attentionOf(status)
  return {
    ...{ environment, resource, event, severity, status, statusUntil, updateTime, rank: rankOfSeverity(severity) },
    maintenance: maintenance && { windowId: maintenance.windowId, name: maintenance.name },
    text: shortenText(text),
    state: attention === 'silenced' ? undefined : `${severity} ${attention}`,
    about: findFailingSubscription(alert),
  }
}

/** Shortens the text of an alert for messages. */
export function shortenText(text: string): string {
  return text.length > MAX_CACHED_TEXT_CHARACTERS
    ? `${text.slice(0, MAX_CACHED_TEXT_CHARACTERS).toWellFormed()}…`
    : text
}
