import {
  authenticateDelivery,
  type DeliveryHeaders,
  type HeaderScheme,
  isRefusal,
  type OpenedAuth,
  type Refusal,
  type SignatureScheme,
  signingKey,
} from '@opsgraph/core/pure'
import { nearMisses } from './near-miss.js'
import type { ChosenScheme } from './scheme-flags.js'

/** A delivery, and the secret to verify it with. */
export interface CheckedDelivery extends ChosenScheme<HeaderScheme> {
  readonly secret: string
  readonly headers: DeliveryHeaders
  readonly body: Uint8Array
  /** The time of reception: ISO 8601 in UTC with milliseconds. */
  readonly now: string
}

/**
 * The reason why a webhook with this secret would refuse the delivery; `undefined` = the webhook would accept the
 * delivery.
 */
export function refusalOf(delivery: CheckedDelivery): Refusal | undefined {
  return judge(delivery, authOf(delivery))
}

/**
 * Names the common mistake that explains a wrong signature. The result completes the sentence "it matches …", for
 * example "it matches the file without the newline at its end". `undefined` if no known mistake explains the signature.
 */
export function nearMissOf(delivery: CheckedDelivery): string | undefined {
  const { scheme, headerName, secret, body } = delivery
  const key = scheme === 'static' ? undefined : signingKey(scheme, secret)
  if (scheme === 'static' || key === undefined) return undefined
  const near = nearMisses({ scheme, secret, body, key }).find((miss) => {
    return judge({ ...delivery, body: miss.body }, signatureAuth({ scheme, headerName }, miss.key)) === undefined
  })
  return near?.description
}

function judge({ headers, body, now }: CheckedDelivery, auth: OpenedAuth): Refusal | undefined {
  const judged = authenticateDelivery(auth, { headers, body, now, apiKey: undefined })
  return isRefusal(judged) ? judged : undefined
}

const OPENED = { which: 'secret', expires: undefined } as const

/** The authentication of a webhook with this secret. */
function authOf({ scheme, headerName, secret }: CheckedDelivery): OpenedAuth {
  if (scheme !== 'static') {
    const key = signingKey(scheme, secret)
    if (key === undefined) throw new Error('a secret that was read has a key')
    return signatureAuth({ scheme, headerName }, key)
  }
  const isSecret = (candidate: string) => candidate === secret
  return { mode: 'header', headerName, scheme, isStale: false, secrets: [{ ...OPENED, key: isSecret }] }
}

function signatureAuth(chosen: ChosenScheme<SignatureScheme>, key: Uint8Array): OpenedAuth {
  return { mode: 'header', ...chosen, isStale: false, secrets: [{ ...OPENED, key }] }
}
