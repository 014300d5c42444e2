import { pause } from '#platform'
import type { ServiceState } from '../../history/transition.js'
import type { ServiceImpact } from '../../impact/service-impact.js'
import { concernsService, serviceState } from '../../subscription/concerns.js'
import type { ToldCause } from '../../subscription/notice.js'
import { noProgress, type SubscriptionProgress } from '../../subscription/progress.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { CurrentImpact } from '../impact/impact-cache.js'
import { type OfSingles, SINGLE_KINDS, singleAlerts } from './single-alerts.js'
import type { WatchedSubscription, WatchedSubscriptions } from './subscription-cache.js'
import type { ToldAlert } from './told-alerts.js'

/** After this many milliseconds, a process compares all single alerts with what is stored, whatever it has seen. */
const COMPARE_AFTER = 3_600_000

/** What the subscriptions that are enabled see in one look. */
export interface SubscriptionLook {
  /** The version of the subscriptions. */
  readonly version: string
  /** By id. */
  readonly watched: ReadonlyMap<string, WatchedSubscription>
  /** The services whose state has changed. */
  readonly changed: readonly string[]
  /** The subscriptions of which everything is compared with what is stored, and what identifies their settings. */
  readonly compared: ReadonlyMap<string, string>
  /** All services, by name. */
  readonly services: ReadonlyMap<string, ServiceImpact>
  /** The states of the services that are hurt, by service. */
  readonly states: ReadonlyMap<string, ServiceState>
  /** The causes of the services of which something is to be told, by service. */
  readonly causes: ReadonlyMap<string, readonly ToldCause[]>
  /** The active alerts by id, if a subscription is of kind `alert` or `unreached`. */
  readonly alerts: ReadonlyMap<string, ToldAlert>
  /** For each subscription of kind `alert` or `unreached`, by id. */
  readonly singles: ReadonlyMap<string, SeenAlerts>
  /** In milliseconds. */
  readonly time: number
}

/** The single alerts that a subscription sees. */
export interface SeenAlerts {
  /** As {@link singleAlerts} returns them. */
  readonly states: OfSingles<ReadonlyMap<string, string>>
  /** The ids of what has changed since the last look; `undefined` = everything is compared with what is stored. */
  readonly changed: OfSingles<readonly string[]> | undefined
  /** When everything was last compared, also with what ended long ago, in milliseconds. */
  readonly comparedAt: number
  /** `SubscriptionProgress.looked` before the look. */
  readonly looked: string | null
}

interface ServiceStates {
  /** Of the services that are hurt. */
  readonly states: readonly ServiceState[]
  /** The services whose state differs from the stored one. */
  readonly changed: readonly string[]
}

/** Looks at services and alerts as the subscriptions see them, and finds what may have changed. */
export async function lookForSubscriptions(
  dependencies: Dependencies,
  current: CurrentImpact,
  { changed, ...hurt }: ServiceStates,
): Promise<SubscriptionLook> {
  const { store, subscriptionWatch, clock } = dependencies
  const found = await subscriptionWatch.subscriptions.at(store)
  const enabled = found.all.filter(({ subscription }) => subscription.enabled)
  const progress = enabled.length === 0 ? new Map() : await store.subscriptions.progress()
  const compared = comparedNow(enabled, progress, current.catalog)
  const services = new Map(enabled.length === 0 ? [] : current.impact.services.map((each) => [each.service, each]))
  const states = new Map(enabled.length === 0 ? [] : hurt.states.map((each) => [each.service, each]))
  const time = clock().getTime()
  return {
    version: found.version,
    watched: new Map(enabled.map((each) => [each.subscription.id, each])),
    changed,
    compared,
    services,
    states,
    causes: await causesToTell(current, { enabled, compared, services, states, changed }),
    ...(await seeAlerts(dependencies, current, { ...found, enabled, compared, progress, time })),
    time,
  }
}

/** Whether something may have to be written. */
export function isToBeOwed({ watched, changed, compared, singles }: SubscriptionLook): boolean {
  if (watched.size === 0) return false
  const isChanged = (seen: SeenAlerts) => SINGLE_KINDS.some((kind) => seen.changed?.[kind].length !== 0)
  return changed.length > 0 || compared.size > 0 || [...singles.values()].some(isChanged)
}

