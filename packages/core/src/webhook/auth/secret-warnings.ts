import type { Issue } from '../../issue.js'
import { LIMITS } from '../../limits.js'
import { SECRET_FIELDS } from './auth-rules.js'
import { findNewSecret, type SentSecrets } from './merge-auth.js'

/** The codes of warnings about a webhook: it is accepted, but a value should be changed. */
export const WEBHOOK_WARNING_CODES = ['shortSecret'] as const
export type WebhookWarning = Issue<(typeof WEBHOOK_WARNING_CODES)[number]>

/**
 * Warns about short secrets in a body that was accepted. Stored secrets are not checked, because a stored digest does
 * not show the length of its secret.
 */
export function secretWarnings(sent: SentSecrets): readonly WebhookWarning[] {
  return SECRET_FIELDS.flatMap((path) => {
    const secret = findNewSecret(sent, path)
    return secret !== undefined && isShortSecret(secret)
      ? [{ code: 'shortSecret', path, message: messageOf(path) }]
      : []
  })
}

/**
 * True if somebody could guess a shared secret, because it is short. The server accepts such a secret with a warning,
 * because some senders cannot use a longer one.
 */
export function isShortSecret(secret: string): boolean {
  return secret.trim().length < LIMITS.webhookSecretAdvised
}

function messageOf(path: string): string {
  const advice = 'if the sender takes a longer one, make it with `openssl rand -hex 32`'
  return `${path} has fewer than ${LIMITS.webhookSecretAdvised} characters and can be guessed: ${advice}`
}
