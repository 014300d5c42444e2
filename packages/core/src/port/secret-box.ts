/** Secrets: how they are made and kept. */
export interface SecretBox {
  /** A new secret that nobody can guess, of URL-safe characters. */
  create(): string
  /** The SHA-256 of a secret, in lower-case hex: what may be stored of an API key. */
  digest(secret: string): string
  /** Whether two digests are equal, in a time that does not tell where they differ. */
  equal(left: string, right: string): boolean
}
