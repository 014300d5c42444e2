import { LIMITS } from '../../limits.js'

/** Whether a shared secret can be guessed. It is taken all the same: perhaps the sender can send no longer one. */
export function isShortSecret(secret: string): boolean {
  return secret.trim().length < LIMITS.webhookSecretAdvised
}
