import { isSameJson, type JsonObject, type JsonValue } from '../json-value.js'
import { isStaleSecret, openSecret, type SecretKeys, type SecretTools, type StoredSecret } from '../secret/secret.js'
import { convertSecret } from './auth/to-stored-secret.js'
import {
  type AuthField,
  type HeaderAuth,
  type ShownConfig,
  WEBHOOK,
  type WebhookAuth,
  type WebhookConfig,
} from './webhook-config.js'

type ShownAuth = Pick<ShownConfig, AuthField<keyof ShownConfig>>

/**
 * Returns a configuration as answers show it: without histories and without secrets (rules.md#webhook-configuration).
 */
export function showConfig(config: WebhookConfig, keys: SecretKeys | undefined): ShownConfig {
  const { auth, ...rest } = config
  return { ...rest, ...showAuth(auth, keys) }
}

/**
 * The ids of the webhooks whose stored secret can no longer authenticate any delivery
 * (rules.md#webhook-configuration-4).
 */
export function staleSecrets(configs: readonly WebhookConfig[], keys: SecretKeys | undefined): readonly string[] {
  return configs.filter(({ auth }) => showAuth(auth, keys).authSecretStale).map(({ id }) => id)
}

function showAuth(auth: WebhookAuth, keys: SecretKeys | undefined): ShownAuth {
  const shown: ShownAuth = { ...NO_AUTH, authMode: auth.mode }
  if (auth.mode === 'none') return shown
  if (auth.mode === 'api_key') return { ...shown, apiKeyId: auth.apiKeyId }
  return {
    ...shown,
    authHeaderScheme: auth.scheme,
    authHeaderName: auth.headerName,
    authSecretSet: true,
    authSecretPlaintext: auth.secret.kind === 'sealed' ? (openSecret(auth.secret, keys) ?? null) : null,
    authSecretStale: isStaleSecret(auth.secret, keys),
    authSecretPreviousSet: auth.previous !== null,
    authSecretPreviousExpires: auth.previous?.expires ?? null,
  }
}

const NO_AUTH: ShownAuth = {
  authMode: 'none',
  authHeaderScheme: null,
  authHeaderName: null,
  authSecretSet: false,
  authSecretPlaintext: null,
  authSecretStale: false,
  authSecretPreviousSet: false,
  authSecretPreviousExpires: null,
  apiKeyId: null,
}

/**
 * The fields of a configuration for the audit trail: those that a body can set, except the id. They show whether a
 * secret is set, but not the secret.
 */
export function webhookFacts({ auth, ...config }: WebhookConfig): object {
  const facts: Readonly<Record<string, unknown>> = { ...config, authMode: auth.mode, ...authFacts(auth) }
  const names = WEBHOOK.sentNames.filter((name) => name !== 'id' && name !== 'policies')
  return Object.fromEntries(names.map((name) => [name, facts[name]]))
}

/**
 * The audit changes for the secrets that a change has replaced: they are set before and after the change, but differ.
 * They show nothing else about the secrets.
 */
export function replacedSecrets(before: WebhookAuth, after: WebhookAuth, tools: SecretTools): JsonObject {
  if (before.mode !== 'header' || after.mode !== 'header') return {}
  const isReplaced = (old: StoredSecret | undefined, now: StoredSecret | undefined) =>
    old !== undefined && now !== undefined && !isSameSecret(convertSecret(old, after.scheme, tools), now)
  return {
    ...(isReplaced(before.secret, after.secret) && { authSecret: SECRET_REPLACED }),
    ...(isReplaced(before.previous?.secret, after.previous?.secret) && { authSecretPrevious: SECRET_REPLACED }),
  }
}

const SECRET_SET_WORD = 'set'
const SECRET_REPLACED = { from: SECRET_SET_WORD, to: 'replaced' }

function authFacts(auth: WebhookAuth) {
  const header: HeaderAuth | undefined = auth.mode === 'header' ? auth : undefined
  const previous = header?.previous ?? null
  return {
    authHeaderScheme: header?.scheme ?? null,
    authHeaderName: header?.headerName ?? null,
    authSecret: header === undefined ? null : SECRET_SET_WORD,
    authSecretPrevious: previous === null ? null : SECRET_SET_WORD,
    authSecretPreviousExpires: previous?.expires ?? null,
    apiKeyId: auth.mode === 'api_key' ? auth.apiKeyId : null,
  }
}

function isSameSecret(left: StoredSecret | undefined, right: StoredSecret): boolean {
  return left !== undefined && isSameJson({ ...left } as JsonValue, { ...right } as JsonValue)
}
