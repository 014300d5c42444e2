import type { Notice } from '../subscription/notice.js'
import type { SubscriptionFormat } from '../subscription/subscription.js'

/** Carries messages to the receivers of subscriptions. */
export interface Notifier {
  /**
   * What is wrong with an address, in words that come after the name of the field, such as `is an address of this
   * machine`; `undefined` = it may be used. Looks up no name.
   */
  faultOf(format: SubscriptionFormat, url: string): string | undefined
  /** The address of a format that has a usual one; `undefined` = the format needs an address. */
  usualUrl(format: SubscriptionFormat): string | undefined
  /** Tries once to deliver a message. Never rejects, and ends after 10 seconds. */
  send(message: OutgoingMessage): Promise<SendResult>
}

export interface OutgoingMessage {
  readonly format: SubscriptionFormat
  readonly url: string
  /** The secrets to sign with, or the routing key: the newest first. */
  readonly secrets: readonly string[]
  readonly notice: Notice
  /** The recipients of an e-mail that have got it in earlier tries, by their position in `url`: they do not get it again. */
  readonly reached?: readonly number[]
}

export interface SendResult {
  readonly delivered: boolean
  /** The status of the answer; `null` = there was none. */
  readonly status: number | null
  /**
   * Why it was not delivered, for people, without the address and secrets. `null` = it was delivered. If some recipients
   * of an e-mail have got it, and the others are refused for good, it is delivered, and this says who is refused.
   */
  readonly error: string | null
  /** If only some recipients of an e-mail have got it, in this try or an earlier one: their positions in `url`. */
  readonly reached?: readonly number[] | undefined
  /** Seconds after which the receiver wants the next try; `null` = it does not say. */
  readonly retryAfter: number | null
  /** How long the try took, in milliseconds. */
  readonly took: number
}
