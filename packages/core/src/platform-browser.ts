/**
 * The functions of `platform-node.ts` for browsers. Browsers have no synchronous cryptography, so the functions that
 * need it throw an error. The console calls none of them.
 */
function throwOnlyInNode(): never {
  throw new Error('signatures, secrets and hashes need Node: browsers have no synchronous cryptography')
}

type Digest = (key: Uint8Array, ...parts: readonly Uint8Array[]) => Uint8Array
export const hmacSha256: Digest = throwOnlyInNode
export const hmacSha512: Digest = throwOnlyInNode
export const sha256: (bytes: Uint8Array) => Uint8Array = throwOnlyInNode
export const hkdfSha256: (secret: Uint8Array, info: Uint8Array, length: number) => Uint8Array = throwOnlyInNode
export const sealAes256Gcm: (key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array) => Sealed = throwOnlyInNode
export const openAes256Gcm: (key: Uint8Array, nonce: Uint8Array, sealed: Sealed) => Uint8Array = throwOnlyInNode

/** The result of encrypting with AES-256-GCM. The tag has 16 bytes. */
export interface Sealed {
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

/** The compression formats of a body, as the header `Content-Encoding` names them. */
export type Compression = 'gzip' | 'deflate' | 'br'
export type Unpacked = Uint8Array | 'oversized' | 'broken' | 'unsupported'

/** Never unpacks: browsers can unpack only asynchronously, and receive no deliveries. */
export function unpack(_bytes: Uint8Array, _packing: Compression, _limit: number): Unpacked {
  return 'unsupported'
}

export function toBytes(text: string, encoding: 'utf8' | 'hex' | 'base64'): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text)
  if (encoding === 'hex') return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

export function toText(bytes: Uint8Array, encoding: 'utf8' | 'hex' | 'base64' | 'base64url'): string {
  if (encoding === 'utf8') return new TextDecoder().decode(bytes)
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digits = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return encoding === 'base64' ? digits : digits.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function utf8Length(text: string): number {
  return toBytes(text, 'utf8').length
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
