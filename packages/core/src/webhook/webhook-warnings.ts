import { unknownKeys } from '../alert/filter-warnings.js'
import type { Issue } from '../issue.js'
import { LIMITS } from '../limits.js'
import { SECRET_FIELDS } from './auth/auth-rules.js'
import { findNewSecret, type SentSecrets } from './auth/merge-auth.js'
import type { SentWebhook } from './read-webhook.js'

/** The codes of warnings about a webhook: it is accepted, but a value should be changed. */
export const WEBHOOK_WARNING_CODES = ['shortSecret', 'unknownKey'] as const
export type WebhookWarning = Issue<(typeof WEBHOOK_WARNING_CODES)[number]>

/**
 * Warns about a body that was accepted: about short secrets (rules.md#webhook-secrets-8), and about the keys in the
 * filters of its policies that no alert has (rules.md#filter-keys-5).
 *
 * @param policies the policies in the body, in its order
 */
export function webhookWarnings(sent: SentSecrets, policies: SentWebhook['policies'] = []): readonly WebhookWarning[] {
  const filters = policies.map(({ policy }, index) => [`policies[${index}].filters`, policy.filters])
  return [...secretWarnings(sent), ...unknownKeys(Object.fromEntries(filters))]
}

/** Stored secrets are not checked, because a stored digest does not show the length of its secret. */
function secretWarnings(sent: SentSecrets): readonly WebhookWarning[] {
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
