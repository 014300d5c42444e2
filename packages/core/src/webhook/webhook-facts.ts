import { isSameJson, type JsonObject, type JsonValue } from '../json-value.js'
import { type SecretTools, storedAs } from './auth/keep-secret.js'
import type { StoredSecret } from './auth/secret.js'
import type { HeaderAuth, WebhookAuth, WebhookConfig } from './webhook-config.js'

/**
 * The fields of a configuration for the audit trail. These fields show whether secrets are set, but not the secrets.
 */
export function webhookFacts({ auth, ...config }: WebhookConfig) {
  const { id: _, createdBy: __, createTime: ___, updateTime: ____, ...fields } = config
  return { ...fields, authMode: auth.mode, ...authFacts(auth) }
}

/**
 * The names of the secrets that a change has replaced: they were set before and after the change, but differ. The
 * result shows nothing else about these secrets.
 */
export function replacedSecrets(before: WebhookAuth, after: WebhookAuth, tools: SecretTools): JsonObject {
  if (before.mode !== 'header' || after.mode !== 'header') return {}
  const isReplaced = (old: StoredSecret | undefined, now: StoredSecret | undefined) =>
    old !== undefined && now !== undefined && !isSameSecret(storedAs(old, after.scheme, tools), now)
  return {
    ...(isReplaced(before.secret, after.secret) && { authSecret: REPLACED }),
    ...(isReplaced(before.previous?.secret, after.previous?.secret) && { authSecretPrevious: REPLACED }),
  }
}

const SET = 'set'
const REPLACED = { from: SET, to: 'replaced' }

function authFacts(auth: WebhookAuth) {
  const header: HeaderAuth | undefined = auth.mode === 'header' ? auth : undefined
  const previous = header?.previous ?? null
  return {
    authHeaderScheme: header?.scheme ?? null,
    authHeaderName: header?.headerName ?? null,
    authSecret: header === undefined ? null : SET,
    authSecretPrevious: previous === null ? null : SET,
    authSecretPreviousExpires: previous?.expires ?? null,
    apiKeyId: auth.mode === 'api_key' ? auth.apiKeyId : null,
  }
}

function isSameSecret(left: StoredSecret | undefined, right: StoredSecret): boolean {
  return left !== undefined && isSameJson({ ...left } as JsonValue, { ...right } as JsonValue)
}
