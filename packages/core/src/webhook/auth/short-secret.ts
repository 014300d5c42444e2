import { LIMITS } from '../../limits.js'

/**
 * True if a shared secret is short enough to be guessed. It is accepted anyway, because some senders cannot send a
 * longer one.
 */
export function isShortSecret(secret: string): boolean {
  return secret.trim().length < LIMITS.webhookSecretAdvised
}
