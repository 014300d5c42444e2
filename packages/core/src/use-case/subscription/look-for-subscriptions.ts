import { pause } from '#platform'
import type { ServiceState, Transition } from '../../history/transition.js'
import type { ServiceImpact } from '../../impact/service-impact.js'
import type { StoreParts } from '../../port/store.js'
import { concernsService, serviceState } from '../../subscription/concerns.js'
import type { ReportedCause } from '../../subscription/notice.js'
import { noProgress, type SubscriptionProgress } from '../../subscription/progress.js'
import { type ExpiredAlert, findLostCauses, type Remainder } from '../../subscription/remains.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { CurrentImpact } from '../impact/impact-cache.js'
import { findExpiredAlerts } from './expired-alerts.js'
import { ALERT_SUBSCRIPTION_KINDS, type ByAlertSubscriptionKind, findAlertStates } from './single-alerts.js'
import type { WatchedSubscription, WatchedSubscriptions } from './subscription-cache.js'
import type { SubscriptionAlert } from './told-alerts.js'

/**
 * After this many milliseconds, a process compares all alerts of subscriptions of the kinds `alert` and `unreached`
 * with the stored rows, even if it knows of no change.
 */
const COMPARE_AFTER_MILLISECONDS = 3_600_000

/** What the enabled subscriptions see in one look at services and alerts. */
export interface SubscriptionLook {
  /** The version of the subscriptions. */
  readonly version: string
  /** The enabled subscriptions, by id. */
  readonly watched: ReadonlyMap<string, WatchedSubscription>
  /** The names of the services whose state has changed. */
  readonly changed: readonly string[]
  /**
   * The ids of the subscriptions whose objects are all compared with the stored rows, each with a text that identifies
   * its settings (`SubscriptionProgress.compared`).
   */
  readonly compared: ReadonlyMap<string, string>
  /** All services, by name. */
  readonly services: ReadonlyMap<string, ServiceImpact>
  /** The states of the services that alerts affect, by service. */
  readonly states: ReadonlyMap<string, ServiceState>
  /** The root causes of the services about which there may be a message, by service. */
  readonly causes: ReadonlyMap<string, readonly ReportedCause[]>
  /** The causes that services have lost, of the changed services that are over for a subscription, by service. */
  readonly lost: ReadonlyMap<string, readonly Remainder[]>
  /** The causes of the same services that have expired, by service. */
  readonly expired: ReadonlyMap<string, readonly ExpiredAlert[]>
  /** The active alerts by id; empty if no subscription has the kind `alert` or `unreached`. */
  readonly alerts: ReadonlyMap<string, SubscriptionAlert>
  /** The single alerts of each subscription of the kind `alert` or `unreached`, by the id of the subscription. */
  readonly singles: ReadonlyMap<string, ObservedAlerts>
  /** When the look began, in milliseconds. */
  readonly time: number
}

/** The alerts that a subscription of the kind `alert` or `unreached` sees. */
export interface ObservedAlerts {
  /** As {@link findAlertStates} returns them. */
  readonly states: ByAlertSubscriptionKind<ReadonlyMap<string, string>>
  /**
   * The ids of the alerts that have changed since the last look; `undefined` = all are compared with the stored rows.
   */
  readonly changed: ByAlertSubscriptionKind<readonly string[]> | undefined
  /** When all alerts were last compared with all stored rows, in milliseconds. */
  readonly comparedAt: number
  /** `SubscriptionProgress.looked` before the look. */
  readonly looked: string | null
}

interface ServiceStates {
  /** The states of the services that alerts affect. */
  readonly states: readonly ServiceState[]
  /** The services whose state differs from the stored one. */
  readonly changed: readonly string[]
  /** The newest transitions of the services that alerts affected before. */
  readonly stored: readonly Transition[]
}

