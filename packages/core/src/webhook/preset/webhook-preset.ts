import type { JsonObject } from '../../json-value.js'
import type { HeaderScheme } from '../auth/signature-scheme.js'

/** A ready configuration for one tool. */
export interface WebhookPreset {
  readonly id: string
  /** The tool, as its vendor writes it. */
  readonly name: string
  readonly config: PresetConfig
  /** What to set up at the tool, and what the mapping cannot do: one sentence or two each. */
  readonly hints: readonly string[]
}

/** What goes into `POST /api/webhook_config`, but for a name and the secret. */
export interface PresetConfig {
  readonly enabled: true
  readonly arrayPath?: string
  readonly fieldMappings: JsonObject
  readonly defaultValues: JsonObject
  readonly authMode: 'header'
  readonly authHeaderScheme: HeaderScheme
  /** Where the scheme leaves the choice. */
  readonly authHeaderName?: string
  readonly deduplication?: { readonly header: string; readonly ttlSeconds: number }
}
