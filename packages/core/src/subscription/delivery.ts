import type { Severity } from '../alert/severity.js'
import type { OwedKey } from './owed.js'

/** One try to deliver a message. Has no body and no address. */
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
  readonly status: number | null
  /** Why it was not delivered, or which recipients of an e-mail were refused; `null` = all have got it. */
  readonly error: string | null
  /** Milliseconds. */
  readonly took: number
}
