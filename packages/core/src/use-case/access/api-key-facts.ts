import type { ApiKey } from '../../access/api-key.js'

/** The fields of an API key that audit entries contain. */
export function apiKeyFacts({ user, scopes, text, expireTime }: ApiKey) {
  return { user, scopes, text, expireTime }
}
