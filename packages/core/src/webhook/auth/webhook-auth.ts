import {
  isStaleSecret,
  matchesDigestedSecret,
  openSecret,
  type SecretKeys,
  type StoredSecret,
} from '../../secret/secret.js'
import type { HeaderAuth, WebhookAuth } from '../webhook-config.js'
import type { SignatureScheme } from './schemes.js'
import { signingKey } from './signature.js'

/**
 * The authentication settings of a webhook with decrypted secrets. They are prepared once for many deliveries, and are
 * never shown or stored.
 */
export type OpenedAuth =
  | { readonly mode: 'none' }
  | { readonly mode: 'api_key'; readonly apiKeyId: string }
  | (Pick<HeaderAuth, 'mode' | 'headerName'> & { readonly isStale: boolean } & OpenedSecrets)

type OpenedSecrets =
  | { readonly scheme: 'static'; readonly secrets: readonly OpenedSecret<(candidate: string) => boolean>[] }
  | { readonly scheme: SignatureScheme; readonly secrets: readonly OpenedSecret<Uint8Array>[] }

/**
 * A secret that is prepared for verifying deliveries. For the scheme `static`, `key` is a function that compares a sent
 * secret with the stored one. For the other schemes, `key` is the signing key.
 */
export interface OpenedSecret<Key> {
  readonly which: 'secret' | 'previousSecret'
  /** ISO 8601 in UTC; `undefined` = the secret does not expire. */
  readonly expires: string | undefined
  readonly key: Key
}

/**
 * Prepares the stored secrets for verification: first the current secret, then the previous one
 * (rules.md#webhook-authentication-11). Stale secrets are left out. In the result, `isStale` says whether the current
 * secret is stale; the previous one does not matter.
 */
export function openAuth(auth: WebhookAuth, keys: SecretKeys | undefined): OpenedAuth {
  if (auth.mode !== 'header') return auth
  const { mode, headerName, scheme } = auth
  const opened = { mode, headerName, isStale: isStaleSecret(auth.secret, keys) }
  return scheme === 'static'
    ? { ...opened, scheme, secrets: openEach(auth, (secret) => createComparison(secret, keys)) }
    : { ...opened, scheme, secrets: openEach(auth, (secret) => openKey(secret, scheme, keys)) }
}

function openEach<Key>(
  { secret, previous }: HeaderAuth,
  open: (secret: StoredSecret) => Key | undefined,
): readonly OpenedSecret<Key>[] {
  const current = { which: 'secret', expires: undefined, secret } as const
  const stored = [current, ...(previous === null ? [] : [{ which: 'previousSecret', ...previous } as const])]
  return stored.flatMap(({ which, expires, secret: kept }) => {
    const key = open(kept)
    return key === undefined ? [] : [{ which, expires, key }]
  })
}

function createComparison(
  secret: StoredSecret,
  keys: SecretKeys | undefined,
): ((candidate: string) => boolean) | undefined {
  if (secret.kind !== 'digest' || keys === undefined || isStaleSecret(secret, keys)) return undefined
  return (candidate) => matchesDigestedSecret(candidate, secret, keys)
}

function openKey(secret: StoredSecret, scheme: SignatureScheme, keys: SecretKeys | undefined): Uint8Array | undefined {
  const opened = secret.kind === 'sealed' ? openSecret(secret, keys) : undefined
  return opened === undefined ? undefined : signingKey(scheme, opened)
}
