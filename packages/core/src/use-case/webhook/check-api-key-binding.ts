import { isExpired } from '../../access/api-key.js'
import type { Caller } from '../../access/caller.js'
import { grants } from '../../access/scope.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import type { ApiKeyStore } from '../../port/api-key-store.js'
import { newlyBoundKey, type WebhookConfig } from '../../webhook/webhook-config.js'

interface Binding {
  /** The previous configuration; `undefined` = the webhook is new. */
  readonly before: WebhookConfig | undefined
  /** The new configuration. Its `updateTime` must be the current time, by which the key must not have expired. */
  readonly after: WebhookConfig
}

/**
 * Checks the API key that a configuration names, if the key differs from the key of the previous configuration
 * (rules.md#bound-api-keys).
 *
 * @throws OpsgraphError `invalid` for a key that does not exist, has expired or lacks the scope `write:alerts`;
 *   `forbidden` if the key belongs to another user and the caller lacks the scope `admin`
 */
export async function checkApiKeyBinding(
  apiKeys: ApiKeyStore,
  caller: Caller,
  { before, after }: Binding,
): Promise<void> {
  const id = newlyBoundKey(before, after)
  if (id === undefined) return
  const key = await apiKeys.read(id)
  if (key === undefined) throw invalid('apiKeyId: there is no such API key')
  if (key.user !== caller.user && !grants(caller.scopes, 'admin')) {
    throw new OpsgraphError('forbidden', 'apiKeyId: without the scope admin you can bind only keys that you own')
  }
  if (isExpired(key, after.updateTime)) throw invalid('apiKeyId: the API key has expired')
  if (!grants(key.scopes, 'write:alerts')) throw invalid('apiKeyId: the API key lacks write:alerts')
}
