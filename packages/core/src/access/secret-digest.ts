import { isSameBytes, sha256, toBytes, toText } from '#platform'

/** The SHA-256 of the secret of an API key, as lower-case hex. Only this digest may be stored, never the secret. */
export function digestOfSecret(secret: string): string {
  return toText(sha256(toBytes(secret, 'utf8')), 'hex')
}

/** Compares two digests in constant time. */
export function isSameDigest(left: string, right: string): boolean {
  return isSameBytes(toBytes(left, 'hex'), toBytes(right, 'hex'))
}
