import { changedStates, type ServiceState, type Transition, transitionTo } from '../../history/transition.js'
import type { Impact } from '../../impact/impact-search.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { findUnchangedImpact, readCurrentImpact } from '../impact/current-impact.js'
import type { CurrentImpact } from '../impact/impact-cache.js'
import { lookForSubscriptions, mayChangeRows, type SubscriptionLook } from '../subscription/look-for-subscriptions.js'
import type { LastObservedAlerts } from '../subscription/subscription-watch.js'
import { lockLook, writeOwed } from '../subscription/write-owed.js'

/**
 * Stores a transition for each service whose state differs from its last stored state (rules.md#history-of-services).
 * In the same transaction, stores the messages that subscriptions owe because of the transitions
 * (rules.md#deliveries-of-subscriptions-1). A server calls this function every second. If several servers call it at
 * the same time, only one of them does the work. If nothing has changed since the last call, it costs two short
 * statements.
 *
 * @returns the number of stored transitions
 */
export async function noticeImpact(dependencies: Dependencies): Promise<number> {
  const { store, impactCache } = dependencies
  const unchanged = await findUnchangedImpact(dependencies)
  if (unchanged !== undefined && impactCache.noticed.get(unchanged.impact) === unchanged.subscriptions) return 0
  const notice = () => noticeChanges(dependencies)
  return (await (store.lead === undefined ? notice() : store.lead('serviceHistory', notice))) ?? 0
}

async function noticeChanges(dependencies: Dependencies): Promise<number> {
  const { store, impactCache } = dependencies
  // The stored transitions are read before the impact. If another server stores transitions to a newer impact
  // meanwhile, `appendTransitions` finds that transitions were added since then.
  const stored = await store.serviceHistory.hurt()
  const version = await store.subscriptions.version()
  const { impact, look } = await readCurrentImpact(dependencies, async (current) => ({
    impact: current.impact,
    look:
      impactCache.noticed.get(current.impact) === version
        ? undefined
        : await lookAtImpact(dependencies, current, stored),
  }))
  if (look === undefined) return 0
  const written = await writeLook(dependencies, stored, look)
  if (written) impactCache.noticed.set(impact, look.told.version)
  return written ? look.changed.length : 0
}

interface ImpactLook {
  /** The new states of the services whose state has changed. */
  readonly changed: readonly ServiceState[]
  readonly told: SubscriptionLook
}

async function lookAtImpact(
  dependencies: Dependencies,
  current: CurrentImpact,
  stored: readonly Transition[],
): Promise<ImpactLook> {
  const states = await findServiceStates(current.impact)
  const changed = changedStates(stored, states)
  const names = changed.map(({ service }) => service)
  return { changed, told: await lookForSubscriptions(dependencies, current, { states, changed: names, stored }) }
}

/** The states of the services that alerts affect. */
async function findServiceStates(impact: Impact): Promise<readonly ServiceState[]> {
  const hurt = impact.services.filter(({ severity }) => severity !== null)
  const causes = await runWithPauses(impact.firstCauses(hurt))
  return hurt.map((each, at) => ({
    ...{ service: each.service, severity: each.severity, acknowledged: each.acknowledged },
    acknowledgedSeverity: impact.acknowledgedSeverity(each),
    causes: (causes[at] ?? []).map(({ alertId, environment, resource, event, severity: own }) => ({
      ...{ alertId, environment, resource, event, severity: own },
    })),
  }))
}

/**
 * Stores the transitions to the changed states, and what subscriptions owe, in one transaction. Stores nothing if
 * another server has stored newer transitions meanwhile.
 *
 * @returns true if everything is stored
 */
async function writeLook(
  { store, clock, newId, subscriptionWatch }: Dependencies,
  stored: readonly Transition[],
  { changed, told }: ImpactLook,
): Promise<boolean> {
  const isOwing = mayChangeRows(told)
  if (changed.length === 0 && !isOwing) return true
  const lookId = newId()
  const written = await store.transaction(
    async (parts): Promise<ReadonlyMap<string, LastObservedAlerts> | undefined> => {
      const locked = isOwing ? await lockLook(parts, told, () => isNewest(parts, stored)) : undefined
      if (isOwing && locked === undefined) return undefined
      if (changed.length > 0 && !(await appendTransitions(parts, { stored, changed, now: timestamp(clock()) })))
        return undefined
      return locked === undefined ? new Map() : await writeOwed(parts, locked, lookId)
    },
  )
  if (written === undefined) return false
  if (isOwing) subscriptionWatch.lastSeen = written
  return true
}

/** True if no transition was stored since `stored` was read. */
async function isNewest({ serviceHistory }: StoreTransaction, stored: readonly Transition[]): Promise<boolean> {
  const sequences = new Map(stored.map(({ service, sequence }) => [service, sequence]))
  const hurt = await serviceHistory.hurt()
  return hurt.length === sequences.size && hurt.every(({ service, sequence }) => sequences.get(service) === sequence)
}

interface TransitionChanges {
  readonly stored: readonly Transition[]
  readonly changed: readonly ServiceState[]
  readonly now: string
}

/**
 * Adds transitions to the changed states. Adds none and returns false if another server has stored a transition of one
 * of these services since `stored` was read, because that server may have used a newer impact.
 */
async function appendTransitions(
  { serviceHistory }: StoreTransaction,
  { stored, changed, now }: TransitionChanges,
): Promise<boolean> {
  const hurtBefore = new Map(stored.map((transition) => [transition.service, transition.sequence]))
  const newest = await serviceHistory.newest(changed.map(({ service }) => service))
  const before = new Map(newest.map((transition) => [transition.service, transition]))
  const hurt = new Map(newest.flatMap(({ service, sequence, to }) => (to === null ? [] : [[service, sequence]])))
  if (changed.some(({ service }) => hurt.get(service) !== hurtBefore.get(service))) return false
  await serviceHistory.append(changed.map((state) => transitionTo(state, before.get(state.service), now)))
  return true
}
