import type { Scope } from './scope.js'

/**
 * A stored API key. The secret of the key is never stored (rules.md#api-keys). Times are ISO 8601 in UTC with
 * milliseconds.
 */
export interface ApiKey {
  readonly id: string
  readonly user: string
  readonly scopes: readonly Scope[]
  readonly text: string
  readonly createTime: string
  /** `null` = never expires. */
  readonly expireTime: string | null
  /**
   * `null` = never used. The server updates this time at most once a minute, so the last use may be up to a minute
   * later than this time.
   */
  readonly lastUsedTime: string | null
}

export function isExpired(key: ApiKey, now: string): boolean {
  return key.expireTime !== null && key.expireTime <= now
}
