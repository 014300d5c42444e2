import { LIMITS } from '../../limits.js'

/**
 * True if a shared secret is so short that it could be guessed. It is accepted with a warning, because some senders
 * cannot use a longer one.
 */
export function isShortSecret(secret: string): boolean {
  return secret.trim().length < LIMITS.webhookSecretAdvised
}
