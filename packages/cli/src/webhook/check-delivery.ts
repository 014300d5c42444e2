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
import type { ChosenScheme } from './signature-flags.js'

/** A delivery, and the secret with which to verify it. */
export interface CheckedDelivery extends ChosenScheme<HeaderScheme> {
  readonly secret: string
  readonly headers: DeliveryHeaders
  readonly body: Uint8Array
  /** The time of reception: ISO 8601 in UTC with milliseconds. */
  readonly now: string
}

/** Returns why a webhook with this secret would refuse the delivery; `undefined` = the webhook would accept it. */
export function findRefusal(delivery: CheckedDelivery): Refusal | undefined {
  return judgeDelivery(delivery, buildAuth(delivery))
}

/**
 * Returns the common mistake that explains a wrong signature. The text completes the sentence "it matches …", for
 * example "it matches the file without the newline at its end". `undefined` if no common mistake explains the
 * signature.
 */
export function findNearMiss(delivery: CheckedDelivery): string | undefined {
  const { scheme, headerName, secret, body } = delivery
  const key = scheme === 'static' ? undefined : signingKey(scheme, secret)
  if (scheme === 'static' || key === undefined) return undefined
  const near = listNearMisses({ scheme, secret, body, key }).find((miss) => {
    return (
      judgeDelivery({ ...delivery, body: miss.body }, signatureAuth({ scheme, headerName }, miss.key)) === undefined
    )
  })
  return near?.description
}

function judgeDelivery({ headers, body, now }: CheckedDelivery, auth: OpenedAuth): Refusal | undefined {
  const judged = authenticateDelivery(auth, { headers, body, now, apiKey: undefined })
  return isRefusal(judged) ? judged : undefined
}

const OPENED_SECRET = { which: 'secret', expires: undefined } as const

/** Builds the authentication of a webhook with this secret. */
function buildAuth({ scheme, headerName, secret }: CheckedDelivery): OpenedAuth {
  if (scheme !== 'static') {
    const key = signingKey(scheme, secret)
    if (key === undefined) throw new Error('a secret that was read has a key')
    return signatureAuth({ scheme, headerName }, key)
  }
  const isSecret = (candidate: string) => candidate === secret
  return { mode: 'header', headerName, scheme, isStale: false, secrets: [{ ...OPENED_SECRET, key: isSecret }] }
}

function signatureAuth(chosen: ChosenScheme<SignatureScheme>, key: Uint8Array): OpenedAuth {
  return { mode: 'header', ...chosen, isStale: false, secrets: [{ ...OPENED_SECRET, key }] }
}

/** A body and a key from which a sender may have made the signature by mistake. One of the two is wrong. */
export interface NearMiss {
  readonly body: Uint8Array
  readonly key: Uint8Array
  /** Completes the sentence "it matches …", for example "it matches the file without the newline at its end". */
  readonly description: string
}

interface SignedDelivery {
  readonly scheme: SignatureScheme
  readonly body: Uint8Array
  readonly secret: string
  readonly key: Uint8Array
}

/**
 * Lists the most common mistakes of senders, and of tools that save a body to a file, for a delivery whose signature
 * does not match.
 */
export function listNearMisses({ scheme, body, secret, key }: SignedDelivery): readonly NearMiss[] {
  return [
    ...listOtherBodies(body).map((miss) => ({ ...miss, key })),
    ...listOtherKeys(scheme, secret).map((miss) => ({ ...miss, body })),
  ]
}

function listOtherBodies(body: Uint8Array): readonly Omit<NearMiss, 'key'>[] {
  // latin1 maps each byte to one character, so converting the text back to bytes is lossless.
  const text = Buffer.from(body).toString('latin1')
  const withoutEnd = text.replace(/\r?\n$/, '')
  const others: readonly (readonly [string, string])[] = [
    [withoutEnd, 'the file without the newline at its end, which was added after signing'],
    [`${text}\n`, 'the file with a newline at its end, which was lost after signing'],
    [text.replaceAll('\r\n', '\n'), 'the file with LF instead of CR LF: the line endings changed after signing'],
    [text.replace(/\r?\n/g, '\r\n'), 'the file with CR LF instead of LF: the line endings changed after signing'],
    [compactJson(withoutEnd), 'the same JSON without spaces: the file was reformatted after signing'],
  ]
  return others
    .filter(([other]) => other !== text)
    .map(([other, description]) => ({ body: Buffer.from(other, 'latin1'), description }))
}

/** Removes the white space from a JSON text. Other text is returned unchanged. */
function compactJson(latin1: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(latin1, 'latin1').toString('utf8'))
    return Buffer.from(JSON.stringify(value)).toString('latin1')
  } catch {
    return latin1
  }
}

function listOtherKeys(scheme: SignatureScheme, secret: string): readonly Omit<NearMiss, 'body'>[] {
  if (scheme === 'standard') {
    const description = 'the file with the secret as a text: the sender must decode the base64 behind whsec_'
    return [
      { key: Buffer.from(secret), description },
      { key: Buffer.from(secret.replace(/^whsec_/, '')), description },
    ]
  }
  return [
    {
      key: Buffer.from(`${secret}\n`),
      description: 'the file and the secret with a newline at its end, which the sender must remove',
    },
    {
      key: Buffer.from(secret.trim()),
      description: 'the file and the secret without the white space around it',
    },
  ]
}