/** Finds what the enabled subscriptions see now, and what may have changed for them. */
export async function lookForSubscriptions(
  dependencies: Dependencies,
  current: CurrentImpact,
  { changed, stored, ...hurt }: ServiceStates,
): Promise<SubscriptionLook> {
  const { store, subscriptionWatch, clock } = dependencies
  const found = await subscriptionWatch.subscriptions.at(store)
  const enabled = found.all.filter(({ subscription }) => subscription.enabled)
  const progress = enabled.length === 0 ? new Map() : await store.subscriptions.progress()
  const compared = findSubscriptionsToCompare(enabled, progress, current.catalog)
  const services = new Map(enabled.length === 0 ? [] : current.impact.services.map((each) => [each.service, each]))
  const states = new Map(enabled.length === 0 ? [] : hurt.states.map((each) => [each.service, each]))
  const time = clock().getTime()
  const lookedAt = { enabled, compared, services, states, changed }
  return {
    version: found.version,
    watched: new Map(enabled.map((each) => [each.subscription.id, each])),
    changed,
    compared,
    services,
    states,
    causes: await findCausesToReport(current, lookedAt),
    ...(await findLostCausesOfServices(store, current, { ...lookedAt, stored })),
    ...(await observeAlerts(dependencies, current, { ...found, enabled, compared, progress, time })),
    time,
  }
}

/** Whether rows may have to be written after the look. */
export function mayChangeRows({ watched, changed, compared, singles }: SubscriptionLook): boolean {
  if (watched.size === 0) return false
  const isChanged = (seen: ObservedAlerts) => ALERT_SUBSCRIPTION_KINDS.some((kind) => seen.changed?.[kind].length !== 0)
  return changed.length > 0 || compared.size > 0 || [...singles.values()].some(isChanged)
}

/**
 * Returns the subscriptions that were added, changed or enabled, or whose services may have other owners, since a
 * server last compared all their objects with the stored rows.
 */
function findSubscriptionsToCompare(
  enabled: readonly WatchedSubscription[],
  progress: ReadonlyMap<string, SubscriptionProgress>,
  catalog: string | undefined,
): ReadonlyMap<string, string> {
  const settings = enabled.flatMap(({ subscription: { id, updateTime, owners } }) => {
    const currentVersion = owners.length === 0 ? updateTime : `${updateTime} ${catalog}`
    const isKnown = owners.length === 0 || catalog !== undefined
    return isKnown && progress.get(id)?.compared === currentVersion ? [] : [[id, currentVersion] as const]
  })
  return new Map(settings)
}

interface ServiceLook extends Pick<SubscriptionLook, 'compared' | 'services' | 'states' | 'changed'> {
  readonly enabled: readonly WatchedSubscription[]
}

/** Finds the root causes, with their paths, of the services about which there may be a message. */
async function findCausesToReport(
  { impact }: CurrentImpact,
  { enabled, compared, services, states, changed }: ServiceLook,
): Promise<ReadonlyMap<string, readonly ReportedCause[]>> {
  const some = changed.flatMap((name) => states.get(name) ?? [])
  const reporting = enabled.filter(({ subscription }) => subscription.kinds.includes('impact'))
  const reportedServices = new Set(
    reporting.flatMap(({ subscription }) =>
      (compared.has(subscription.id) ? [...states.values()] : some).flatMap((state) => {
        const service = services.get(state.service)
        if (service === undefined || !concernsService(subscription, service)) return []
        return serviceState(state, [], subscription.minSeverity).severity === null ? [] : service
      }),
    ),
  )
  const explained = await runWithPauses(impact.explain([...reportedServices]))
  return new Map(
    explained.map(({ service, causes }) => [
      service,
      causes.map(({ alertId, environment, resource, event, severity, nodeId, path }) => ({
        ...{ alertId, environment, resource, event, severity, path: nodeId === null ? [] : path },
      })),
    ]),
  )
}

