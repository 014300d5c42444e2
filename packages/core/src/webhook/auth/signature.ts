import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../limits.js'
import { type DeliveryHeaders, isRefusal, type Refusal, singleHeader } from '../delivery/delivery-headers.js'
import { FIXED_HEADERS, ID_HEADER, type SignatureScheme, TIMESTAMP_HEADERS } from './signature-scheme.js'

/** How a delivery is signed. */
export interface Signing {
  readonly scheme: SignatureScheme
  /** The header that carries the signature, of the scheme `generic`; the others have their own. */
  readonly headerName: string
}

export interface SignedMessage {
  readonly body: Uint8Array
  /** When it is sent, in seconds since 1970; the schemes `chat` and `standard` sign it. */
  readonly seconds: number
  /** What the sender calls it; the scheme `standard` signs it. */
  readonly id: string
}

/** The headers that prove a message, name and value; {@link readClaim} and {@link isProvenBy} take them. */
export function signDelivery(
  { scheme, headerName }: Signing,
  message: SignedMessage,
  key: Uint8Array,
): [string, string][] {
  const { body, seconds, id } = message
  const signature = hmac(key, signedPrefix(scheme, { id, time: String(seconds) }), body)
  switch (scheme) {
    case 'generic':
      return [[headerName, `sha256=${signature.toString('hex')}`]]
    case 'hub':
      return [[FIXED_HEADERS.hub ?? '', `sha256=${signature.toString('hex')}`]]
    case 'chat':
      return [
        [TIMESTAMP_HEADERS.chat, String(seconds)],
        [FIXED_HEADERS.chat ?? '', `v0=${signature.toString('hex')}`],
      ]
    case 'standard':
      return [
        [ID_HEADER, id],
        [TIMESTAMP_HEADERS.standard, String(seconds)],
        [FIXED_HEADERS.standard ?? '', `v1,${signature.toString('base64')}`],
      ]
  }
}

/** What the headers of a delivery say of its signature. */
export interface SignatureClaim {
  /** Any of them may be the right one. */
  readonly signatures: readonly Uint8Array[]
  /** What is signed ahead of the body. */
  readonly prefix: string
}

/** Reads the signature of a delivery, or says why there is none to be checked. Never throws. */
export function readClaim(
  { scheme, headerName }: Signing,
  headers: DeliveryHeaders,
  now: string,
): SignatureClaim | Refusal {
  const name = FIXED_HEADERS[scheme] ?? headerName
  const carried = singleHeader(headers, name)
  if (isRefusal(carried)) return carried
  const told = readSignedFields(scheme, headers, now)
  if (isRefusal(told)) return told
  const signatures = readSignatures(scheme, carried.value)
  if (signatures.length > 0) return { signatures, prefix: signedPrefix(scheme, told) }
  return { message: 'invalid signature', reason: `the header ${name} holds no ${SHAPES[scheme]}` }
}

/** Whether one of the signatures is that of the body. Compares all of them, in a time that does not tell how close they are. */
export function isProvenBy(claim: SignatureClaim, key: Uint8Array, body: Uint8Array): boolean {
  const right = hmac(key, claim.prefix, body)
  return claim.signatures.reduce((proven, signature) => timingSafeEqual(signature, right) || proven, false)
}

/** What a sender tells, and signs, besides the body. */
interface Told {
  readonly id: string
  readonly time: string
}

function signedPrefix(scheme: SignatureScheme, { id, time }: Told): string {
  if (scheme === 'chat') return `v0:${time}:`
  return scheme === 'standard' ? `${id}.${time}.` : ''
}

function readSignedFields(scheme: SignatureScheme, headers: DeliveryHeaders, now: string): Told | Refusal {
  if (scheme !== 'chat' && scheme !== 'standard') return { id: '', time: '' }
  const id = scheme === 'standard' ? singleHeader(headers, ID_HEADER) : { value: '' }
  if (isRefusal(id)) return id
  const name = TIMESTAMP_HEADERS[scheme]
  const time = singleHeader(headers, name)
  if (isRefusal(time)) return time
  const reason = faultOfTime(time.value, now)
  if (reason !== undefined) return { message: 'invalid timestamp', reason: `the header ${name} ${reason}` }
  if (scheme === 'chat' || DELIVERY_ID.test(id.value)) return { id: id.value, time: time.value }
  return { message: 'invalid header', reason: `the header ${ID_HEADER} is no id` }
}

/** Seconds since 1970, not far from now either way: neither a replay nor a clock in milliseconds. */
function faultOfTime(text: string, now: string): string | undefined {
  if (!SECONDS.test(text)) return 'is not a number of seconds since 1970'
  const ahead = Math.round(Number(text) - Date.parse(now) / 1000)
  if (Math.abs(Number(text) - Date.parse(now) / 1000) <= LIMITS.signatureWindow) return undefined
  const way = ahead > 0 ? 'ahead of' : 'behind'
  return `is ${Math.abs(ahead)} seconds ${way} the clock of this server, more than ${LIMITS.signatureWindow}`
}

const SECONDS = /^\d{1,15}$/
/** Visible ASCII: nothing that a proxy could write in another way. */
const DELIVERY_ID = /^[\x21-\x7e]{1,255}$/

const SHAPES: Readonly<Record<SignatureScheme, string>> = {
  generic: 'signature of 64 hex digits, with or without sha256= before them',
  hub: 'signature: sha256= and 64 hex digits',
  chat: 'signature: v0= and 64 hex digits',
  standard: 'signature: v1, and 44 characters of base64',
}
const HEX: Readonly<Record<Exclude<SignatureScheme, 'standard'>, RegExp>> = {
  generic: /^(?:sha256=)?([0-9a-fA-F]{64})$/,
  hub: /^sha256=([0-9a-fA-F]{64})$/,
  chat: /^v0=([0-9a-fA-F]{64})$/,
}
const BASE64 = /^v1,([A-Za-z0-9+/]{43}=)$/

/** Those of the right form, 32 bytes each; several, separated by spaces, in the scheme `standard` only. */
function readSignatures(scheme: SignatureScheme, text: string): readonly Buffer[] {
  if (scheme === 'standard') {
    const encoded = text.split(' ').flatMap((part) => BASE64.exec(part)?.[1] ?? [])
    return encoded.map((digits) => Buffer.from(digits, 'base64'))
  }
  const digits = HEX[scheme].exec(text)?.[1]
  return digits === undefined ? [] : [Buffer.from(digits, 'hex')]
}

function hmac(key: Uint8Array, prefix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(prefix, 'utf8').update(body).digest()
}
