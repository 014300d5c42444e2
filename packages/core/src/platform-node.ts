import * as nodeCrypto from 'node:crypto'
import * as zlib from 'node:zlib'
import type { Compression, Sealed, Unpacked } from './platform-browser.js'

/**
 * The platform functions that core needs: cryptography, encoding of bytes, and a pause. Core imports this file as
 * `#platform`. Bundlers for browsers use `platform-browser.ts` instead, which exports the same functions (see `imports`
 * in package.json); there, the functions of cryptography throw an error.
 */
export function randomBytes(length: number): Uint8Array {
  return nodeCrypto.randomBytes(length)
}

/** @param parts hashed one after another, without a separator */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return hmac('sha256', key, parts)
}

/** @param parts hashed one after another, without a separator */
export function hmacSha512(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return hmac('sha512', key, parts)
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return nodeCrypto.createHash('sha256').update(bytes).digest()
}

/**
 * Derives a key from a secret with HKDF-SHA256, without a salt.
 *
 * @param info the purpose of the key: each purpose gives another key
 * @param length the number of bytes of the key
 */
export function hkdfSha256(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  return new Uint8Array(nodeCrypto.hkdfSync('sha256', secret, '', info, length))
}

/** Compares two byte sequences of the same length in constant time. */
export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && nodeCrypto.timingSafeEqual(left, right)
}

const TAG_BYTES = 16

/** @param nonce 12 bytes that were never used with this key before */
export function sealAes256Gcm(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array): Sealed {
  const cipher = nodeCrypto.createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { ciphertext, tag: cipher.getAuthTag() }
}

/**
 * Decrypts the result of {@link sealAes256Gcm}.
 *
 * @throws Error if the key is wrong, or if the ciphertext or tag was changed
 */
export function openAes256Gcm(key: Uint8Array, nonce: Uint8Array, { ciphertext, tag }: Sealed): Uint8Array {
  const decipher = nodeCrypto.createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

/** @param text must be valid in the encoding */
export function toBytes(text: string, encoding: 'utf8' | 'hex' | 'base64'): Uint8Array {
  return Buffer.from(text, encoding)
}

export function toText(bytes: Uint8Array, encoding: 'utf8' | 'hex' | 'base64' | 'base64url'): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
}

/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text)
}

/**
 * Unpacks bytes. Stops as soon as the result has more than `limit` bytes.
 *
 * @returns `broken` if the bytes are cut off or are not packed with `packing`
 */
export function unpack(bytes: Uint8Array, packing: Compression, limit: number): Unpacked {
  try {
    return UNPACK_BY_COMPRESSION[packing](bytes, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return 'oversized'
    return 'broken'
  }
}

const UNPACK_BY_COMPRESSION = {
  gzip: zlib.gunzipSync,
  // Some senders leave out the zlib header of two bytes, which `Content-Encoding: deflate` requires.
  deflate: (bytes: Uint8Array, options: zlib.ZlibOptions) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options),
  br: zlib.brotliDecompressSync,
} as const

/** Resolves the promises of the computations that pause, in the order in which they continue. */
const resumePausedCallers: (() => void)[] = []

/**
 * Yields to the event loop, so that long computations do not block all other work of the process. In each iteration of
 * the event loop, only one paused computation continues: all of them together would block the loop for too long.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (resumePausedCallers.push(resolve) === 1) setImmediate(resumeOnePausedCaller)
  })
}

function resumeOnePausedCaller(): void {
  const resolve = resumePausedCallers.shift()
  if (resumePausedCallers.length > 0) setImmediate(resumeOnePausedCaller)
  resolve?.()
}

function hmac(hash: 'sha256' | 'sha512', key: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const state = nodeCrypto.createHmac(hash, key)
  for (const part of parts) state.update(part)
  return state.digest()
}
