import {
  authenticateDelivery,
  type DeliveryHeaders,
  type HeaderScheme,
  isRefusal,
  type OpenedAuth,
  type Refusal,
  type SignatureScheme,
  signingKey,
} from '@opsgraph/core'
import { nearMisses } from './near-miss.js'
import type { ChosenScheme } from './scheme-flags.js'

/** A delivery, and the secret that it is checked with. */
export interface CheckedDelivery extends ChosenScheme<HeaderScheme> {
  readonly secret: string
  readonly headers: DeliveryHeaders
  readonly body: Uint8Array
  /** When it was received: ISO 8601 in UTC with milliseconds. */
  readonly now: string
}

/** Why a webhook with this secret would not let the delivery in; `undefined` = it would. */
export function refusalOf(delivery: CheckedDelivery): Refusal | undefined {
  return judge(delivery, authOf(delivery))
}

/** Whose signature it is when it is nearly right, as words that follow "it is that of"; `undefined` = nobody knows. */
export function nearlySigned(delivery: CheckedDelivery): string | undefined {
  const { scheme, headerName, secret, body } = delivery
  const key = scheme === 'static' ? undefined : signingKey(scheme, secret)
  if (scheme === 'static' || key === undefined) return undefined
  const near = nearMisses({ scheme, secret, body, key }).find((miss) => {
    return judge({ ...delivery, body: miss.body }, signatureAuth({ scheme, headerName }, miss.key)) === undefined
  })
  return near?.told
}

function judge({ headers, body, now }: CheckedDelivery, auth: OpenedAuth): Refusal | undefined {
  const judged = authenticateDelivery(auth, { headers, body, now, apiKey: undefined })
  return isRefusal(judged) ? judged : undefined
}

const OPENED = { which: 'secret', expires: undefined } as const

/** What a server would check with, made of the secret itself. */
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