/**
 * Finds the causes that the changed services have lost, and those that have expired, if the services are over for a
 * subscription that selects them.
 */
async function findLostCausesOfServices(
  store: Pick<StoreParts, 'alerts'>,
  { impact }: CurrentImpact,
  { enabled, services, states, changed, stored }: ServiceLook & Pick<ServiceStates, 'stored'>,
): Promise<Pick<SubscriptionLook, 'lost' | 'expired'>> {
  const reporting = enabled.filter(({ subscription }) => subscription.kinds.includes('impact'))
  const isOver = (name: string) => {
    const [service, state] = [services.get(name), states.get(name)]
    if (service === undefined) return false
    return reporting.some(
      ({ subscription }) =>
        concernsService(subscription, service) &&
        (state === undefined || serviceState(state, [], subscription.minSeverity).severity === null),
    )
  }
  const over = new Set(changed.filter(isOver))
  const ended = stored.filter(({ service }) => over.has(service))
  const idsOf = ({ causes }: Transition) =>
    causes.flatMap(({ alertId }) => (impact.alert(alertId) === undefined ? alertId : []))
  const found = await findExpiredAlerts(store, [...new Set(ended.flatMap(idsOf))])
  return {
    lost: await runWithPauses(findLostCauses(impact, ended)),
    expired: new Map(ended.map((each) => [each.service, idsOf(each).flatMap((id) => found.get(id) ?? [])])),
  }
}

interface AlertLook extends WatchedSubscriptions {
  readonly enabled: readonly WatchedSubscription[]
  readonly compared: ReadonlyMap<string, string>
  readonly progress: ReadonlyMap<string, SubscriptionProgress>
  readonly time: number
}

async function observeAlerts(
  { store, subscriptionWatch }: Dependencies,
  { impact, alerts: parts }: CurrentImpact,
  { enabled, version, compared, progress, time }: AlertLook,
): Promise<Pick<SubscriptionLook, 'alerts' | 'singles'>> {
  const watching = enabled.filter(({ subscription: { kinds } }) =>
    ALERT_SUBSCRIPTION_KINDS.some((kind) => kinds.includes(kind)),
  )
  if (watching.length === 0) {
    subscriptionWatch.forgetAlerts()
    return { alerts: new Map(), singles: new Map() }
  }
  const matching = watching.filter(({ subscription: { kinds } }) => kinds.includes('alert'))
  const alerts = await subscriptionWatch.alerts.read(store, parts, { watching: matching, version })
  const singles = new Map<string, ObservedAlerts>()
  for (const { subscription } of watching) {
    const { id } = subscription
    const states = findAlertStates(subscription, impact, alerts)
    const { looked } = progress.get(id) ?? noProgress(id)
    const last = subscriptionWatch.lastSeen.get(id)
    const known = last !== undefined && isRecent(last.comparedAt, time) && !compared.has(id) ? last : undefined
    const changed = known?.looked === looked ? changedAlertIds(known.states, states) : undefined
    singles.set(id, { states, changed, looked, comparedAt: known?.comparedAt ?? time })
    await pause()
  }
  return { alerts, singles }
}

/** True if two times are close to each other, in either order, because the clock may have been set back. */
function isRecent(comparedAt: number, time: number): boolean {
  return Math.abs(time - comparedAt) < COMPARE_AFTER_MILLISECONDS
}

function changedAlertIds(
  before: ObservedAlerts['states'],
  now: ObservedAlerts['states'],
): ByAlertSubscriptionKind<readonly string[]> {
  return {
    alert: findDifferingKeys(before.alert, now.alert),
    unreached: findDifferingKeys(before.unreached, now.unreached),
  }
}

/** Returns the keys whose values differ. */
function findDifferingKeys(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const keys: string[] = []
  for (const [key, state] of now) if (before.get(key) !== state) keys.push(key)
  for (const key of before.keys()) if (!now.has(key)) keys.push(key)
  return keys
}
