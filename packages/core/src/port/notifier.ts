import type { Notice } from '../subscription/notice.js'
import type { SubscriptionFormat } from '../subscription/subscription.js'

/** Carries messages to the receivers of subscriptions. */
export interface Notifier {
  /**
   * Returns what is wrong with an address; `undefined` = nothing. The caller puts the name of the field in front of the
   * text, for example in front of `is an address of this machine`. Does not resolve host names.
   */
  faultOf(format: SubscriptionFormat, url: string): string | undefined
  /**
   * The default address of a format; `undefined` = the format has no default, so that a subscription must name an
   * address.
   */
  usualUrl(format: SubscriptionFormat): string | undefined
  /** Tries once to deliver a message. Never rejects, and ends after at most 10 seconds. */
  send(message: OutgoingMessage): Promise<SendResult>
}

export interface OutgoingMessage {
  readonly format: SubscriptionFormat
  readonly url: string
  /** The secrets with which to sign the message, the newest first; or the routing key. */
  readonly secrets: readonly string[]
  readonly notice: Notice
  /**
   * The recipients of an e-mail that have got it in earlier tries, and do not get it again. A number is the index of an
   * address in `url`, from 0.
   */
  readonly reached?: readonly number[]
}

export interface SendResult {
  readonly delivered: boolean
  /** The HTTP status of the answer; `null` = there was no answer. */
  readonly status: number | null
  /**
   * Why the message was not delivered, for people to read; `null` = it was delivered. Contains neither the address nor
   * a secret. If an e-mail has reached some recipients, and the others are refused for good, it counts as delivered,
   * and `error` lists the refused recipients by their position.
   */
  readonly error: string | null
  /**
   * If only some recipients have received the e-mail, in this try or an earlier one: their indexes in `url`, from 0.
   */
  readonly reached?: readonly number[] | undefined
  /** The number of seconds that the receiver asks to wait before the next try; `null` = the receiver does not say. */
  readonly retryAfter: number | null
  /** How long the try took, in milliseconds. */
  readonly took: number
}
