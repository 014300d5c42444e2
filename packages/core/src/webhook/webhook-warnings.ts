import { findUnknownKeyIssues } from '../alert/filter-warnings.js'
import type { Issue } from '../issue.js'
import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { SECRET_FIELDS } from './auth/auth-rules.js'
import { findNewSecret, type SentSecrets } from './auth/merge-auth.js'
import { applyMapping } from './mapping/apply-mapping.js'
import { fieldOf, isAlertField } from './mapping/check-coverage.js'
import { draftAlerts } from './mapping/draft-alerts.js'
import { readMapping } from './mapping/read-mapping.js'
import type { SentWebhook } from './read-webhook.js'

/** The codes of warnings about a webhook: it is accepted, but a value should be changed. */
export const WEBHOOK_WARNING_CODES = ['shortSecret', 'refusedDefault', 'unknownKey'] as const
export type WebhookWarning = Issue<(typeof WEBHOOK_WARNING_CODES)[number]>

/**
 * Warns about what a webhook accepts but what should be changed (rules.md#enabling-a-webhook-5;
 * rules.md#filter-keys-5).
 *
 * @param sent the body of the request. Stored secrets are not checked, because a stored digest does not show the length
 *   of its secret
 * @param defaultValues those of the stored webhook
 * @param policies the policies in the body, in its order
 */
export function webhookWarnings(
  sent: SentSecrets,
  defaultValues: unknown,
  policies: SentWebhook['policies'] = [],
): readonly WebhookWarning[] {
  const filters = policies.map(({ policy }, index) => [`policies[${index}].filters`, policy.filters])
  return [
    ...secretWarnings(sent),
    ...defaultWarnings(defaultValues),
    ...findUnknownKeyIssues(Object.fromEntries(filters)),
  ]
}

function secretWarnings(sent: SentSecrets): readonly WebhookWarning[] {
  return SECRET_FIELDS.flatMap((path) => {
    const secret = findNewSecret(sent, path)
    return secret !== undefined && isShortSecret(secret)
      ? [{ code: 'shortSecret', path, message: describeShortSecret(path) }]
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

function describeShortSecret(path: string): string {
  const advice = 'if the sender takes a longer one, make it with `openssl rand -hex 32`'
  return `${path} has fewer than ${LIMITS.webhookSecretAdvised} characters and can be guessed: ${advice}`
}

/** The required fields of an alert. Each default value is tried together with them. */
const REQUIRED_FIELD_VALUES = { environment: 'environment', resource: 'resource', event: 'event' }

/** Warns about default values with which every alert would be rejected (rules.md#enabling-a-webhook-5). */
function defaultWarnings(defaultValues: unknown): readonly WebhookWarning[] {
  const fields = isObject(defaultValues) ? Object.keys(defaultValues).filter(isAlertField) : []
  return fields.flatMap((field) => {
    const fault = findRejection({ ...REQUIRED_FIELD_VALUES, [field]: fieldOf(defaultValues, field) })
    if (fault === undefined) return []
    const effect = 'alerts that get this default value are rejected, unless an alert policy changes it'
    return [{ code: 'refusedDefault', path: `defaultValues.${field}`, message: `${fault}: ${effect}` }]
  })
}

/** Returns why an alert that has only default values is rejected; `undefined` = it is not. */
function findRejection(defaultValues: Readonly<Record<string, unknown>>): string | undefined {
  const read = readMapping({ fieldMappings: {}, defaultValues, arrayPath: '' })
  const mapped = 'issues' in read ? [] : applyMapping(read.mapping, {})
  return 'message' in mapped ? undefined : draftAlerts(mapped).rejected[0]?.error
}
