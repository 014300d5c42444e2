import { LIMITS } from '../../limits.js'
import { bodyFault } from '../../schema/body-error.js'
import {
  digestSecret,
  missingSecretKeyError,
  openSecret,
  type SecretTools,
  type StoredSecret,
  sealSecret,
} from '../../secret/secret.js'
import { type HeaderScheme, SCHEMES } from './schemes.js'

/**
 * Converts a secret from a body to its stored form (rules.md#webhook-secrets): a digest for the scheme `static`, and
 * the encrypted (sealed) secret for the schemes with signatures.
 *
 * @param field the name of the request field, for error messages. Error messages never contain the secret
 * @throws OpsgraphError `invalid` for a secret that cannot authenticate any delivery of the scheme
 */
export function toStoredSecret(
  field: string,
  secret: string,
  { scheme, tools }: { readonly scheme: HeaderScheme; readonly tools: SecretTools },
): StoredSecret {
  const fault = faultOfSecret(secret, scheme)
  if (fault !== undefined) throw bodyFault(field, fault)
  if (tools.keys === undefined) throw missingSecretKeyError(field, NEEDS_SECRET_KEY_MESSAGE)
  return scheme === 'static' ? digestSecret(secret, tools.keys) : sealSecret(secret, tools.keys, tools.newNonce())
}

const NEEDS_SECRET_KEY_MESSAGE = 'needs SECRET_KEY'

/**
 * Converts a stored secret for another scheme: the scheme `static` stores a digest, all other schemes store the
 * encrypted (sealed) secret. Returns `undefined` if the new scheme cannot use the secret, for example because only its
 * digest is stored.
 */
export function convertSecret(
  stored: StoredSecret,
  scheme: HeaderScheme,
  { keys }: SecretTools,
): StoredSecret | undefined {
  if (stored.kind === 'digest') return scheme === 'static' ? stored : undefined
  if (SCHEMES[scheme].secretFault === undefined) return stored
  const secret = openSecret(stored, keys)
  // A stale secret cannot be decrypted, so it cannot be converted to a digest. If the new scheme uses signatures, it
  // stays stored until a client sends another secret.
  if (secret === undefined || keys === undefined) return scheme === 'static' ? undefined : stored
  if (faultOfSecret(secret, scheme) !== undefined) return undefined
  return scheme === 'static' ? digestSecret(secret, keys) : stored
}

/**
 * Returns why a secret cannot authenticate deliveries of the scheme; `undefined` = it can. The text never contains the
 * secret.
 */
export function faultOfSecret(secret: string, scheme: HeaderScheme): string | undefined {
  if (secret.trim() === '') return 'must not be blank'
  if (secret.length > LIMITS.webhookSecret) return `is longer than ${LIMITS.webhookSecret} characters`
  return SCHEMES[scheme].secretFault?.(secret)
}
