import type { StoreTransaction } from '../../port/store.js'
import { chooseTries, TRIES_AT_ONCE } from '../../subscription/choose-tries.js'
import { beginTry, type OwedRow } from '../../subscription/owed.js'
import { withOwed } from '../../subscription/plan-owing.js'
import type { StoredSubscription } from '../../subscription/subscription.js'
import { timestamp, timestampIn } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import type { BegunTry } from './delivery-desk.js'

/**
 * For how many seconds a server reserves an owed row for its try. A try takes at most 10 seconds. So if the claim ends
 * before the result is stored, the server has stopped, and another server may try again.
 */
const CLAIM_SECONDS = 30

/**
 * Claims the owed rows that are due, inside a transaction that has the lock `subscriptions`
 * (rules.md#deliveries-of-subscriptions-4). The caller begins the tries after the commit.
 */
export async function claimTries(
  { clock, newId, subscriptionWatch }: Dependencies,
  parts: StoreTransaction,
): Promise<readonly BegunTry[]> {
  const now = timestamp(clock())
  const due = await parts.subscriptions.due(now, TRIES_AT_ONCE)
  if (due.length === 0) return []
  const { byId } = await subscriptionWatch.subscriptions.at(parts)
  const enabled = due.filter(({ subscription }) => byId.get(subscription)?.subscription.enabled === true)
  const claimedUntil = timestampIn(CLAIM_SECONDS, now) ?? now
  const changed: OwedRow[] = []
  const begun: BegunTry[] = []
  for (const row of chooseTries(enabled, await parts.subscriptions.claimed(now))) {
    const { subscription } = byId.get(row.subscription) as { readonly subscription: StoredSubscription }
    const next = beginTry(row.owed, subscription, now, newId())
    const claimed =
      next === undefined
        ? withOwed(row, { owed: row.owed, telling: subscription })
        : { ...row, owed: next.owed, claimedUntil }
    changed.push(claimed)
    if (next !== undefined) begun.push({ subscription, row: claimed, message: next.message, time: now })
  }
  if (changed.length > 0) await parts.subscriptions.saveOwed(changed)
  return begun
}
