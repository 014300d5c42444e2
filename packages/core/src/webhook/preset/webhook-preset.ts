import type { Filter } from '../../filter/filter.js'
import type { JsonObject } from '../../json-value.js'
import type { HeaderScheme } from '../auth/schemes.js'

/** A ready-made configuration for one tool. */
export interface WebhookPreset {
  readonly id: string
  /** The name of the tool as its vendor writes it. */
  readonly name: string
  readonly config: PresetConfig
  /** How to set up the tool, and limits of the mapping, in one or two sentences each. */
  readonly hints: readonly string[]
}

/** The body for `POST /api/webhook_config`, without a name and a secret. */
export interface PresetConfig {
  readonly enabled: true
  readonly arrayPath?: string
  readonly testPayloads?: Filter
  readonly fieldMappings: JsonObject
  readonly defaultValues: JsonObject
  readonly authMode: 'header'
  readonly authHeaderScheme: HeaderScheme
  /** The name of the header with the secret or signature; missing if the scheme itself determines the name. */
  readonly authHeaderName?: string
  readonly deduplication?: { readonly header: string; readonly ttlSeconds: number }
}
