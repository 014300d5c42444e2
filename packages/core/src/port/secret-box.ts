/** Creates, hashes and compares secrets. */
export interface SecretBox {
  /** A new random secret that cannot be guessed, in URL-safe characters. */
  create(): string
  /** The SHA-256 of a secret in lower-case hex, the only form in which an API key may be stored. */
  digest(secret: string): string
  /** Compares two digests in constant time. */
  equal(left: string, right: string): boolean
}
