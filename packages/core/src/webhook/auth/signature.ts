import { hmacSha256, hmacSha512, isSameBytes, toBytes, toText } from '#platform'
import { LIMITS } from '../../limits.js'
import { type DeliveryHeaders, isRefusal, type Refusal, singleHeader } from '../delivery/delivery-headers.js'
import { SCHEMES, type SignatureScheme } from './schemes.js'

/** How a delivery is signed (rules.md#webhook-authentication). */
export interface Signing {
  readonly scheme: SignatureScheme
  /** The header that contains the signature, if the scheme does not require a certain header. */
  readonly headerName: string
}

export interface SignedMessage {
  readonly body: Uint8Array
  /** The time of sending, in seconds since 1970. Some schemes sign this time. */
  readonly seconds: number
  /** The id that the sender gave the delivery. Some schemes sign this id. */
  readonly id: string
}

/** Signs a message. Returns the headers as names and values, for {@link readClaim} and {@link isProvenBy}. */
export function signDelivery(
  { scheme, headerName }: Signing,
  message: SignedMessage,
  key: Uint8Array,
): [string, string][] {
  const { body, seconds, id } = message
  const { header = headerName, idHeader, timeHeader, prefix, write, encoding, hash } = SCHEMES[scheme]
  const time = String(seconds)
  const signature = HMAC_BY_HASH[hash](key, toBytes(prefix(id, time), 'utf8'), body)
  const headers: [string, string][] = [[header, write(toText(signature, encoding))]]
  if (timeHeader !== undefined) headers.unshift([timeHeader, time])
  if (idHeader !== undefined) headers.unshift([idHeader, id])
  return headers
}

/** The key for a secret; `undefined` if the scheme does not accept the secret. */
export function signingKey(scheme: SignatureScheme, secret: string): Uint8Array | undefined {
  const { key, secretFault } = SCHEMES[scheme]
  if (secret === '' || secretFault?.(secret) !== undefined) return undefined
  const { text, encoding } = key(secret)
  return toBytes(text, encoding)
}

/** The signatures of a delivery, and what is needed to verify them. */
export interface SignatureClaim {
  /** The delivery is authentic if at least one of these signatures is correct. */
  readonly signatures: readonly Uint8Array[]
  /** The part of the signed text that comes before the body. */
  readonly prefix: string
  readonly hash: HashName
}

/** Reads the signatures of a delivery. Returns a refusal if there is no signature to verify. Never throws. */
export function readClaim(
  { scheme, headerName }: Signing,
  headers: DeliveryHeaders,
  now: string,
): SignatureClaim | Refusal {
  const { header: name = headerName, read, encoding, prefix, form, hash } = SCHEMES[scheme]
  const carried = singleHeader(headers, name)
  if (isRefusal(carried)) return carried
  const fields = readSignedFields(scheme, headers, now)
  if (isRefusal(fields)) return fields
  const signatures = read(carried.value).map((digits) => toBytes(digits, encoding))
  if (signatures.length > 0) return { signatures, prefix: prefix(fields.id, fields.time), hash }
  return { message: 'invalid signature', reason: `the header ${name} holds no ${form}` }
}

/** True if at least one signature matches the body. Compares all signatures, each in constant time. */
export function isProvenBy({ signatures, prefix, hash }: SignatureClaim, key: Uint8Array, body: Uint8Array): boolean {
  const right = HMAC_BY_HASH[hash](key, toBytes(prefix, 'utf8'), body)
  return signatures.reduce((proven, signature) => isSameBytes(signature, right) || proven, false)
}

/** The values besides the body that a sender signs. A value that the scheme does not sign is empty. */
interface SignedFields {
  readonly id: string
  readonly time: string
}

function readSignedFields(scheme: SignatureScheme, headers: DeliveryHeaders, now: string): SignedFields | Refusal {
  const { idHeader, timeHeader } = SCHEMES[scheme]
  const id = optionalHeader(headers, idHeader)
  if (isRefusal(id)) return id
  const time = optionalHeader(headers, timeHeader)
  if (isRefusal(time)) return time
  const late = timeHeader === undefined ? undefined : faultOfTime(time.value, now)
  if (late !== undefined) return { message: 'invalid timestamp', reason: `the header ${timeHeader} ${late}` }
  if (idHeader === undefined || DELIVERY_ID_PATTERN.test(id.value)) return { id: id.value, time: time.value }
  return { message: 'invalid header', reason: `the header ${idHeader} is no id` }
}

function optionalHeader(headers: DeliveryHeaders, name: string | undefined): { readonly value: string } | Refusal {
  return name === undefined ? { value: '' } : singleHeader(headers, name)
}

/**
 * Returns what is wrong with a signed time (rules.md#webhook-authentication-6); `undefined` = nothing. The time must be
 * in seconds since 1970 and close to the current time. This check detects replayed deliveries, and senders that use
 * milliseconds.
 */
function faultOfTime(text: string, now: string): string | undefined {
  if (!UNIX_SECONDS_PATTERN.test(text)) return 'is not a number of seconds since 1970'
  const ahead = Math.round(Number(text) - Date.parse(now) / 1000)
  if (Math.abs(Number(text) - Date.parse(now) / 1000) <= LIMITS.signatureWindow) return undefined
  const direction = ahead > 0 ? 'ahead of' : 'behind'
  return `is ${Math.abs(ahead)} seconds ${direction} the clock of this server, more than ${LIMITS.signatureWindow}`
}

const UNIX_SECONDS_PATTERN = /^\d{1,15}$/
/** An id may contain only visible ASCII characters, because a proxy may change other characters in a header. */
const DELIVERY_ID_PATTERN = /^[\x21-\x7e]{1,255}$/

type HashName = (typeof SCHEMES)[SignatureScheme]['hash']

const HMAC_BY_HASH = { sha256: hmacSha256, sha512: hmacSha512 } as const
