import type { Severity } from '../alert/severity.js'
import type { PastCause } from '../history/transition.js'
import type { Redundancy } from '../impact/service-impact.js'
import type { SubscriptionKind } from './subscription.js'

/** What a subscriber is told of a service or an alert. Two states are equal if severity, acknowledged and the ids of the causes are. */
export interface ObjectState {
  /** The worst severity of what is open or acknowledged; `null` = over: nothing passes the `minSeverity`. */
  readonly severity: Severity | null
  /** Whether nothing open passes the `minSeverity`. */
  readonly acknowledged: boolean
  /** At most 10. Of an alert, the alert itself. */
  readonly causes: readonly ToldCause[]
}

/** A cause, with the way from its resource to the service. */
export interface ToldCause extends PastCause {
  /** The resources from the alert up to the service, inclusive; empty = the alert names the service, or is told itself. */
  readonly path: readonly string[]
}

/** What else a message says, as it was when the state began. */
export interface ObjectDetails {
  /** The name of the service in the catalog; for an alert: its event and its resource. */
  readonly title: string
  /** For an alert, its text; otherwise empty. */
  readonly text: string
  readonly environment: string
  readonly redundancy: readonly Redundancy[]
  readonly owner: string
  readonly runbook: string
  /**
   * The subscription tells of the service no more, because its settings have changed or the service is gone. So the
   * service need not have recovered.
   */
  readonly isLeft?: true
}

/** One message to a subscriber, before it has the format of a receiver. */
export interface Notice extends ObjectDetails {
  /** The same for all tries of one state. */
  readonly id: string
  readonly subscription: { readonly id: string; readonly name: string }
  /** `test`: somebody tries the subscription. */
  readonly kind: SubscriptionKind | 'test'
  /** The service, or the id of the alert. */
  readonly object: string
  /** Rises with each state of the object. */
  readonly sequence: number
  /** When the state began. */
  readonly time: string
  /** What was last delivered; `null` = nothing, or that it is over. */
  readonly from: Severity | null
  /** `null` = it is over. */
  readonly to: Severity | null
  readonly acknowledged: boolean
  /** Whether the same state was delivered before. */
  readonly repeat: boolean
  readonly causes: readonly ToldCause[]
  /** The address of the object in the console; empty = the server does not know under which address it is reached. */
  readonly link: string
}