/**
 * The subscriptions that were added, changed or enabled, or whose services have other owners, since a server has
 * compared everything that they owe.
 */
function comparedNow(
  enabled: readonly WatchedSubscription[],
  progress: ReadonlyMap<string, SubscriptionProgress>,
  catalog: string | undefined,
): ReadonlyMap<string, string> {
  const settings = enabled.flatMap(({ subscription: { id, updateTime, owners } }) => {
    const now = owners.length === 0 ? updateTime : `${updateTime} ${catalog}`
    const isKnown = owners.length === 0 || catalog !== undefined
    return isKnown && progress.get(id)?.compared === now ? [] : [[id, now] as const]
  })
  return new Map(settings)
}

interface Telling extends Pick<SubscriptionLook, 'compared' | 'services' | 'states' | 'changed'> {
  readonly enabled: readonly WatchedSubscription[]
}

/** Searches the causes, with their paths, of the services of which something is to be told. */
async function causesToTell(
  { impact }: CurrentImpact,
  { enabled, compared, services, states, changed }: Telling,
): Promise<ReadonlyMap<string, readonly ToldCause[]>> {
  const some = changed.flatMap((name) => states.get(name) ?? [])
  const telling = enabled.filter(({ subscription }) => subscription.kinds.includes('impact'))
  const wanted = new Set(
    telling.flatMap(({ subscription }) =>
      (compared.has(subscription.id) ? [...states.values()] : some).flatMap((state) => {
        const service = services.get(state.service)
        if (service === undefined || !concernsService(subscription, service)) return []
        return serviceState(state, [], subscription.minSeverity).severity === null ? [] : service
      }),
    ),
  )
  const explained = await runWithPauses(impact.explain([...wanted]))
  return new Map(
    explained.map(({ service, causes }) => [
      service,
      causes.map(({ alertId, environment, resource, event, severity, nodeId, path }) => ({
        ...{ alertId, environment, resource, event, severity, path: nodeId === null ? [] : path },
      })),
    ]),
  )
}

interface SingleLook extends WatchedSubscriptions {
  readonly enabled: readonly WatchedSubscription[]
  readonly compared: ReadonlyMap<string, string>
  readonly progress: ReadonlyMap<string, SubscriptionProgress>
  readonly time: number
}

async function seeAlerts(
  { store, subscriptionWatch }: Dependencies,
  { impact, alerts: parts }: CurrentImpact,
  { enabled, version, compared, progress, time }: SingleLook,
): Promise<Pick<SubscriptionLook, 'alerts' | 'singles'>> {
  const watching = enabled.filter(({ subscription: { kinds } }) => SINGLE_KINDS.some((kind) => kinds.includes(kind)))
  if (watching.length === 0) {
    subscriptionWatch.forgetAlerts()
    return { alerts: new Map(), singles: new Map() }
  }
  const matching = watching.filter(({ subscription: { kinds } }) => kinds.includes('alert'))
  const alerts = await subscriptionWatch.alerts.read(store, parts, { watching: matching, version })
  const singles = new Map<string, SeenAlerts>()
  for (const { subscription } of watching) {
    const { id } = subscription
    const states = singleAlerts(subscription, impact, alerts)
    const { looked } = progress.get(id) ?? noProgress(id)
    const last = subscriptionWatch.lastSeen.get(id)
    const known = last !== undefined && isRecent(last.comparedAt, time) && !compared.has(id) ? last : undefined
    const changed = known?.looked === looked ? changesOf(known.states, states) : undefined
    singles.set(id, { states, changed, looked, comparedAt: known?.comparedAt ?? time })
    await pause()
  }
  return { alerts, singles }
}

/** The clock may go back. */
function isRecent(comparedAt: number, time: number): boolean {
  return Math.abs(time - comparedAt) < COMPARE_AFTER
}

function changesOf(before: SeenAlerts['states'], now: SeenAlerts['states']): OfSingles<readonly string[]> {
  return {
    alert: differing(before.alert, now.alert),
    unreached: differing(before.unreached, now.unreached),
  }
}

/** The keys whose values differ. */
function differing(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const keys: string[] = []
  for (const [key, state] of now) if (before.get(key) !== state) keys.push(key)
  for (const key of before.keys()) if (!now.has(key)) keys.push(key)
  return keys
}
