import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import { type HeaderScheme, SCHEMES } from './schemes.js'
import { digestSecret, openSecret, type SecretKeys, type StoredSecret, sealSecret } from './secret.js'

/** What keeping a secret takes from outside. */
export interface SecretTools {
  /** `undefined` = the server has no SECRET_KEY. */
  readonly keys: SecretKeys | undefined
  /** `NONCE_BYTES` random bytes, new ones at every call. */
  readonly newNonce: () => Uint8Array
}

/**
 * A secret that was sent, as it is stored: a digest for the scheme `static`, sealed for signatures.
 *
 * @param field what messages call it; they never repeat it
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

/** A stored secret for a scheme that it was perhaps not stored for; `undefined` when it cannot become one of that. */
export function storedAs(stored: StoredSecret, scheme: HeaderScheme, { keys }: SecretTools): StoredSecret | undefined {
  if (stored.kind === 'digest') return scheme === 'static' ? stored : undefined
  if (SCHEMES[scheme].secretFault === undefined) return stored
  const secret = openSecret(stored, keys)
  // A stale secret stays where it is: it is shown as stale until somebody sends a new one.
  if (secret === undefined || keys === undefined) return scheme === 'static' ? undefined : stored
  if (faultOfSecret(secret, scheme) !== undefined) return undefined
  return scheme === 'static' ? digestSecret(secret, keys) : stored
}

/** Why no delivery of the scheme could ever prove a secret, or only one that was changed on its way; never repeats it. */
export function faultOfSecret(secret: string, scheme: HeaderScheme): string | undefined {
  if (secret.trim() === '') return 'must not be blank'
  if (secret.length > LIMITS.webhookSecret) return `is longer than ${LIMITS.webhookSecret} characters`
  return SCHEMES[scheme].secretFault?.(secret)
}
