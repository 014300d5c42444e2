import type { Severity } from '../alert/severity.js'
import type { PastCause } from '../history/transition.js'
import type { Redundancy } from '../impact/service-impact.js'
import type { Remainder } from './remains.js'
import type { SubscriptionKind } from './subscription.js'

/** The state of a service or an alert, as a subscription reports it. {@link isSameState} compares two states. */
export interface ObjectState {
  /** The worst severity of open and acknowledged alerts; `null` = the state is over: none is at least `minSeverity`. */
  readonly severity: Severity | null
  /** Whether an acknowledged alert is at least as severe as `minSeverity`, but no open alert is. */
  readonly acknowledged: boolean
  /** At most 10 root causes of a service. The only cause of an alert is the alert itself. */
  readonly causes: readonly ReportedCause[]
}

/** A cause, with the path from its resource to the service. */
export interface ReportedCause extends PastCause {
  /**
   * The resources from that of the alert to that of the service, both included. Empty = the alert names the
   * service, or the message is about the alert itself.
   */
  readonly path: readonly string[]
}

/** What a message says besides the state, as it was when the state began. */
export interface ObjectDetails {
  /** The name of the service in the catalog; for an alert: its event and its resource. */
  readonly title: string
  /** The text of the alert; empty if the message is about a service. */
  readonly text: string
  readonly environment: string
  readonly redundancy: readonly Redundancy[]
  readonly owner: string
  readonly runbook: string
  /**
   * Present if the state is over because the subscription no longer reports the object: its settings have changed, or
   * the service was deleted. The object may not have recovered.
   */
  readonly isLeft?: true
  /** Present if the state is over, but alerts remain (rules.md#what-subscriptions-tell-12). The list is never empty. */
  readonly remains?: readonly Remainder[]
}

/** The content of one message, before a format such as `slack` is applied. */
export interface Notice extends ObjectDetails {
  /** The id of the message: the same for all tries of one state. */
  readonly id: string
  readonly subscription: { readonly id: string; readonly name: string }
  /** What the message is about; `test` = somebody tests the subscription. */
  readonly kind: SubscriptionKind | 'test'
  /** The service, or the id of the alert. */
  readonly object: string
  /** A number that rises with each message about the object. */
  readonly sequence: number
  /** When the state began. */
  readonly time: string
  /** The severity that was last delivered; `null` = nothing was delivered yet, or that state was over. */
  readonly from: Severity | null
  /** The severity now; `null` = the state is over. */
  readonly to: Severity | null
  readonly acknowledged: boolean
  /** Whether the message repeats the state that was delivered before. */
  readonly repeat: boolean
  readonly causes: readonly ReportedCause[]
  /** The URL of the object in the console; empty = the server does not know its own URL. */
  readonly link: string
}
