import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import { type HeaderScheme, SCHEMES } from './schemes.js'
import { digestSecret, openSecret, type SecretKeys, type StoredSecret, sealSecret } from './secret.js'

/** What storing a secret needs from outside. */
export interface SecretTools {
  /** `undefined` = the server has no SECRET_KEY. */
  readonly keys: SecretKeys | undefined
  /** `NONCE_BYTES` random bytes, different at every call. */
  readonly newNonce: () => Uint8Array
}

/**
 * The stored form of a secret that was sent: a digest for the scheme `static`, sealed for signatures.
 *
 * @param field the name of the field in messages; messages never repeat the secret
 * @throws OpsgraphError `invalid` for a secret that no delivery of the scheme could ever prove
 */
export function secretToKeep(
  field: string,
  secret: string,
  { scheme, tools }: { readonly scheme: HeaderScheme; readonly tools: SecretTools },
): StoredSecret {
  const fault = faultOfSecret(secret, scheme)
  if (fault !== undefined) throw invalid(`${field} ${fault}`)
  if (tools.keys === undefined) throw invalid(`${field} needs a SECRET_KEY on the server, which has none`)
  return scheme === 'static' ? digestSecret(secret, tools.keys) : sealSecret(secret, tools.keys, tools.newNonce())
}

/** The stored secret in the form that the scheme needs; `undefined` if it cannot be converted. */
export function storedAs(stored: StoredSecret, scheme: HeaderScheme, { keys }: SecretTools): StoredSecret | undefined {
  if (stored.kind === 'digest') return scheme === 'static' ? stored : undefined
  if (SCHEMES[scheme].secretFault === undefined) return stored
  const secret = openSecret(stored, keys)
  // A stale secret stays, and is shown as stale until a new one is sent.
  if (secret === undefined || keys === undefined) return scheme === 'static' ? undefined : stored
  if (faultOfSecret(secret, scheme) !== undefined) return undefined
  return scheme === 'static' ? digestSecret(secret, keys) : stored
}

/**
 * Why no delivery of the scheme could prove a secret, or only one that was changed on its way. Never repeats the
 * secret.
 */
export function faultOfSecret(secret: string, scheme: HeaderScheme): string | undefined {
  if (secret.trim() === '') return 'must not be blank'
  if (secret.length > LIMITS.webhookSecret) return `is longer than ${LIMITS.webhookSecret} characters`
  return SCHEMES[scheme].secretFault?.(secret)
}
