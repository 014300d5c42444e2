import { isStale, openSecret, type SecretKeys } from '../secret/secret.js'
import type { AuthField, ShownConfig, WebhookAuth, WebhookConfig } from './webhook-config.js'

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
  const shown: ShownAuth = { ...NOTHING, authMode: auth.mode }
  if (auth.mode === 'none') return shown
  if (auth.mode === 'api_key') return { ...shown, apiKeyId: auth.apiKeyId }
  return {
    ...shown,
    authHeaderScheme: auth.scheme,
    authHeaderName: auth.headerName,
    authSecretSet: true,
    authSecretPlaintext: auth.secret.kind === 'sealed' ? (openSecret(auth.secret, keys) ?? null) : null,
    authSecretStale: isStale(auth.secret, keys),
    authSecretPreviousSet: auth.previous !== null,
    authSecretPreviousExpires: auth.previous?.expires ?? null,
  }
}

const NOTHING: ShownAuth = {
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
