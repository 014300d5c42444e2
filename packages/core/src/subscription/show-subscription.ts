import type { Severity } from '../alert/severity.js'
import type { SecretKeys } from '../secret/secret.js'
import type { SubscriptionDelivery } from './delivery.js'
import { nextMessage, type OwedRow } from './owed.js'
import { openReceiver } from './receiver.js'
import type { StoredSubscription, Subscription, SubscriptionKind, Telling } from './subscription.js'

/** Shows a subscription without its address and without secrets (rules.md#subscriptions-4). */
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
  readonly nextTry: string
  /** Why the last try failed; `null` = none has failed. */
  readonly error: string | null
}

/** The messages that a subscription has not delivered yet. A repetition that is not due yet is none. */
export function owedMessages(rows: readonly OwedRow[], telling: Telling): readonly OwedMessage[] {
  return rows.flatMap(({ kind, object, due, owed }) => {
    const message = nextMessage(owed, telling)
    if (message === undefined || due === null || (message.repeat && message.tries === 0)) return []
    const { sequence, from, state, tries, error } = message
    return [{ kind, id: object, sequence, from, to: state.severity, tries, nextTry: due, error }]
  })
}

/** A try as answers show it. */
export interface ShownDelivery extends Omit<SubscriptionDelivery, 'subscription' | 'object' | 'id'> {
  /** The service, or the id of the alert. */
  readonly id: string
  /** The id of the message: the same for all tries of one state. */
  readonly messageId: string
}

export function showDelivery({ subscription: _, object, id, kind, ...delivery }: SubscriptionDelivery): ShownDelivery {
  return { kind, id: object, messageId: id, ...delivery }
}
