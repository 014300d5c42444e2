import type { AlertAction } from '../../alert-policy/alert-action.js'
import type { Clause, GroupOperator } from '../../filter/filter.js'
import type { JsonObject } from '../../json-value.js'
import type { HeaderScheme } from '../auth/schemes.js'
import type { PayloadFormat } from '../delivery/read-payload.js'

/** A ready-made configuration for one tool, with the alert policies that translate its values. */
export interface WebhookPreset {
  readonly id: string
  /** The name of the tool as its vendor writes it. */
  readonly name: string
  readonly config: PresetConfig
  /** The policies run in this order, and only on the alerts of the webhook. */
  readonly policies: readonly PresetPolicy[]
  /** Texts that say how to set up the tool and what the mapping cannot do. Each text has one or two sentences. */
  readonly hints: readonly string[]
}

/** The body for `POST /api/webhook_config`, without a name and a secret. */
export interface PresetConfig {
  readonly enabled: true
  readonly arrayPath?: string
  readonly payloadFormat?: PayloadFormat
  readonly base64Fields?: readonly string[]
  readonly jsonFields?: readonly string[]
  readonly testPayloads?: PresetFilter
  readonly fieldMappings: JsonObject
  readonly defaultValues: JsonObject
  readonly authMode: 'header'
  readonly authHeaderScheme: HeaderScheme
  /** The name of the header with the secret or signature; missing if the scheme itself determines the name. */
  readonly authHeaderName?: string
  readonly deduplication?: { readonly header: string; readonly ttlSeconds: number }
}

/** The body for `POST /api/alert_policy`, without the id of the webhook. */
export interface PresetPolicy {
  readonly name: string
  readonly description: string
  readonly order: number
  readonly filters?: PresetFilter
  readonly actions: readonly AlertAction[]
}

/** A filter as callers write it. The default operator is `AND`. */
export interface PresetFilter {
  readonly operator?: GroupOperator
  readonly clauses: readonly (Clause | PresetFilter)[]
}
