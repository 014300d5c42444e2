import type { Severity } from '../alert/severity.js'
import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import type { SecretKeys } from '../secret/secret.js'
import type { SubscriptionDelivery } from './delivery.js'
import { nextMessage, type OwedRow } from './owed.js'
import { openReceiver } from './receiver.js'
import type { ReportingSettings, StoredSubscription, Subscription, SubscriptionKind } from './subscription.js'

/** Returns a subscription as answers have it: without its address and without secrets (rules.md#subscriptions-4). */
export function showSubscription(stored: StoredSubscription, keys: SecretKeys | undefined, now: string): Subscription {
  const { address: _, secret: __, previousSecret: ___, createTime, updateTime, ...shown } = stored
  return { ...shown, stale: openReceiver(stored, keys, now) === undefined, createTime, updateTime }
}

/** A message that is not delivered yet (rules.md#subscriptions-9). */
export interface OwedMessage {
  readonly kind: SubscriptionKind
  /** The service, or the id of the alert. */
  readonly id: string
  readonly sequence: number
  readonly from: Severity | null
  readonly to: Severity | null
  /** The number of tries that were begun. */
  readonly tries: number
  /** Whether a server tries to deliver the message now. */
  readonly trying: boolean
  /** When the next try begins. While a try runs: when another server tries again if that try does not end. */
  readonly nextTry: string
  /** Why the last try failed; `null` = no try has failed. */
  readonly error: string | null
}

export interface OwedMessages {
  /** At most `LIMITS.subscriptionOwedListed` messages: the most severe first, then by the time of their next try. */
  readonly owed: readonly OwedMessage[]
  /** The number of all messages that are not delivered yet. */
  readonly owedTotal: number
}

/** Lists the messages that a subscription has not delivered yet. A repetition is listed only after its first try. */
export function showOwedMessages(rows: readonly OwedRow[], settings: ReportingSettings, now: string): OwedMessages {
  const sorted = rows.toSorted((one, other) => one.rank - other.rank || compareNames(one.due ?? '', other.due ?? ''))
  const owed = sorted.flatMap(({ kind, object, due, claimedUntil, owed: stored }) => {
    const message = nextMessage(stored, settings)
    if (message === undefined || due === null || (message.repeat && message.tries === 0)) return []
    const { sequence, from, state, tries, error } = message
    const isTrying = claimedUntil !== null && claimedUntil > now
    const nextTry = isTrying && claimedUntil > due ? claimedUntil : due
    return [{ kind, id: object, sequence, from, to: state.severity, tries, trying: isTrying, nextTry, error }]
  })
  return { owed: owed.slice(0, LIMITS.subscriptionOwedListed), owedTotal: owed.length }
}

/** A try to deliver a message, as answers have it. */
export interface ShownDelivery extends Omit<SubscriptionDelivery, 'subscription' | 'object' | 'id'> {
  /** The service, or the id of the alert. */
  readonly id: string
  /** The id of the message: the same for all tries of one state. */
  readonly messageId: string
}

export function showDelivery({ subscription: _, object, id, kind, ...delivery }: SubscriptionDelivery): ShownDelivery {
  return { kind, id: object, messageId: id, ...delivery }
}
