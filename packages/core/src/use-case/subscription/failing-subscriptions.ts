import type { StoreTransaction } from '../../port/store.js'
import { endOfFailingSubscriptionAlert, failingSubscriptionAlert } from '../../subscription/failing-subscription.js'
import type { SubscriptionProgress } from '../../subscription/progress.js'
import type { Subscription } from '../../subscription/subscription.js'
import { timestamp } from '../../timestamp.js'
import { endOwnAlerts, raiseInBatches, raiseOwnAlerts } from '../alert/own-alerts.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Opens an alert for each subscription whose tries have failed for `SUBSCRIPTION_FAILING_SECONDS`
 * (rules.md#deliveries-of-subscriptions-9). A server calls this function at regular intervals. If several servers call
 * it at the same time, only one of them does the work.
 *
 * @returns the number of alerts that were opened
 */
export async function noticeFailingSubscriptions(dependencies: Dependencies): Promise<number> {
  const { clock, subscriptionTimes, subscriptionWatch } = dependencies
  return await raiseInBatches(dependencies, async (parts) => {
    await parts.lock('subscriptions')
    const { subscriptions } = parts
    const before = timestamp(new Date(clock().getTime() - subscriptionTimes.failing * 1_000))
    const failing = [...(await subscriptions.progress()).values()].filter((each) => needsAlert(each, before))
    if (failing.length === 0) return 0
    const { byId } = await subscriptionWatch.subscriptions.at(parts)
    const alerts = failing.flatMap(({ subscription: id, failing: fault }) => {
      const subscription = byId.get(id)?.subscription
      return subscription === undefined || fault === null ? [] : failingSubscriptionAlert(subscription, fault)
    })
    await subscriptions.saveProgress(failing.map(markRaised))
    await raiseOwnAlerts(dependencies, parts, alerts)
    return alerts.length
  })
}

function needsAlert({ failing }: SubscriptionProgress, before: string): boolean {
  return failing !== null && !failing.isRaised && failing.since <= before
}

function markRaised({ failing, ...progress }: SubscriptionProgress): SubscriptionProgress {
  return { ...progress, failing: failing && { ...failing, isRaised: true } }
}

/**
 * Closes the alert about a subscription that fails, because the subscription is disabled or deleted. Runs inside a
 * transaction.
 */
export async function endFailing(
  dependencies: Dependencies,
  parts: StoreTransaction,
  subscription: Pick<Subscription, 'id' | 'name'>,
  end: { readonly actor: string; readonly text: string },
): Promise<void> {
  const progress = (await parts.subscriptions.progress()).get(subscription.id)
  if (progress === undefined || progress.failing === null) return
  await parts.subscriptions.saveProgress([{ ...progress, failing: null }])
  if (progress.failing.isRaised) {
    await endOwnAlerts(dependencies, parts, [
      { draft: endOfFailingSubscriptionAlert(subscription, end.text), actor: end.actor },
    ])
  }
}
