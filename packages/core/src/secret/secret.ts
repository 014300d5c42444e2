import { hkdfSha256, hmacSha256, isSameBytes, openAes256Gcm, sealAes256Gcm, toBytes, toText } from '#platform'
import type { OpsgraphError } from '../opsgraph-error.js'
import { bodyFault } from '../schema/body-error.js'

/** The keys that protect the secrets of webhooks and subscriptions. Derived once from the server's `SECRET_KEY`. */
export interface SecretKeys {
  readonly sealing: Uint8Array
  readonly digesting: Uint8Array
  /**
   * Identifies the keys without revealing them. A secret that was stored under other keys is stale: it cannot be used
   * any longer.
   */
  readonly fingerprint: string
}

/**
 * A secret that can be decrypted, because the secret itself is needed to verify a signature. The secret is encrypted
 * with AES-256-GCM. `nonce`, `ciphertext` and `tag` are base64.
 */
export interface SealedSecret {
  readonly kind: 'sealed'
  readonly fingerprint: string
  readonly nonce: string
  readonly ciphertext: string
  readonly tag: string
}

/** A secret of the scheme `static`, which only needs to be compared. `digest` is its HMAC-SHA256 in hex. */
export interface DigestedSecret {
  readonly kind: 'digest'
  readonly fingerprint: string
  readonly digest: string
}

export type StoredSecret = SealedSecret | DigestedSecret

/** The keys and the random bytes that are needed to store a secret. */
export interface SecretTools {
  /** The keys that encrypt secrets; `undefined` = the server has no SECRET_KEY. */
  readonly keys: SecretKeys | undefined
  /** Returns `NONCE_BYTES` random bytes, different at every call. */
  readonly newNonce: () => Uint8Array
}

/** The length of a nonce in bytes. No two secrets may be sealed with the same nonce. */
export const NONCE_BYTES = 12

/** Derives the keys; `undefined` if `SECRET_KEY` is empty, in which case no secret can be stored. */
export function deriveSecretKeys(secretKey: string): SecretKeys | undefined {
  if (secretKey === '') return undefined
  return {
    sealing: deriveKey(secretKey, 'sealing', 32),
    digesting: deriveKey(secretKey, 'digesting', 32),
    fingerprint: toText(deriveKey(secretKey, 'fingerprint', 8), 'hex'),
  }
}

/**
 * Encrypts a secret.
 *
 * @param nonce {@link NONCE_BYTES} bytes, different for every secret
 */
export function sealSecret(secret: string, keys: SecretKeys, nonce: Uint8Array): SealedSecret {
  const { ciphertext, tag } = sealAes256Gcm(keys.sealing, nonce, toBytes(secret, 'utf8'))
  return {
    kind: 'sealed',
    fingerprint: keys.fingerprint,
    nonce: toText(nonce, 'base64'),
    ciphertext: toText(ciphertext, 'base64'),
    tag: toText(tag, 'base64'),
  }
}

/** Decrypts a secret; `undefined` if the secret is damaged, or was sealed under another `SECRET_KEY`. */
export function openSecret(sealed: SealedSecret, keys: SecretKeys | undefined): string | undefined {
  if (keys === undefined || sealed.fingerprint !== keys.fingerprint) return undefined
  try {
    const ciphertext = toBytes(sealed.ciphertext, 'base64')
    const tag = toBytes(sealed.tag, 'base64')
    return toText(openAes256Gcm(keys.sealing, toBytes(sealed.nonce, 'base64'), { ciphertext, tag }), 'utf8')
  } catch {
    return undefined
  }
}

export function digestSecret(secret: string, keys: SecretKeys): DigestedSecret {
  return { kind: 'digest', fingerprint: keys.fingerprint, digest: toText(computeDigest(secret, keys), 'hex') }
}

/** True if `candidate` is the secret of this digest. Compares in constant time. */
export function matchesDigestedSecret(candidate: string, { digest }: DigestedSecret, keys: SecretKeys): boolean {
  return isSameBytes(toBytes(digest, 'hex'), computeDigest(candidate, keys))
}

/**
 * True if the secret can no longer authenticate any delivery, because it was stored under another `SECRET_KEY`, because
 * the server has no `SECRET_KEY`, or because the sealed secret is damaged.
 */
export function isStaleSecret(secret: StoredSecret, keys: SecretKeys | undefined): boolean {
  if (secret.kind === 'sealed') return openSecret(secret, keys) === undefined
  return keys === undefined || secret.fingerprint !== keys.fingerprint
}

/** @param what the fault, in words that come after the name of the field, such as `needs SECRET_KEY` */
export function missingSecretKeyError(field: string, what: string): OpsgraphError {
  const how = 'set it for every server to one output of `openssl rand -hex 32`, and restart them'
  return bodyFault(field, `${what}, which is not set on the server: ${how}`)
}

function computeDigest(secret: string, keys: SecretKeys): Uint8Array {
  return hmacSha256(keys.digesting, toBytes(secret, 'utf8'))
}

/** Derives a separate key for each purpose, so that one key reveals nothing about the other keys. */
function deriveKey(secretKey: string, purpose: string, bytes: number): Uint8Array {
  const info = toBytes(`opsgraph webhook secret ${purpose}`, 'utf8')
  return hkdfSha256(toBytes(secretKey, 'utf8'), info, bytes)
}
