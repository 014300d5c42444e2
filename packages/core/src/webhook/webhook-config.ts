import type { JsonObject } from '../json-value.js'
import type { HeaderScheme } from './auth/schemes.js'
import type { StoredSecret } from './auth/secret.js'

export const AUTH_MODES = ['none', 'header', 'api_key'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

/** A stored configuration of an inbound webhook (rules.md#webhook-configuration). Callers see it as a `ShownConfig`. */
export interface WebhookConfig {
  /** Letters, digits, `-` and `_`. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly sourceId: string
  /** The user who created it. */
  readonly createdBy: string
  readonly enabled: boolean
  readonly fieldMappings: JsonObject
  readonly defaultValues: JsonObject
  /** `` = none. */
  readonly arrayPath: string
  readonly auth: WebhookAuth
  readonly deduplication: Deduplication | null
  /** ISO 8601 in UTC with milliseconds. */
  readonly createTime: string
  readonly updateTime: string
}

/** How callers authenticate. It holds only what the mode needs, so that no credential outlives its mode. */
export type WebhookAuth = NoAuth | HeaderAuth | ApiKeyAuth

export interface NoAuth {
  readonly mode: 'none'
}

export interface HeaderAuth {
  readonly mode: 'header'
  readonly scheme: HeaderScheme
  readonly headerName: string
  readonly secret: StoredSecret
  /** The previous secret, which stays valid while a new one is rolled out; `null` = none. */
  readonly previous: PreviousSecret | null
}

export interface PreviousSecret {
  readonly secret: StoredSecret
  /** ISO 8601 in UTC with milliseconds. From then on it verifies nothing. */
  readonly expires: string
}

export interface ApiKeyAuth {
  readonly mode: 'api_key'
  readonly apiKeyId: string
}

/** How to recognize a repeated delivery, and for how many seconds to remember it. */
export type Deduplication =
  | { readonly header: string; readonly ttlSeconds: number }
  | { readonly path: string; readonly ttlSeconds: number }

/**
 * The id of the API key that a configuration binds. Not returned if it was bound before: it is then not checked again.
 */
export function newlyBoundKey(before: WebhookConfig | undefined, after: WebhookConfig): string | undefined {
  if (after.auth.mode !== 'api_key') return undefined
  const known = before?.auth.mode === 'api_key' ? before.auth.apiKeyId : undefined
  return after.auth.apiKeyId === known ? undefined : after.auth.apiKeyId
}
