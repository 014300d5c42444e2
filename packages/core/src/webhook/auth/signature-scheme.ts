/** How the caller of a webhook in header mode proves who it is: by the secret itself (`static`), or by a signature. */
export const HEADER_SCHEMES = ['static', 'generic', 'hub', 'chat', 'standard'] as const
export type HeaderScheme = (typeof HEADER_SCHEMES)[number]

/** Those that sign the body with HMAC-SHA256. */
export const SIGNATURE_SCHEMES = ['generic', 'hub', 'chat', 'standard'] as const
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number]

/** The header that carries the secret or signature where a webhook cannot choose it. */
export const FIXED_HEADERS: Readonly<Partial<Record<HeaderScheme, string>>> = {
  hub: 'X-Hub-Signature-256',
  chat: 'X-Chat-Signature',
  standard: 'webhook-signature',
}

/** Seconds since 1970, of the schemes that sign the time as well. */
export const TIMESTAMP_HEADERS = { chat: 'X-Chat-Request-Timestamp', standard: 'webhook-timestamp' } as const

/** What the sender calls a delivery, in the scheme `standard`. */
export const ID_HEADER = 'webhook-id'

/**
 * The key that a secret stands for: its bytes, or in the scheme `standard` those of the base64 behind `whsec_`.
 * `undefined` when it is no secret of the scheme.
 */
export function signingKey(scheme: SignatureScheme, secret: string): Uint8Array | undefined {
  if (scheme !== 'standard') return secret === '' ? undefined : Buffer.from(secret, 'utf8')
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/
