import { gcm } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as hash, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/**
 * The same functions as in `platform-node.ts`, written for browsers. Hashing and encryption do not use Web Crypto,
 * because Web Crypto is asynchronous and these functions must be synchronous.
 */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return digestOf(hmac.create(hash, key), parts)
}

export function hmacSha512(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return digestOf(hmac.create(sha512, key), parts)
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes)
}

export function hkdfSha256(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  return hkdf(hash, secret, undefined, info, length)
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  return left.reduce((difference, byte, at) => difference | (byte ^ (right[at] ?? 0)), 0) === 0
}

const TAG_BYTES = 16

/** The encodings in which a body can be packed, as the header `Content-Encoding` names them. */
export type Packing = 'gzip' | 'deflate' | 'br'
export type Unpacked = Uint8Array | 'oversized' | 'broken' | 'unsupported'

/** Browsers unpack only asynchronously, and browsers receive no deliveries. */
export function unpack(_bytes: Uint8Array, _packing: Packing, _limit: number): Unpacked {
  return 'unsupported'
}

/** The result of encrypting with AES-256-GCM. The tag has 16 bytes. */
export interface Sealed {
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

export function sealAes256Gcm(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array): Sealed {
  const sealed = gcm(key, nonce).encrypt(plaintext)
  return { ciphertext: sealed.subarray(0, -TAG_BYTES), tag: sealed.subarray(-TAG_BYTES) }
}

export function openAes256Gcm(key: Uint8Array, nonce: Uint8Array, { ciphertext, tag }: Sealed): Uint8Array {
  if (tag.length !== TAG_BYTES) throw new Error('the tag has the wrong length')
  return gcm(key, nonce).decrypt(new Uint8Array([...ciphertext, ...tag]))
}

export function toBytes(text: string, encoding: 'utf8' | 'hex' | 'base64'): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text)
  if (encoding === 'hex') return hexToBytes(text)
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

export function toText(bytes: Uint8Array, encoding: 'utf8' | 'hex' | 'base64' | 'base64url'): string {
  if (encoding === 'utf8') return new TextDecoder().decode(bytes)
  if (encoding === 'hex') return bytesToHex(bytes)
  const digits = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return encoding === 'base64' ? digits : digits.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function utf8Length(text: string): number {
  return toBytes(text, 'utf8').length
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** A hash or an HMAC that is being computed. */
interface Hash {
  update(part: Uint8Array): unknown
  digest(): Uint8Array
}

function digestOf(state: Hash, parts: readonly Uint8Array[]): Uint8Array {
  for (const part of parts) state.update(part)
  return state.digest()
}
