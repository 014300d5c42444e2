import type { Severity } from '../alert/severity.js'
import type { OwedKey } from './owed.js'

/** The record of one try to deliver a message. It contains neither the body nor the address. */
export interface SubscriptionDelivery extends Omit<OwedKey, 'kind'> {
  readonly kind: OwedKey['kind'] | 'test'
  /** The id of the message: the same for all tries of one state. */
  readonly id: string
  readonly sequence: number
  readonly from: Severity | null
  readonly to: Severity | null
  readonly acknowledged: boolean
  readonly repeat: boolean
  /** When the try began. */
  readonly time: string
  readonly delivered: boolean
  /** The status of the answer of the receiver; `null` = there was no answer. */
  readonly status: number | null
  /** Why the message was not delivered, or which recipients of an e-mail were refused; `null` = neither. */
  readonly error: string | null
  /** How long the try took, in milliseconds. */
  readonly took: number
}
