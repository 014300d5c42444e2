import type { ApiKey } from '../../access/api-key.js'

/** What an audit entry says of an API key. */
export function apiKeyFacts({ user, scopes, text, expireTime }: ApiKey) {
  return { user, scopes, text, expireTime }
}
