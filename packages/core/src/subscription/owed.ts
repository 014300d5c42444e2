import type { ObjectDetails, ObjectState } from './notice.js'
import type { SubscriptionKind } from './subscription.js'

/** Names one object of one subscription. */
export interface OwedKey {
  readonly subscription: string
  readonly kind: SubscriptionKind
  /** The service, or the id of the alert. */
  readonly object: string
}

/** An object at one moment: its state for a subscription, and what a message says beside it. */
export interface Seen {
  readonly state: ObjectState
  readonly details: ObjectDetails
}

/** What a subscription knows of one object: what was delivered last, and the newest state that was not. JSON. */
export interface Owed {
  /** What was delivered last; `null` = nothing. */
  readonly delivered: ObjectState | null
  // The machine fills this in.
}

/** A stored {@link Owed}, with what a store selects by. */
export interface OwedRow extends OwedKey {
  /** When the next try may begin; `null` = nothing is to be sent as things stand. */
  readonly due: string | null
  /** The rank of the severity that is to be sent: the worst first; over is last. */
  readonly rank: number
  /** Until when a server tries to deliver it; `null` = no server does. After that time another server may. */
  readonly claimedUntil: string | null
  readonly owed: Owed
}
