import { SYSTEM_ACTOR } from '../../alert/unheld.js'
import type { StoreTransaction } from '../../port/store.js'
import type { SubscriptionDelivery } from '../../subscription/delivery.js'
import { endOfFailingSubscriptionAlert } from '../../subscription/failing-subscription.js'
import { applyTryResult, endPause, type OwedRow, shortenPause } from '../../subscription/owed.js'
import { owedKeyText, withOwedState } from '../../subscription/plan-owing.js'
import { noProgress, type SubscriptionProgress } from '../../subscription/progress.js'
import { timestamp } from '../../timestamp.js'
import { endOwnAlerts } from '../alert/own-alerts.js'
import type { Dependencies } from '../dependencies.js'
import type { BegunTry, EndedTry, FailureNews } from './delivery-desk.js'

/**
 * Stores the results of tries, inside a transaction that has the lock `subscriptions`. The number of statements does
 * not depend on the number of tries.
 *
 * @returns the subscriptions whose tries begin to fail, or to succeed again
 */
export async function storeTryResults(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ended: readonly EndedTry[],
): Promise<readonly FailureNews[]> {
  const { subscriptions } = parts
  const tried = await withCurrentSubscriptions(dependencies, parts, ended)
  const changes = findFailureChanges(tried, await subscriptions.progress())
  const rows = new Map(
    (await subscriptions.lockOwed(tried.map(({ row }) => row))).map((row) => [owedKeyText(row), row]),
  )
  const settled = new Map(
    tried.flatMap((each) => rowAfterTry(dependencies, each, rows.get(owedKeyText(each.row))) ?? []),
  )
  for (const row of await findPausedRows(dependencies, parts, changes)) {
    const key = owedKeyText(row)
    if (!settled.has(key)) settled.set(key, row)
  }
  if (settled.size > 0) await subscriptions.saveOwed([...settled.values()])
  await subscriptions.addDeliveries(tried.map(deliveryOf))
  if (changes.length > 0) await subscriptions.saveProgress(changes.map(({ after }) => after))
  await endOwnAlerts(
    dependencies,
    parts,
    changes
      // After the success that ends the alert, another try may have failed already.
      .filter(({ before, after }) => before?.isRaised && after.failing?.isRaised !== true)
      .map(({ subscription }) => ({
        draft: endOfFailingSubscriptionAlert(
          subscription,
          `messages of subscription ${subscription.name} are delivered again`,
        ),
        actor: SYSTEM_ACTOR,
      })),
  )
  return changes.map(({ subscription: { id, name }, error }) => ({ subscription: id, name, error }))
}

/** A try that has ended. Its subscription still exists. */
interface EndedTryOfStoredSubscription extends EndedTry {
  /** Whether the subscription was changed during the try, so that it may have another receiver. */
  readonly isChanged: boolean
}

/** Returns the tries with the current subscriptions, without those whose subscription was deleted. */
async function withCurrentSubscriptions(
  { subscriptionWatch }: Dependencies,
  parts: StoreTransaction,
  ended: readonly EndedTry[],
): Promise<readonly EndedTryOfStoredSubscription[]> {
  const { byId } = await subscriptionWatch.subscriptions.at(parts)
  return ended.flatMap((each) => {
    const now = byId.get(each.subscription.id)?.subscription
    return now ? { ...each, subscription: now, isChanged: now.updateTime !== each.subscription.updateTime } : []
  })
}

/** A subscription whose tries begin to fail, or to succeed again. */
interface FailureChange extends Pick<BegunTry, 'subscription'> {
  readonly before: SubscriptionProgress['failing']
  readonly after: SubscriptionProgress
  /** Why its first failed try has failed; `null` = a try has succeeded again. */
  readonly error: string | null
}

function findFailureChanges(
  ended: readonly EndedTryOfStoredSubscription[],
  stored: ReadonlyMap<string, SubscriptionProgress>,
): readonly FailureChange[] {
  const changes = new Map<string, FailureChange>()
  for (const { subscription, result, time } of ended) {
    const { id } = subscription
    const earlier = changes.get(id)
    const now = earlier?.after ?? stored.get(id) ?? noProgress(id)
    if (result.delivered === (now.failing === null)) continue
    // A disabled subscription has no tries, so none could end the failure.
    if (!subscription.enabled) continue
    const failing = result.delivered ? null : { since: time, isRaised: false }
    const before = earlier === undefined ? now.failing : earlier.before
    changes.set(id, { subscription, before, after: { ...now, failing }, error: result.delivered ? null : result.error })
  }
  return [...changes.values()]
}

/**
 * Returns the row after a try; `undefined` if it was deleted, or if another server claimed it because the claim had
 * expired.
 */
function rowAfterTry(
  { clock, subscriptionTimes }: Dependencies,
  { row: { claimedUntil }, subscription, isChanged, message: { id }, result }: EndedTryOfStoredSubscription,
  row: OwedRow | undefined,
): readonly (readonly [string, OwedRow])[] | undefined {
  if (row === undefined || row.claimedUntil !== claimedUntil) return undefined
  const now = timestamp(clock())
  const { updateTime } = subscription
  const reached = result.reached && !isChanged ? { updateTime, recipients: result.reached } : undefined
  const ended = applyTryResult(row.owed, { id, ...result, reached }, now, subscriptionTimes.retry)
  const owed = isChanged ? endPause(ended, now) : ended
  return [[owedKeyText(row), { ...withOwedState(row, { owed, settings: subscription }), claimedUntil: null }]]
}

/** Returns the rows whose pause after a failed try is shortened, because their receiver answers again. */
async function findPausedRows(
  { clock }: Dependencies,
  { subscriptions }: StoreTransaction,
  changes: readonly FailureChange[],
): Promise<readonly OwedRow[]> {
  const back = new Map(
    changes.flatMap((each) => (each.error === null ? [[each.subscription.id, each.subscription]] : [])),
  )
  if (back.size === 0) return []
  const now = timestamp(clock())
  const rows = await subscriptions.owedByEach([...back.keys()], { isOwing: true })
  return rows.flatMap((row) => {
    const owed = shortenPause(row.owed, now)
    const settings = back.get(row.subscription)
    return owed === row.owed || settings === undefined ? [] : withOwedState(row, { owed, settings })
  })
}

function deliveryOf({ row: { subscription, kind, object }, message, time, result }: EndedTry): SubscriptionDelivery {
  const { id, sequence, from, repeat, state } = message
  const { delivered, status, error, took } = result
  return {
    ...{ subscription, kind, object, id, sequence, from, to: state.severity, acknowledged: state.acknowledged, repeat },
    ...{ time, delivered, status, error, took },
  }
}
