import type { Severity } from '../alert/severity.js'
import type { Filter } from '../filter/filter.js'
import type { JsonObject } from '../json-value.js'
import type { HeaderScheme } from './auth/schemes.js'
import type { StoredSecret } from './auth/secret.js'

export const AUTH_MODES = ['none', 'header', 'api_key'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

/**
 * How a delivery is written (rules.md#payload-formats): as JSON, as JSON with the mistakes that senders often make, as
 * a form, or in the query of the URL.
 */
export const PAYLOAD_FORMATS = ['json', 'lenient', 'form', 'query'] as const
export type PayloadFormat = (typeof PAYLOAD_FORMATS)[number]

/** A stored configuration of an inbound webhook (rules.md#webhook-configuration). Callers see it as a `ShownConfig`. */
export interface WebhookConfig {
  /** Letters, digits, `-` and `_`. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly sourceId: string
  /** The user who created the webhook. */
  readonly createdBy: string
  readonly enabled: boolean
  readonly fieldMappings: JsonObject
  readonly defaultValues: JsonObject
  /** The path of the list whose elements become alerts; empty = the payload itself. */
  readonly arrayPath: string
  readonly payloadFormat: PayloadFormat
  /** The paths of texts that contain base64, and that `jsonFields` and the mapping read decoded. */
  readonly base64Fields: readonly string[]
  /** The paths of texts that contain JSON, and that the mapping reads as JSON. */
  readonly jsonFields: readonly string[]
  /**
   * The filter for payloads that are only tests of the sender. Such payloads create no alerts. `null` = no payload is a
   * test.
   */
  readonly testPayloads: Filter | null
  /** The IANA name of the time zone of times that the sender writes without a zone. */
  readonly timezone: string
  readonly auth: WebhookAuth
  readonly deduplication: Deduplication | null
  /** A delivery is expected every so many seconds; `null` = the sender may be silent (rules.md#webhook-silence). */
  readonly expectEvery: number | null
  /** The severity of the alert about an overdue delivery. */
  readonly expectSeverity: Severity
  /** ISO 8601 in UTC with milliseconds. */
  readonly createTime: string
  readonly updateTime: string
}

/**
 * How senders authenticate. Each mode has its own type with its own fields, so that no credential of the previous mode
 * remains after the mode changes.
 */
export type WebhookAuth = NoAuth | HeaderAuth | ApiKeyAuth

export interface NoAuth {
  readonly mode: 'none'
}

export interface HeaderAuth {
  readonly mode: 'header'
  readonly scheme: HeaderScheme
  readonly headerName: string
  readonly secret: StoredSecret
  /** The previous secret, which stays valid while senders change to the new secret; `null` = none. */
  readonly previous: PreviousSecret | null
}

export interface PreviousSecret {
  readonly secret: StoredSecret
  /** ISO 8601 in UTC with milliseconds. From this time on, the secret is no longer valid. */
  readonly expires: string
}

export interface ApiKeyAuth {
  readonly mode: 'api_key'
  readonly apiKeyId: string
}

/** Where a delivery contains its id, and for how many seconds this id is remembered. */
export type Deduplication =
  | { readonly header: string; readonly ttlSeconds: number }
  | { readonly path: string; readonly ttlSeconds: number }

/**
 * Returns the id of the API key that a change binds to the configuration. `undefined` if no key is bound, or if the
 * same key was bound before: only a newly bound key must be checked.
 */
export function newlyBoundKey(before: WebhookConfig | undefined, after: WebhookConfig): string | undefined {
  if (after.auth.mode !== 'api_key') return undefined
  const known = before?.auth.mode === 'api_key' ? before.auth.apiKeyId : undefined
  return after.auth.apiKeyId === known ? undefined : after.auth.apiKeyId
}
