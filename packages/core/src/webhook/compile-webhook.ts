import type { SecretKeys } from './auth/secret.js'
import { type OpenedAuth, openAuth } from './auth/webhook-auth.js'
import type { Mapping } from './mapping/mapping.js'
import { readMapping } from './mapping/read-mapping.js'
import type { WebhookConfig } from './webhook-config.js'

/** A webhook ready for deliveries, made once per change of its configuration. */
export interface CompiledWebhook {
  readonly config: WebhookConfig
  /** Its message when what is stored is no mapping any more. */
  readonly mapping: Mapping | { readonly message: string }
  readonly auth: OpenedAuth
}

export function compileWebhook(config: WebhookConfig, keys: SecretKeys | undefined): CompiledWebhook {
  const read = readMapping(config)
  const mapping = 'mapping' in read ? read.mapping : { message: `Invalid field mappings: ${read.issues[0]?.message}` }
  return { config, mapping, auth: openAuth(config.auth, keys) }
}
